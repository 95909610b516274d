package treeline.trace.timeline;

import treeline.cores.Ranges;
import treeline.model.CallTree;
import treeline.model.ContextNames;
import treeline.source.trace.TraceLine;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A raster of a trace: one row per context, one column per pixel. A cell contains the node that is
/// active in the middle of its column, as in the trace view of hpcviewer.
///
/// Each cell is one search in the context's line, so the cost is O(cells * log samples): it depends
/// on the picture and not on the length of the trace. Activities that are shorter than a column may
/// be missing. Cells must therefore not be counted; [CategoryTimes] has exact times.
///
/// - If there are more contexts than rows, contexts are chosen by an even stride.
/// - Contexts without a trace have no row; the report of the [TracePart] lists them.
/// - A cell is [#NO_NODE] if the context is active in no node, such as a GPU stream between two
///   kernels, and [#EMPTY] if its line does not cover the time.
public final class Timeline {
    /// No activity.
    public static final int NO_NODE = TraceLine.NO_NODE;

    /// The context has no sample at that time or, in a timeline by depth, its call path is shorter.
    public static final int EMPTY = TraceLine.NOT_TRACED;

    private final TimeWindow window;
    private final int columns;
    private final int contexts;
    private final List<Row> rows;

    /// A row of cells.
    private static final class Row {
        private final int context;
        private final String name;
        private final int[] nodes;

        Row(int context, String name, int[] nodes) {
            this.context = context;
            this.name = name;
            this.nodes = nodes;
        }
    }

    private Timeline(TimeWindow window, int columns, int contexts, List<Row> rows) {
        this.window = window;
        this.columns = columns;
        this.contexts = contexts;
        this.rows = List.copyOf(rows);
    }

    /// Samples the rows in parallel.
    ///
    /// @param maxRows contexts beyond this number are omitted by an even stride
    /// @param columns at most one per nanosecond; a shorter window has as many as it has
    ///   nanoseconds
    public static Timeline of(TracePart part, int maxRows, int columns) {
        List<List<TraceLine>> all = byContext(part);
        int count = Math.min(maxRows, all.size());
        long[] times = middles(part.window(), columns);
        List<String> names = ContextNames.of(part.outline()).names();
        List<Row> rows =
                Ranges.map(
                        count,
                        1,
                        (row, _) ->
                                row(
                                        all.get((int) ((long) row * all.size() / count)),
                                        names,
                                        times));
        return new Timeline(part.window(), times.length, all.size(), rows);
    }

    /// The call stack of one context over time: row 0 has the roots, and row d the ancestors at
    /// depth d of the active nodes.
    ///
    /// @param context one of the part
    /// @param maxRows deeper levels are omitted
    public static Timeline ofDepths(TracePart part, int context, int maxRows, int columns) {
        List<TraceLine> lines =
                part.lines().stream().filter(line -> line.context() == context).toList();
        long[] times = middles(part.window(), columns);
        int[] active = nodes(lines, times);
        CallTree tree = part.outline().tree();
        int[] depths = tree.depths();
        int deepest = Arrays.stream(active).filter(n -> n >= 0).map(n -> depths[n]).max().orElse(0);
        List<Row> rows = new ArrayList<>();
        for (int depth = 0; depth <= deepest && depth < maxRows; depth++) {
            int[] nodes = new int[active.length];
            for (int i = 0; i < nodes.length; i++)
                nodes[i] = atDepth(tree, depths, active[i], depth);
            rows.add(new Row(context, "depth " + (depth + 1), nodes));
        }
        return new Timeline(part.window(), times.length, 1, rows);
    }

    private static int atDepth(CallTree tree, int[] depths, int node, int depth) {
        if (node < 0) return depth == 0 ? node : EMPTY;
        if (depths[node] < depth) return EMPTY;
        int at = node;
        while (depths[at] > depth) at = tree.parent(at);
        return at;
    }

    /// Lines are in the order of contexts; a context may have several.
    private static List<List<TraceLine>> byContext(TracePart part) {
        List<List<TraceLine>> all = new ArrayList<>();
        for (TraceLine line : part.lines()) {
            if (all.isEmpty() || all.getLast().getFirst().context() != line.context())
                all.add(new ArrayList<>());
            all.getLast().add(line);
        }
        return all;
    }

    private static Row row(List<TraceLine> lines, List<String> names, long[] times) {
        int context = lines.getFirst().context();
        return new Row(context, names.get(context), nodes(lines, times));
    }

    /// If several lines of a context cover a time, the first with an activity counts.
    private static int[] nodes(List<TraceLine> lines, long[] times) {
        int[] nodes = new int[times.length];
        Arrays.fill(nodes, EMPTY);
        int[] others = new int[times.length];
        for (TraceLine line : lines) {
            line.nodesAt(times, others);
            for (int i = 0; i < nodes.length; i++)
                if (nodes[i] < 0) nodes[i] = Math.max(nodes[i], others[i]);
        }
        return nodes;
    }

    private static long[] middles(TimeWindow window, int columns) {
        long span = window.toNanos() - window.fromNanos();
        int count = (int) Math.min(columns, span);
        long parts = 2L * count;
        long[] times = new long[count];
        for (int i = 0; i < count; i++)
            times[i] =
                    window.fromNanos()
                            + span / parts * (2L * i + 1)
                            + span % parts * (2L * i + 1) / parts;
        return times;
    }

    public TimeWindow window() {
        return window;
    }

    public int columns() {
        return columns;
    }

    public int rows() {
        return rows.size();
    }

    /// Number of traced contexts; some may have no row.
    public int contexts() {
        return contexts;
    }

    /// The context of a row, as an index of the run's outline.
    public int context(int row) {
        return rows.get(row).context;
    }

    public String name(int row) {
        return rows.get(row).name;
    }

    /// The node of a cell, [#NO_NODE] or [#EMPTY].
    public int node(int row, int column) {
        return rows.get(row).nodes[column];
    }

    /// The time at which a column starts; that of column [#columns()] is the end of the window.
    public long nanosAt(int column) {
        long span = window.toNanos() - window.fromNanos();
        return window.fromNanos() + span / columns * column + span % columns * column / columns;
    }
}
