package treeline.trace;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// The profile of a time window: the time of each context in each node, computed from the trace, so
/// that every analysis works on a part of a run. Its contexts are those with samples, including GPU
/// streams, whose time is a separate metric. Its nodes are those of the run, followed by a node for
/// samples outside all of them.
///
/// Times are whole nanoseconds, so the windows `[a,b)` and `[b,c)` sum to `[a,c)` exactly. The
/// nodes of a thread sum to the part of the window that its samples cover, those of a stream to its
/// busy time.
public final class WindowSource implements ProfileSource {
    /// The time of threads in a window.
    public static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// The time that GPU streams worked in a window. It is a metric of its own, because a device is
    /// no CPU: sums of both mean nothing.
    public static final Metric DEVICE_TIME =
            new Metric(Metric.DEVICE_TIME, Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// Where the metadata of a window's profile says which part of the run it is.
    public static final String BEGIN = "window.begin.ns";

    public static final String END = "window.end.ns";

    private final ProfileSource source;
    private final TimeWindow window;
    private final List<List<TraceLine>> linesOf = new ArrayList<>();
    private final int[] contexts;
    private final Outline outline;
    private final ReadReport.Log log = new ReadReport.Log();

    /// @param source whose traces are read; closed with the window
    /// @throws IllegalArgumentException where it has none
    public WindowSource(ProfileSource source, TimeWindow window) {
        this.source = source;
        this.window = window;
        Traces traces = source.traces();
        if (traces.isEmpty()) throw new IllegalArgumentException("the run has no traces");
        this.contexts = contexts(traces);
        Outline whole = source.outline();
        BitSet traced = new BitSet();
        ContextNames names = ContextNames.of(whole);
        for (int context : contexts) {
            traced.set(context);
        }
        for (int context = 0; context < whole.contexts().size(); context++)
            if (!traced.get(context))
                log.note("a context without a trace was omitted", names.name(context));
        this.outline =
                withNoActivity(whole)
                        .withContexts(contexts)
                        .withMetrics(metrics(whole, contexts))
                        .withMetadata(
                                whole.metadata()
                                        .with(BEGIN, window.fromNanos())
                                        .with(END, window.toNanos()));
    }

    private static List<Metric> metrics(Outline whole, int[] contexts) {
        List<Metric> metrics = new ArrayList<>();
        if (Arrays.stream(contexts).anyMatch(each -> !isStream(whole, each))) metrics.add(TIME);
        if (Arrays.stream(contexts).anyMatch(each -> isStream(whole, each)))
            metrics.add(DEVICE_TIME);
        return metrics;
    }

    private static boolean isStream(Outline outline, int context) {
        return outline.contexts().get(context).stream() != Context.NONE;
    }

    /// Lines come in the order of contexts; a context may have several.
    private int[] contexts(Traces traces) {
        List<Integer> contexts = new ArrayList<>();
        for (TraceLine line : traces.lines()) {
            if (contexts.isEmpty() || contexts.getLast() != line.context()) {
                contexts.add(line.context());
                linesOf.add(new ArrayList<>());
            }
            linesOf.getLast().add(line);
        }
        return contexts.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The tree with one root more, which is last: all other nodes keep their numbers.
    static Outline withNoActivity(Outline outline) {
        CallTree tree = outline.tree();
        int nodes = tree.size();
        int[] parents = new int[nodes + 1];
        int[] frames = new int[nodes + 1];
        for (int node = 0; node < nodes; node++) {
            parents[node] = tree.parent(node);
            frames[node] = tree.frameIndex(node);
        }
        parents[nodes] = CallTree.NO_PARENT;
        frames[nodes] = tree.frames().size();
        List<Frame> all = new ArrayList<>(tree.frames());
        all.add(Frame.region(TraceLine.NO_ACTIVITY));
        return outline.withTree(
                CallTree.of(parents, frames, all),
                outline.labels().stream().map(WindowSource::withOneMore).toList());
    }

    private static Label withOneMore(Label label) {
        return Label.of(
                label.name(),
                IntStream.rangeClosed(0, label.size())
                        .mapToObj(node -> node < label.size() ? label.at(node) : "")
                        .toList());
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) {
        Outline chosen = slice.of(outline);
        return new Profile(
                chosen,
                new MetricTable(
                        chosen.metrics(),
                        chosen.metrics().stream().map(metric -> column(metric, slice)).toList()));
    }

    private MetricColumn column(Metric metric, Slice slice) {
        boolean ofStreams = metric.equals(DEVICE_TIME);
        List<List<TraceLine>> contexts =
                Arrays.stream(slice.contexts().indexes(linesOf.size()))
                        .mapToObj(
                                each ->
                                        isStream(outline, each) == ofStreams
                                                ? linesOf.get(each)
                                                : List.<TraceLine>of())
                        .toList();
        int nodes = outline.tree().size();
        List<SparseRows> rows =
                ParallelTraceLines.inParallel(
                        contexts, some -> new NodeTimes(window, nodes, !ofStreams, slice).of(some));
        SparseRows all =
                rows.isEmpty() ? new SparseRows.Builder().build() : SparseRows.concatenated(rows);
        return MetricColumn.ofContexts(all, nodes);
    }

    /// What happened within the window, which is all of its time.
    @Override
    public Traces traces() {
        List<TraceLine> lines = new ArrayList<>();
        for (int context = 0; context < linesOf.size(); context++)
            for (TraceLine line : linesOf.get(context))
                lines.add(WindowLine.of(line, window, context));
        long origin = source.traces().originNanos();
        return new Traces(
                origin == 0 ? 0 : origin + window.fromNanos(),
                window.toNanos() - window.fromNanos(),
                lines,
                source.traces().detail(),
                WindowInteractions.of(source.traces().interactions(), window, contexts),
                List.of());
    }

    @Override
    public ReadReport report() {
        return source.report().and(log.report());
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
