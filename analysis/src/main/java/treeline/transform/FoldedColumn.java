package treeline.transform;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// Carries one metric's values over to the tree of a [Fold], context by context on all cores.
///
/// @param topmost nodes without an ancestor of the same target: the inclusive values that count
record FoldedColumn(int[] target, BitSet topmost, int nodes, Metric.Scope scope) {

    /// Fewer contexts than this are not worth a thread of their own.
    private static final int CONTEXTS_A_TASK = 16;

    MetricColumn of(MetricColumn column) {
        SparseRows rows = column.byContext();
        int tasks = Math.ceilDiv(rows.rows(), CONTEXTS_A_TASK);
        List<SparseRows> parts =
                IntStream.range(0, tasks)
                        .parallel()
                        .mapToObj(task -> folded(rows, task * CONTEXTS_A_TASK))
                        .toList();
        return MetricColumn.ofContexts(tasks == 0 ? rows : SparseRows.concatenated(parts), nodes);
    }

    private SparseRows folded(SparseRows rows, int from) {
        int to = Math.min(from + CONTEXTS_A_TASK, rows.rows());
        var row = new Row(rows, new SparseRows.Builder(rows.end(to - 1) - rows.start(from), 0));
        for (int context = from; context < to; context++) row.add(context);
        return row.folded.build();
    }

    /// One context after the other, in scratch arrays as long as the new tree.
    private final class Row {
        private static final int SEVERAL = -1;

        private final SparseRows rows;
        private final SparseRows.Builder folded;
        private final double[] value = new double[nodes];
        private final int[] soleCell = new int[nodes];
        private final BitSet met = new BitSet(nodes);
        private int[] order = new int[64];
        private int count;
        private boolean ascending;

        Row(SparseRows rows, SparseRows.Builder folded) {
            this.rows = rows;
            this.folded = folded;
        }

        void add(int context) {
            count = 0;
            ascending = true;
            for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                int node = rows.index(cell);
                if (target[node] == Fold.GONE) continue;
                if (scope == Metric.Scope.INCLUSIVE && !topmost.get(node)) continue;
                join(target[node], cell);
            }
            if (!ascending) Arrays.sort(order, 0, count);
            for (int i = 0; i < count; i++) {
                int node = order[i];
                if (soleCell[node] == SEVERAL) folded.add(node, value[node]);
                else folded.copy(node, rows, soleCell[node]);
                met.clear(node);
            }
            folded.endRow();
        }

        private void join(int node, int cell) {
            double next = rows.value(cell);
            if (met.get(node)) {
                value[node] = combined(value[node], next);
                soleCell[node] = SEVERAL;
                return;
            }
            met.set(node);
            value[node] = next;
            soleCell[node] = cell;
            if (count == order.length) order = Arrays.copyOf(order, count * 2);
            if (count > 0 && order[count - 1] > node) ascending = false;
            order[count++] = node;
        }

        private double combined(double before, double next) {
            if (Double.isNaN(before)) return next;
            if (Double.isNaN(next)) return before;
            return scope == Metric.Scope.POINT ? Math.max(before, next) : before + next;
        }
    }
}
