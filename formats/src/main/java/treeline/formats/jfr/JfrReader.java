package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

import org.jspecify.annotations.Nullable;

import treeline.formats.reading.SampleCells;
import treeline.formats.reading.TimeLine;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Traces;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Adds up the events of a recording by thread and stack, one after the other.
final class JfrReader {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// Is recorded every second, also while no thread runs.
    private static final String CPU_LOAD = "jdk.CPULoad";

    private static final String ELAPSED = "elapsed time";
    private static final String LONGEST_PAUSE = "longest gc pause time";

    /// Facts of a run that are metadata: an event and its field.
    private static final Map<String, List<String>> FACTS =
            Map.of(
                    "jdk.JVMInformation",
                    List.of("jvmName", "jvmVersion", "jvmArguments", "javaArguments", "pid"),
                    "jdk.OSInformation",
                    List.of("osVersion"),
                    "jdk.CPUInformation",
                    List.of("cpu", "cores", "hwThreads"));

    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final JfrThreads threads = new JfrThreads(log);
    private final JfrStacks stacks = new JfrStacks(builder, log);
    private final RecorderEvents ours = new RecorderEvents(log);
    private final List<JfrMeasure> measures = JfrMeasure.all();

    private final List<SampleCells> cells = measures.stream().map(_ -> new SampleCells(1)).toList();

    private final Map<JfrMeasure, Integer> columns = new HashMap<>();
    private final JfrSettings settings = new JfrSettings();
    private final JfrDetail.Reader details = new JfrDetail.Reader(log);
    private Metadata metadata = Metadata.NONE;
    private @Nullable Instant first;
    private @Nullable Instant last;
    private Duration longestPause = Duration.ZERO;

    private final @Nullable JfrTimes times;

    JfrReader() {
        this(null);
    }

    /// @param times where traces are wanted
    private JfrReader(@Nullable JfrTimes times) {
        this.times = times;
        for (int i = 0; i < measures.size(); i++) columns.put(measures.get(i), i);
    }

    LoadedSource read(RecordingFile recording) throws IOException {
        return new LoadedSource(profile(recording), log.report());
    }

    private Profile profile(RecordingFile recording) throws IOException {
        settings.knowTypes(recording.readEventTypes());
        while (recording.hasMoreEvents()) add(recording.readEvent());
        moveCells();
        ours.moveTo(builder, threads);
        if (builder.nodes() == 0) log.note("the recording has no event that is a metric", "");
        return builder.metadata(settings.addTo(withTimes())).build();
    }

    private Metadata withTimes() {
        Metadata more = metadata;
        if (first != null && last != null)
            more = more.with(ELAPSED, seconds(Duration.between(first, last)));
        return longestPause.isZero() ? more : more.with(LONGEST_PAUSE, seconds(longestPause));
    }

    private static Metadata.Value seconds(Duration duration) {
        return new Metadata.Value.Real(JfrMeasure.nanos(duration) / 1e9);
    }

    /// What threads did over time, in the nodes and contexts of the profile.
    static Traces traces(RecordingFile recording) throws IOException {
        var reader = new JfrReader(new JfrTimes());
        Profile profile = reader.profile(recording);
        return reader.traces(profile.contexts());
    }

    private Traces traces(List<Context> contexts) {
        if (times == null) return Traces.NONE;
        int[] places = builder.depthFirstPlaces();
        double period = periodNanos();
        long origin = times.originNanos();
        long end = 0;
        List<TimeLine> lines = new ArrayList<>();
        for (int thread = 0; thread < threads.size(); thread++) {
            TimeLine line = times.line(thread, origin, Double.isNaN(period) ? 0 : (long) period);
            if (line.samples() == 0) continue;
            line.settle(Collections.binarySearch(contexts, threads.context(thread)), places);
            end = Math.max(end, line.endNanos());
            lines.add(line);
        }
        lines.sort(Comparator.comparingInt(TimeLine::context));
        return new Traces(origin, end, List.copyOf(lines));
    }

    private void add(RecordedEvent event) {
        String type = event.getEventType().getName();
        List<JfrMeasure> of = JfrMeasure.of(type);
        if (type.equals(CPU_LOAD) || (!of.isEmpty() && of.getFirst().isOfTime())) extendTo(event);
        if (!of.isEmpty()) addMeasures(event, of);
        else if (type.equals(RecorderEvents.EVENT)) ours.add(event, threads);
        else if (FACTS.containsKey(type)) addFacts(event, FACTS.getOrDefault(type, List.of()));
        else addOther(event, type);
    }

    private void extendTo(RecordedEvent event) {
        Instant begin = event.getStartTime();
        Instant end = event.getEndTime();
        if (first == null || begin.isBefore(first)) first = begin;
        if (last == null || end.isAfter(last)) last = end;
    }

    private void addOther(RecordedEvent event, String type) {
        switch (type) {
            case "jdk.ActiveSetting" -> settings.add(event);
            case "jdk.DataLoss" ->
                    log.lost(
                            "the recorder lost bytes of events",
                            "",
                            Math.max(1, event.getLong("amount")));
            case "jdk.CPUTimeSamplesLost" ->
                    log.lost(
                            "the recorder lost samples of CPU time",
                            "",
                            Math.max(1, event.getLong("lostSamples")));
            default -> log.note("events of a type are no metric", type);
        }
    }

    private void addMeasures(RecordedEvent event, List<JfrMeasure> of) {
        int thread = threads.number(thread(event));
        JfrDetail detail = details.of(event, of.getFirst());
        int node =
                of.getFirst().event().equals(JfrMeasure.COLLECTION)
                        ? collection(event)
                        : stacks.node(event.getStackTrace(), detail.text());
        label(of.getFirst(), node, detail);
        for (JfrMeasure measure : of) {
            double value = measure.of(event);
            if (Double.isNaN(value)) {
                log.lost("an event lacks a field", measure.event() + ", " + measure.field());
                continue;
            }
            int column = columns.getOrDefault(measure, 0);
            cells.get(column).add(0, thread, node, value);
            if (times != null && measure.equals(of.getFirst()))
                times.add(thread, event, measure, node);
        }
    }

    private int collection(RecordedEvent event) {
        if (event.hasField("longestPause")) {
            Duration longest = event.getDuration("longestPause");
            if (longest.compareTo(longestPause) > 0) longestPause = longest;
        }
        return stacks.collection(text(event, "name"), text(event, "cause"));
    }

    private static String text(RecordedEvent event, String field) {
        Object value = event.hasField(field) ? event.getValue(field) : null;
        return value == null ? "" : value.toString();
    }

    /// Events of one node have the same detail.
    private void label(JfrMeasure measure, int node, JfrDetail detail) {
        String name = measure.metric().name();
        if (!detail.className().isEmpty()) builder.label(name + " class", node, detail.className());
        if (!detail.owner().isEmpty()) builder.label(name + " owner", node, detail.owner());
        if (!detail.target().isEmpty()) builder.label(name + " target", node, detail.target());
    }

    /// Samples are taken by a thread of the JVM, and name the one that they are of.
    private static @Nullable RecordedThread thread(RecordedEvent event) {
        return event.hasField("sampledThread")
                ? event.getThread("sampledThread")
                : event.getThread();
    }

    private void addFacts(RecordedEvent event, List<String> fields) {
        for (String field : fields) {
            Object value = event.hasField(field) ? event.getValue(field) : null;
            if (value == null || value.toString().isBlank()) continue;
            metadata =
                    value instanceof Number number
                            ? metadata.with(field, number.longValue())
                            : metadata.with(field, value.toString());
        }
    }

    private void moveCells() {
        int[] contexts = new int[threads.size()];
        for (int i = 0; i < contexts.length; i++) contexts[i] = threads.context(builder, i);
        for (int column = 0; column < cells.size(); column++) {
            if (cells.get(column).isEmpty()) continue;
            int metric = builder.metric(measures.get(column).metric());
            cells.get(column).moveTo(builder, thread -> contexts[thread], metric);
        }
        addTime(contexts);
    }

    /// Samples times their period, if the recording says one.
    private void addTime(int[] contexts) {
        int samples = columns.getOrDefault(JfrMeasure.of(JfrMeasure.EXECUTION).getFirst(), 0);
        if (cells.get(samples).isEmpty()) return;
        double nanos = periodNanos();
        if (Double.isNaN(nanos)) {
            log.note(
                    "execution samples have no time, because the recording does not say one period"
                            + " for all of them",
                    String.join(", ", settings.periods()));
            return;
        }
        metadata = metadata.with("sampling period", settings.periods().iterator().next());
        int time = builder.metric(TIME);
        cells.get(samples)
                .forEach(
                        0,
                        (context, node, count) ->
                                builder.add(time, contexts[context], node, count * nanos));
    }

    /// Of all execution samples; NaN where the recording does not say one.
    private double periodNanos() {
        return settings.periods().size() == 1
                ? nanos(settings.periods().iterator().next())
                : Double.NaN;
    }

    /// Such as `20 ms`; NaN for what is no time.
    private static double nanos(String period) {
        String[] parts = period.trim().split("\\s+", 2);
        if (parts.length < 2 || !parts[0].matches("\\d{1,9}")) return Double.NaN;
        long number = Long.parseLong(parts[0]);
        return switch (parts[1]) {
            case "ns" -> number;
            case "us" -> JfrMeasure.nanos(Duration.ofNanos(number * 1000));
            case "ms" -> JfrMeasure.nanos(Duration.ofMillis(number));
            case "s" -> JfrMeasure.nanos(Duration.ofSeconds(number));
            case "m" -> JfrMeasure.nanos(Duration.ofMinutes(number));
            default -> Double.NaN;
        };
    }
}
