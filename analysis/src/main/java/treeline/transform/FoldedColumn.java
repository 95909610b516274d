package treeline.transform;

import treeline.array.Ints;
import treeline.cores.Ranges;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.BitSet;
import java.util.List;

/// Maps the values of one metric to the tree of a [NodeMapping], context by context on all cores.
final class FoldedColumn {
    /// The tree that the values are of.
    private final CallTree from;

    private final int[] target;

    /// How many the new tree has.
    private final int nodes;

    private final Metric.Scope scope;

    FoldedColumn(CallTree from, int[] target, int nodes, Metric.Scope scope) {
        this.from = from;
        this.target = target;
        this.nodes = nodes;
        this.scope = scope;
    }

    MetricColumn of(MetricColumn column) {
        SparseRows rows = column.byContext();
        List<SparseRows> parts =
                Ranges.map(
                        rows.rows(),
                        Ranges.rowsPerTaskWithArrays(rows.rows()),
                        (first, end) -> folded(rows, first, end));
        return MetricColumn.ofContexts(SparseRows.concatenated(parts), nodes);
    }

    private SparseRows folded(SparseRows rows, int first, int end) {
        var row = new Row(rows, new SparseRows.Builder(rows.end(end - 1) - rows.start(first), 0));
        for (int context = first; context < end; context++) row.add(context);
        return row.folded.build();
    }

    /// Scratch arrays of the size of the new tree, reused for each context.
    private final class Row {
        private static final int SEVERAL = -1;

        private final SparseRows rows;
        private final SparseRows.Builder folded;
        private final double[] value = new double[nodes];
        private final int[] soleCell = new int[nodes];
        private final int[] countedUpTo = new int[nodes];
        private final BitSet met = new BitSet(nodes);
        private final Ints order = new Ints();
        private boolean ascending;

        Row(SparseRows rows, SparseRows.Builder folded) {
            this.rows = rows;
            this.folded = folded;
        }

        void add(int context) {
            order.clear();
            ascending = true;
            for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                int node = rows.index(cell);
                if (target[node] == NodeMapping.GONE) continue;
                if (scope == Metric.Scope.INCLUSIVE && isCounted(node, cell)) continue;
                join(target[node], cell);
            }
            if (!ascending) order.sort();
            for (int i = 0; i < order.size(); i++) {
                int node = order.at(i);
                if (soleCell[node] == SEVERAL) folded.add(node, value[node]);
                else folded.copy(node, rows, soleCell[node]);
                met.clear(node);
            }
            folded.endRow();
        }

        /// Whether an inclusive value is part of one that already went to the same target. Cells
        /// come depth-first, so the last value that counted covers all that is below its node.
        private boolean isCounted(int node, int cell) {
            int to = target[node];
            if (met.get(to) && node < countedUpTo[to]) return true;
            countedUpTo[to] = Double.isNaN(rows.value(cell)) ? 0 : from.subtreeEnd(node);
            return false;
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
            if (!order.isEmpty() && order.last() > node) ascending = false;
            order.add(node);
        }

        private double combined(double before, double next) {
            if (Double.isNaN(before)) return next;
            if (Double.isNaN(next)) return before;
            return scope == Metric.Scope.POINT ? Math.max(before, next) : before + next;
        }
    }
}
