package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedClass;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Adds up the events of a recording by thread and stack, one after the other.
final class JfrReader {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);
    private static final String SEVERAL = "several";

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
    private final Map<String, String> classes = new HashMap<>();
    private final Set<String> periods = new TreeSet<>();
    private Metadata metadata = Metadata.NONE;
    private long executionId = -1;

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
        knowTypes(recording);
        while (recording.hasMoreEvents()) add(recording.readEvent());
        moveCells();
        ours.moveTo(builder, threads);
        if (builder.nodes() == 0) log.note("the recording has no event that is a metric", "");
        return builder.metadata(metadata).build();
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
        if (!of.isEmpty()) addMeasures(event, of);
        else if (type.equals(RecorderEvents.EVENT)) ours.add(event, threads);
        else if (FACTS.containsKey(type)) addFacts(event, FACTS.getOrDefault(type, List.of()));
        else addOther(event, type);
    }

    private void addOther(RecordedEvent event, String type) {
        switch (type) {
            case "jdk.ActiveSetting" -> addSetting(event);
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
        int node = stacks.node(event.getStackTrace());
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
            labelClass(event, measure, node);
        }
    }

    /// Samples are taken by a thread of the JVM, and name the one that they are of.
    private static @Nullable RecordedThread thread(RecordedEvent event) {
        return event.hasField("sampledThread")
                ? event.getThread("sampledThread")
                : event.getThread();
    }

    private void labelClass(RecordedEvent event, JfrMeasure measure, int node) {
        if (measure.classField().isEmpty() || !event.hasField(measure.classField())) return;
        RecordedClass type = event.getClass(measure.classField());
        if (type == null) return;
        String label = measure.metric().name() + " class";
        String text =
                classes.merge(
                        label + " " + node, type.getName(), (a, b) -> a.equals(b) ? a : SEVERAL);
        builder.label(label, node, text);
    }

    private void addSetting(RecordedEvent event) {
        String name = event.getString("name");
        String value = event.getString("value");
        boolean isPeriod = "period".equals(name) && value != null;
        if (isPeriod && event.getLong("id") == executionId) periods.add(value);
    }

    /// Settings name events by the numbers that this recording gives them.
    private void knowTypes(RecordingFile recording) throws IOException {
        for (var type : recording.readEventTypes())
            if (type.getName().equals(JfrMeasure.EXECUTION)) executionId = type.getId();
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
                    String.join(", ", periods));
            return;
        }
        metadata = metadata.with("sampling period", periods.iterator().next());
        int time = builder.metric(TIME);
        cells.get(samples)
                .forEach(
                        0,
                        (context, node, count) ->
                                builder.add(time, contexts[context], node, count * nanos));
    }

    /// Of all execution samples; NaN where the recording does not say one.
    private double periodNanos() {
        return periods.size() == 1 ? nanos(periods.iterator().next()) : Double.NaN;
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
