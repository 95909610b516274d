package treeline.formats.chrometrace;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.formats.slices.Lane;
import treeline.formats.slices.SkippedEvents;
import treeline.formats.slices.SliceClock;
import treeline.formats.slices.SliceFacts;
import treeline.formats.slices.SliceFile;
import treeline.formats.slices.SliceProfile;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/// Reads the events of a file, an array or an object with one, into slices.
final class ChromeTraceReader {
    private static final Value NO_BASE = new Value.Whole(0);
    private static final Value NO_RANK = new Value.Whole(-1);

    /// Operators of PyTorch's backward pass, which a thread per device executes while the thread
    /// that called it waits.
    private static final String BACKWARD = "autograd::engine::";

    private static final String RANK = TraceJob.INFO + "." + TraceJob.RANK;
    private static final List<String> OF_ONE_RANK = List.of(RANK, "traceName", "trace_id");

    /// Writers cut at nanoseconds.
    private static final SliceClock CLOCK = new SliceClock(Unit.of("us"), 1000, 0.002);

    private final MappedFile file;
    private final SliceProfile slices;
    private final SkippedEvents log;
    private final TraceThreads threads = new TraceThreads();
    private final TraceEvent event;
    private final List<Wait> waits = new ArrayList<>();
    private final TorchCollectives collectives;
    private final BitSet backward = new BitSet(); // threads that execute backward passes
    private Metadata metadata = Metadata.NONE;
    private @Nullable TraceSpan span;

    /// A row of a device on which a host call waits.
    private record Wait(int launch, int row) {}

    private ChromeTraceReader(
            MappedFile file, SliceProfile slices, Map<String, Integer> groupSizes) {
        this.file = file;
        this.slices = slices;
        this.log = slices.log();
        this.event = new TraceEvent(slices.isTraced());
        this.collectives = new TorchCollectives(groupSizes);
    }

    static ProfileSource open(Path path) throws IOException {
        return open(path, (file, into) -> new ChromeTraceReader(file, into, new HashMap<>()));
    }

    /// Opens the trace of a rank, which is read together with those of others.
    ///
    /// @param span gets the time that the trace covers
    /// @param groupSizes gets the number of ranks of process groups, when the traces are read
    static ProfileSource open(Path path, TraceSpan span, Map<String, Integer> groupSizes)
            throws IOException {
        return open(
                path,
                (file, into) -> {
                    var reader = new ChromeTraceReader(file, into, groupSizes);
                    reader.span = span;
                    return reader;
                });
    }

    private static ProfileSource open(
            Path path, BiFunction<MappedFile, SliceProfile, ChromeTraceReader> made)
            throws IOException {
        List<Category> kinds = List.of(Category.values());
        SliceFile.Reader reader =
                (from, into) -> {
                    try (MappedFile file = MappedFile.open(from)) {
                        return made.apply(file, into).read();
                    }
                };
        return new SliceFile(path, kinds, CLOCK, reader).open();
    }

    private SliceFacts read() {
        try (var json = new JsonCursor(file, log.texts())) {
            if (json.token() == JsonToken.START_ARRAY) readOpenArray(json);
            else readOpenObject(json);
        }
        if (slices.isEmpty())
            throw MalformedProfileException.of(
                    file.path().toString(), "slices (events of phase X, B or E)", "none");
        TraceSpan whole = span;
        if (whole != null) whole.countsFrom(zeroNanos());
        slices.placeFlows(threads::threadOfRow);
        for (Wait wait : waits)
            if (threads.threadOfRow(wait.row) >= 0)
                slices.waits(wait.launch, threads.threadOfRow(wait.row));
        return new SliceFacts(
                threads.table(rank()),
                facts(),
                zeroNanos(),
                threads.firstThreads(),
                collectives.slices(log),
                threads.starters(backward));
    }

    /// What is said of one rank is not said of the job.
    private Metadata facts() {
        Metadata all = metadata;
        if (span != null) for (String key : OF_ONE_RANK) all = all.without(key);
        return all;
    }

    /// What stands before the end of a file that was cut is kept.
    private void readOpenObject(JsonCursor json) {
        try {
            readObject(json);
        } catch (MalformedProfileException bad) {
            if (!json.endedEarly() || slices.isEmpty()) throw bad;
            slices.cut();
            log.lost(
                    "the file is truncated; events after the cut are missing",
                    "byte " + file.size());
        }
    }

    private void readObject(JsonCursor json) {
        json.requireObject("the trace");
        while (json.nextField()) {
            switch (json.name()) {
                case "traceEvents" -> {
                    json.requireArray("the events");
                    while (json.nextElement()) readEvent(json);
                }
                case "samples" -> {
                    json.requireArray("the samples");
                    while (json.nextElement()) {
                        json.skip();
                        log.lost("stack samples are ignored; slices are read", "");
                    }
                }
                case "otherData", "metadata" -> readFacts(json, "");
                case TraceJob.INFO -> readFacts(json, TraceJob.INFO + ".");
                default -> metadata = json.addedTo(metadata, "");
            }
        }
    }

    private void readFacts(JsonCursor json, String prefix) {
        if (json.entersObject()) while (json.nextField()) metadata = json.addedTo(metadata, prefix);
    }

    private OptionalInt rank() {
        return metadata.get(RANK).orElse(NO_RANK) instanceof Value.Whole(long rank)
                        && rank >= 0
                        && rank < Integer.MAX_VALUE
                ? OptionalInt.of((int) rank)
                : OptionalInt.empty();
    }

    /// The array may lack its end: programs write it while they run, and may not come to it.
    private void readOpenArray(JsonCursor json) {
        boolean within = false;
        try {
            while (json.nextElement()) {
                within = true;
                readEvent(json);
                within = false;
            }
        } catch (MalformedProfileException bad) {
            if (!json.endedEarly() || slices.isEmpty()) throw bad;
            if (within) {
                slices.cut();
                log.lost("the file ends within an event", "byte " + file.size());
            } else log.note("the event list has no end mark; it may be truncated", "");
        }
    }

    private void readEvent(JsonCursor json) {
        event.read(json);
        switch (event.phase) {
            case "X" -> slice(Lane.WHOLE);
            case "B" -> slice(Lane.BEGIN);
            case "E" -> slice(Lane.END);
            case "M" -> threads.describe(event);
            case "b", "e", "n", "S", "T", "F", "p" ->
                    log.lost("asynchronous events are ignored", event.name);
            case "C" -> counter();
            case "P" -> log.lost("sample events are ignored", event.name);
            case "i", "I", "R" -> log.note("instant events are ignored", event.name);
            case "s", "t", "f" -> flow();
            case "" -> {
                if (!event.isEmpty()) log.lost("an event has no phase", event.name);
            }
            default ->
                    log.note("events of phase '%s' are ignored".formatted(event.phase), event.name);
        }
    }

    /// PyTorch's flows from launches to work of the device say what correlations do.
    private void flow() {
        if (event.category.equals("ac2g")) return;
        if (!slices.usesFlows()) log.note("flow events are ignored", event.category);
        if (event.id.isEmpty() || !Double.isFinite(event.begin)) return;
        boolean next = event.phase.equals("f") && !event.bindsToEnclosing;
        slices.flow(event.category, event.id, threads.row(event), event.begin, next);
    }

    private void counter() {
        if (!Double.isFinite(event.begin)) {
            log.lost("a counter has no time", event.name);
            return;
        }
        for (int i = 0; i < event.values.size(); i++) {
            String series = event.series.get(i);
            String name = series.equals("value") ? event.name : event.name + " " + series;
            if (Double.isFinite(event.values.get(i)))
                slices.count(event.pid, name.strip(), Unit.COUNT, event.begin, event.values.get(i));
        }
    }

    /// Rows of devices show for which stream a call waits.
    private void waitOfDevice() {
        log.note("synchronisation shown on a device is ignored", event.name);
        if (slices.isTraced() && event.correlation >= 0)
            waits.add(
                    new Wait(
                            slices.launchOfAnyProcess((int) event.correlation),
                            threads.row(event)));
    }

    private void slice(byte phase) {
        Category category = category();
        if (!Double.isFinite(event.begin) || Double.isInfinite(event.duration)) {
            log.lost("a slice has no time", event.name);
            return;
        }
        if (event.duration < 0) {
            log.lost("a slice ends before it starts", event.name);
            return;
        }
        if (event.begin < 0) log.note("a slice starts before time 0", event.name);
        if (phase == Lane.WHOLE && Double.isNaN(event.duration)) {
            log.lost("skipped a slice of phase X without a duration", event.name);
            return;
        }
        switch (category) {
            case DEVICE_ANNOTATION ->
                    log.note("annotations repeated on a device are ignored", event.name);
            case PROFILER -> log.note("the profiler's own overhead events are ignored", event.name);
            case DEVICE_SYNCHRONISATION -> waitOfDevice();
            case DEVICE_VIEW ->
                    log.note(
                            "rows of a device that repeat work of other rows are ignored",
                            threads.rowName(event));
            case REGION, ANNOTATION, OPERATOR, PYTHON, LAUNCH, DEVICE, DEVICE_COPY, DEVICE_ROW ->
                    add(phase, category);
        }
    }

    private Category category() {
        Category category = Category.of(event.category);
        if (category != Category.REGION || !event.category.isEmpty()) return category;
        if (threads.isOfNoStream(event)) return Category.DEVICE_SYNCHRONISATION;
        if (!threads.isOfJaxDevice(event)) return category;
        return threads.isView(event) ? Category.DEVICE_VIEW : Category.DEVICE_ROW;
    }

    private void add(byte phase, Category category) {
        if (span != null) span.add(event.begin, event.duration);
        if (event.isBound)
            slices.flow(event.category, event.id, threads.row(event), event.begin, false);
        int thread = threads.of(event, category);
        Category kind = isLaunchedByFlow(thread, phase, category) ? Category.DEVICE : category;
        int row = threads.of(event, kind);
        if (phase == Lane.WHOLE) collectives.add(event, kind, row);
        if (TorchCollectives.isTransfer(event.name))
            log.note("transfers between two ranks are not matched", event.name);
        if (category == Category.OPERATOR && event.name.startsWith(BACKWARD)) backward.set(row);
        Lane lane = slices.lane(row);
        lane.add(kind, event.name, phase, event.begin, event.duration, launch(kind));
        if (slices.isTraced() && event.bytes > 0 && isWork(kind)) lane.moves(event.bytes);
    }

    private static boolean isWork(Category category) {
        return category.isOfDevice() || category == Category.DEVICE_ROW;
    }

    /// Whether flows say that a slice on a row of a device is work that a call launched.
    private boolean isLaunchedByFlow(int thread, byte phase, Category category) {
        return phase == Lane.WHOLE && category == Category.REGION && slices.isFlowTarget(thread);
    }

    /// Device work has the correlation id of its launch and does not say which process made that.
    private int launch(Category category) {
        if (event.correlation < 0) return Lane.NO_LAUNCH;
        int correlation = (int) event.correlation;
        return isWork(category)
                ? slices.launchOfAnyProcess(correlation)
                : slices.launch(threads.process(event), correlation);
    }

    /// PyTorch says what its times count from.
    private long zeroNanos() {
        return metadata.get("baseTimeNanoseconds").orElse(NO_BASE) instanceof Value.Whole(long base)
                ? Math.max(0, base)
                : 0;
    }
}
