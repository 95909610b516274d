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
import treeline.source.trace.Traces;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Sums the events of a recording by thread and stack.
final class JfrReader {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);
    private static final Metric NATIVE_TIME =
            new Metric("native time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// Is recorded every second, also while no thread runs.
    private static final String CPU_LOAD = "jdk.CPULoad";

    private static final String RECORDER_CLASSES = "jdk.jfr.internal.";
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
    private final Set<String> ignored = new TreeSet<>();
    private final JfrCoverage coverage = new JfrCoverage();

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
        if (!ignored.isEmpty())
            log.note(
                    "%d event types have no metric and are ignored, such as %s"
                            .formatted(ignored.size(), ignored.iterator().next()),
                    "");
        moveCells();
        ours.moveTo(builder, threads);
        if (builder.nodes() == 0) log.note("the recording has no event with a metric", "");
        return builder.metadata(settings.addTo(withTimes())).build();
    }

    private Metadata withTimes() {
        Metadata more = metadata;
        if (first != null && last != null)
            more =
                    coverage.addTo(
                            more.with(ELAPSED, seconds(Duration.between(first, last))),
                            first,
                            last);
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
        long period = periodNanos(JfrMeasure.EXECUTION);
        long nativePeriod = periodNanos(JfrMeasure.NATIVE);
        long origin = times.originNanos();
        long end = 0;
        List<TimeLine> lines = new ArrayList<>();
        for (int thread = 0; thread < threads.size(); thread++) {
            TimeLine line = times.line(thread, origin, period, nativePeriod);
            if (line.samples() == 0) continue;
            line.settle(Collections.binarySearch(contexts, threads.context(thread)), places);
            end = Math.max(end, line.endNanos());
            lines.add(line);
        }
        lines.sort(Comparator.comparingInt(TimeLine::context));
        return new Traces(origin, end, List.copyOf(lines));
    }

    /// 0 if the recording does not say one.
    private long periodNanos(String event) {
        double nanos = settings.periodNanos(event);
        return Double.isNaN(nanos) ? 0 : (long) nanos;
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
            case CPU_LOAD -> coverage.addLoad(event);
            case "jdk.ThreadStart" -> coverage.starts(event.getThread(), event.getStartTime());
            case "jdk.ThreadEnd" -> coverage.ends(event.getThread(), event.getStartTime());
            case "jdk.VirtualThreadStart", "jdk.VirtualThreadEnd" -> coverage.isVirtual();
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
            default -> ignored.add(type);
        }
    }

    private void addMeasures(RecordedEvent event, List<JfrMeasure> of) {
        JfrDetail detail = details.of(event, of.getFirst());
        RecordedThread recorded = thread(event);
        if (JfrCoverage.isRecorder(recorded) || detail.className().startsWith(RECORDER_CLASSES)) {
            log.note("events of Flight Recorder itself are ignored", "");
            return;
        }
        int thread = threads.number(recorded);
        coverage.know(thread, recorded);
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
            if (measure.isDuration()) coverage.add(thread, value);
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
        addTime(contexts, JfrMeasure.EXECUTION, TIME);
        addTime(contexts, JfrMeasure.NATIVE, NATIVE_TIME);
    }

    /// Samples times their period, if the recording says one.
    private void addTime(int[] contexts, String event, Metric metric) {
        JfrMeasure measure = JfrMeasure.of(event).getFirst();
        int samples = columns.getOrDefault(measure, 0);
        if (cells.get(samples).isEmpty()) return;
        double nanos = settings.periodNanos(event);
        if (Double.isNaN(nanos)) {
            log.note(
                    "%s have no time: their sampling period varies"
                            .formatted(measure.metric().name()),
                    String.join(", ", settings.periods(event)));
            return;
        }
        if (metric.equals(TIME))
            metadata = metadata.with("sampling period", settings.periods(event).iterator().next());
        int time = builder.metric(metric);
        cells.get(samples)
                .forEach(
                        0,
                        (thread, node, count) -> {
                            builder.add(time, contexts[thread], node, count * nanos);
                            coverage.add(thread, count * nanos);
                        });
    }
}
