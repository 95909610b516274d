package treeline.trace;

import treeline.array.Ints;
import treeline.model.SparseRows;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;

import java.util.List;

/// Time per node within a window, summed over contexts. Memory depends on the number of nodes, not
/// of samples. Not thread-safe.
final class NodeTimes {
    private final TimeWindow window;
    private final Slice slice;
    private final boolean withIdle;
    private final long[] nanos;
    private final Ints touched = new Ints();

    /// @param nodes the last of which is for no activity
    /// @param withIdle whether the time in no node counts
    NodeTimes(TimeWindow window, int nodes, boolean withIdle, Slice slice) {
        this.window = window;
        this.slice = slice;
        this.withIdle = withIdle;
        this.nanos = new long[nodes];
    }

    /// One row per context.
    SparseRows of(List<List<TraceLine>> contexts) {
        var rows = new SparseRows.Builder();
        for (List<TraceLine> lines : contexts) {
            for (TraceLine line : lines)
                line.between(window.fromNanos(), window.toNanos(), this::add);
            addRowAndForget(rows);
        }
        return rows.build();
    }

    private void add(long begin, long end, int node) {
        if (node == TraceLine.NO_NODE && !withIdle) return;
        int at = node == TraceLine.NO_NODE ? nanos.length - 1 : node;
        if (nanos[at] == 0) touched.add(at);
        nanos[at] += end - begin;
    }

    private void addRowAndForget(SparseRows.Builder rows) {
        touched.sort();
        for (int i = 0; i < touched.size(); i++) {
            int node = touched.at(i);
            if (slice.nodes().contains(node)) rows.add(node, (double) nanos[node]);
            nanos[node] = 0;
        }
        touched.clear();
        rows.endRow();
    }
}
