package treeline.formats.chrometrace;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.MalformedProfileException;
import treeline.source.MappedFile;
import treeline.source.ProfileSource;
import treeline.source.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// Reads the events of a file, an array or an object that has one, into slices, and makes a profile
/// and traces of them.
final class ChromeTraceReader {
    private static final Value NO_BASE = new Value.Whole(0);
    private static final Unit MICROSECONDS = Unit.of("us");

    private final MappedFile file;
    private final Tally log = new Tally();
    private final Slices slices = new Slices();
    private final TraceThreads threads = new TraceThreads();
    private final TraceEvent event = new TraceEvent();
    private final ProfileBuilder builder = new ProfileBuilder();
    private Metadata metadata = Metadata.NONE;

    ChromeTraceReader(MappedFile file) {
        this.file = file;
    }

    ProfileSource read() {
        try (var json = new JsonCursor(file, log.texts())) {
            if (json.token() == JsonToken.START_ARRAY) readOpenArray(json);
            else readObject(json);
        }
        if (slices.size() == 0)
            throw MalformedProfileException.of(
                    file.path().toString(), "slices (events of phase X, B or E)", "none");
        return source();
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
                    slices.add(event, threads.of(event, category), phase, category);
        }
    }

    private ProfileSource source() {
        int[][] byThread = slices.byThread(threads.size());
        double origin = Double.POSITIVE_INFINITY;
        for (int[] each : byThread)
            if (each.length > 0) origin = Math.min(origin, slices.begin(each[0]));
        List<TimeLine> lines = new ArrayList<>();
        for (int thread = 0; thread < byThread.length; thread++) lines.add(new TimeLine(origin));
        var nesting = new Nesting(slices, builder, log);
        var pairs = new BeginsAndEnds(slices, log);
        for (int thread = 0; thread < byThread.length; thread++)
            if (!threads.isStream(thread)) {
                pairs.pair(byThread[thread]);
                nesting.nest(thread, withoutEnds(byThread[thread]), lines.get(thread));
            }
        for (int thread = 0; thread < byThread.length; thread++)
            if (threads.isStream(thread))
                nesting.launched(thread, byThread[thread], lines.get(thread));
        add(nesting, threads.moveTo(builder));
        int[] places = builder.depthFirstPlaces();
        Profile profile = builder.metadata(metadata).build();
        return new TracedSource(
                new LoadedSource(profile, log.report()), traces(lines, profile, places, origin));
    }

    private int[] withoutEnds(int[] ofThread) {
        return Arrays.stream(ofThread).filter(slice -> slices.phase(slice) != Slices.END).toArray();
    }

    private void add(Nesting nesting, int[] contexts) {
        int time = builder.metric(new Metric("time", MICROSECONDS, Metric.Scope.INCLUSIVE));
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        nesting.cells().moveTo(builder, thread -> contexts[thread], time, calls);
    }

    /// PyTorch says what its times count from.
    private long originNanos(double origin) {
        return metadata.get("baseTimeNanoseconds").orElse(NO_BASE) instanceof Value.Whole(long base)
                        && base > 0
                ? base + Math.round(origin * 1000)
                : 0;
    }

    private Traces traces(List<TimeLine> lines, Profile profile, int[] places, double origin) {
        List<Context> contexts = threads.contexts();
        long end = 0;
        for (int thread = 0; thread < contexts.size(); thread++) {
            int context = Collections.binarySearch(profile.contexts(), contexts.get(thread));
            lines.get(thread).settle(context, places);
            end = Math.max(end, lines.get(thread).endNanos());
        }
        List<TimeLine> used =
                lines.stream()
                        .filter(line -> line.samples() > 0)
                        .sorted(Comparator.comparingInt(TimeLine::context))
                        .toList();
        return new Traces(originNanos(origin), end, List.copyOf(used));
    }
}
