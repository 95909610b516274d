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
import treeline.source.TraceLine;
import treeline.source.Traces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// The call tree of a time window, so that every analysis of a run works on a part of its time: how
/// long each context was in each node, from its trace. The contexts are those that have samples,
/// GPU streams among them. The nodes are those of the run, and behind them one for samples that are
/// in none.
///
/// Times are whole nanoseconds, so that the windows `[a,b)` and `[b,c)` add up to `[a,c)` exactly.
/// What the nodes of a context have together is how much of the window its samples cover.
public final class WindowSource implements ProfileSource {
    /// The root that has the time in no node, named as HPCToolkit does.
    public static final String NO_ACTIVITY = "<no activity>";

    /// The one metric of a window.
    public static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// Where the metadata of a window's profile says which part of the run it is.
    public static final String BEGIN = "window.begin.ns";

    public static final String END = "window.end.ns";

    private final ProfileSource source;
    private final TimeWindow window;
    private final List<List<TraceLine>> linesOf = new ArrayList<>();
    private final Outline outline;
    private final ReadReport.Log log = new ReadReport.Log();

    /// @param source whose traces are read; closed with the window
    /// @throws IllegalArgumentException where it has none
    public WindowSource(ProfileSource source, TimeWindow window) {
        this.source = source;
        this.window = window;
        Traces traces = source.traces();
        if (traces.isEmpty()) throw new IllegalArgumentException("the run has no traces");
        int[] contexts = contexts(traces);
        Outline whole = source.outline();
        BitSet traced = new BitSet();
        ContextNames names = ContextNames.of(whole);
        for (int context : contexts) {
            traced.set(context);
            Context traceOf = whole.contexts().get(context);
            if (traceOf.stream() != Context.NONE)
                log.note(
                        "the time of a GPU stream counts as time of its rank, beside that of"
                                + " threads",
                        names.name(context));
        }
        for (int context = 0; context < whole.contexts().size(); context++)
            if (!traced.get(context))
                log.note("a context was not traced and is left out", names.name(context));
        this.outline =
                withNoActivity(whole)
                        .withContexts(contexts)
                        .withMetrics(List.of(TIME))
                        .withMetadata(
                                whole.metadata()
                                        .with(BEGIN, window.fromNanos())
                                        .with(END, window.toNanos()));
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
        all.add(Frame.region(NO_ACTIVITY));
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
        if (chosen.metrics().isEmpty())
            return new Profile(chosen, new MetricTable(List.of(), List.of()));
        List<List<TraceLine>> contexts =
                Arrays.stream(slice.contexts().indexes(linesOf.size()))
                        .mapToObj(linesOf::get)
                        .toList();
        List<SparseRows> rows =
                Lines.inParallel(
                        contexts,
                        some -> new NodeTimes(window, outline.tree().size(), slice).of(some));
        SparseRows all =
                rows.isEmpty() ? new SparseRows.Builder().build() : SparseRows.concatenated(rows);
        return new Profile(
                chosen,
                new MetricTable(
                        chosen.metrics(),
                        List.of(MetricColumn.ofContexts(all, outline.tree().size()))));
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
                lines);
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
