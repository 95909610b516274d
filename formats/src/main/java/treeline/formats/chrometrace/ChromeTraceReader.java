package treeline.formats.chrometrace;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.TimeLine;
import treeline.formats.reading.TracedSource;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.FileChangedException;
import treeline.source.LoadedSource;
import treeline.source.MalformedProfileException;
import treeline.source.MappedFile;
import treeline.source.ProfileSource;
import treeline.source.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// Reads the events of a file, an array or an object that has one, and makes a profile or traces of
/// them. A file is read again where slices of a thread turned out not to come in order, and for its
/// traces: memory grows with what is asked for and not with the file.
final class ChromeTraceReader {
    private static final Value NO_BASE = new Value.Whole(0);
    private static final Unit MICROSECONDS = Unit.of("us");

    private final MappedFile file;
    private final Tally log = new Tally();
    private final BitSet unordered;
    private final List<Lane> lanes = new ArrayList<>();
    private final TraceThreads threads = new TraceThreads();
    private final TraceEvent event = new TraceEvent();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Nesting nesting;
    private double origin = Double.POSITIVE_INFINITY;
    private Metadata metadata = Metadata.NONE;

    /// @param unordered threads whose slices are known not to come in order
    /// @param lineOrigin when the run began, where traces are wanted; NaN for the profile
    private ChromeTraceReader(MappedFile file, BitSet unordered, double lineOrigin) {
        this.file = file;
        this.unordered = unordered;
        this.nesting = new Nesting(builder, log, lineOrigin);
    }

    static ProfileSource read(MappedFile file) {
        ChromeTraceReader reader = finished(file, new BitSet());
        Profile profile = reader.profile();
        return new TracedSource(
                new LoadedSource(profile, reader.log.report()), reader.known()::traces);
    }

    /// Whether a thread comes in order is known for all threads once the file was read.
    private static ChromeTraceReader finished(MappedFile file, BitSet unordered) {
        var reader = new ChromeTraceReader(file, unordered, Double.NaN);
        reader.readFile();
        BitSet lost = reader.lost();
        if (!lost.isEmpty()) {
            lost.or(unordered);
            return finished(file, lost);
        }
        reader.finish();
        return reader;
    }

    private Known known() {
        return new Known(file.path(), unordered, origin, builder.nodes(), lanes.size());
    }

    /// What is known of a file that was read.
    private record Known(Path file, BitSet unordered, double origin, int nodes, int threads) {
        /// What the same file says of time, in the nodes and contexts of the profile.
        Traces traces() throws IOException {
            try (MappedFile again = MappedFile.open(file)) {
                var reader = new ChromeTraceReader(again, unordered, origin);
                reader.readFile();
                reader.finish();
                if (reader.builder.nodes() != nodes || reader.lanes.size() != threads)
                    throw new FileChangedException(file.toString());
                return reader.traces();
            }
        }
    }

    private void readFile() {
        try (var json = new JsonCursor(file, log.texts())) {
            if (json.token() == JsonToken.START_ARRAY) readOpenArray(json);
            else readObject(json);
        }
        if (lanes.isEmpty())
            throw MalformedProfileException.of(
                    file.path().toString(), "slices (events of phase X, B or E)", "none");
    }

    private BitSet lost() {
        var lost = new BitSet();
        for (int thread = 0; thread < lanes.size(); thread++)
            if (lanes.get(thread).isLost()) lost.set(thread);
        return lost;
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
                        log.lost("a sample of a stack is left out; slices are read", "");
                    }
                }
                case "otherData", "metadata" -> readFacts(json);
                default -> readFact(json);
            }
        }
    }

    private void readFacts(JsonCursor json) {
        if (json.token() != JsonToken.START_OBJECT) {
            json.skip();
            return;
        }
        while (json.nextField()) readFact(json);
    }

    private void readFact(JsonCursor json) {
        String name = json.name();
        json.scalar()
                .filter(_ -> !name.isBlank())
                .ifPresent(value -> metadata = metadata.with(name, value));
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
            if (!json.endedEarly()) throw bad;
            if (within) log.lost("the file ends within an event", "byte " + file.size());
            else log.note("the list of events has no end mark; it may have been cut", "");
        }
    }

    private void readEvent(JsonCursor json) {
        event.read(json);
        switch (event.phase) {
            case "X" -> slice(Slices.WHOLE);
            case "B" -> slice(Slices.BEGIN);
            case "E" -> slice(Slices.END);
            case "M" -> threads.describe(event);
            case "b", "e", "n", "S", "T", "F", "p" ->
                    log.lost("asynchronous events are left out", event.name);
            case "C" -> log.lost("counters are left out", event.name);
            case "P" -> log.lost("sample events are left out", event.name);
            case "i", "I", "R" -> log.note("instants are left out", event.name);
            case "s", "t", "f" -> flow();
            case "" -> {
                if (!event.isEmpty()) log.lost("an event has no phase", event.name);
            }
            default ->
                    log.note(
                            "events of phase '%s' are left out".formatted(event.phase), event.name);
        }
    }

    /// Flows from launches to work of the device say what correlations do.
    private void flow() {
        if (!event.category.equals("ac2g")) log.note("flows are left out", event.category);
    }

    private void slice(byte phase) {
        Category category = Category.of(event.category);
        if (!Double.isFinite(event.begin)
                || Double.isInfinite(event.duration)
                || event.duration < 0) {
            log.lost("a slice has no time", event.name);
            return;
        }
        switch (category) {
            case DEVICE_ANNOTATION ->
                    log.note("annotations repeated on a device are left out", event.name);
            case PROFILER -> log.note("what the profiler says of itself is left out", event.name);
            case REGION, OPERATOR, PYTHON, LAUNCH, DEVICE ->
                    lane(threads.of(event, category)).add(event, phase, category);
        }
    }

    private Lane lane(int thread) {
        origin = Math.min(origin, event.begin);
        if (thread == lanes.size()) lanes.add(new Lane(thread, nesting, unordered.get(thread)));
        return lanes.get(thread);
    }

    private void finish() {
        for (int thread = 0; thread < lanes.size(); thread++)
            if (!threads.isStream(thread)) lanes.get(thread).finish();
        for (int thread = 0; thread < lanes.size(); thread++)
            if (threads.isStream(thread)) lanes.get(thread).finishStream();
    }

    private Profile profile() {
        int[] contexts = threads.moveTo(builder);
        int time = builder.metric(new Metric("time", MICROSECONDS, Metric.Scope.INCLUSIVE));
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        nesting.cells().moveTo(builder, thread -> contexts[thread], time, calls);
        return builder.metadata(metadata).build();
    }

    /// PyTorch says what its times count from.
    private long originNanos() {
        return metadata.get("baseTimeNanoseconds").orElse(NO_BASE) instanceof Value.Whole(long base)
                        && base > 0
                ? base + Math.round(origin * 1000)
                : 0;
    }

    private Traces traces() {
        int[] places = builder.depthFirstPlaces();
        List<Context> contexts = threads.contexts();
        List<Context> sorted = contexts.stream().sorted().distinct().toList();
        long end = 0;
        List<TimeLine> used = new ArrayList<>();
        for (int thread = 0; thread < contexts.size(); thread++) {
            TimeLine line = lanes.get(thread).line();
            line.settle(Collections.binarySearch(sorted, contexts.get(thread)), places);
            end = Math.max(end, line.endNanos());
            if (line.samples() > 0) used.add(line);
        }
        used.sort(Comparator.comparingInt(TimeLine::context));
        return new Traces(originNanos(), end, List.copyOf(used));
    }
}
