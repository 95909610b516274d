package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.CallTree;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.Selection;

/// Computes exclusive values by subtracting each child's value from its parent's, if it is part of
/// it. Instructions missing from the tree therefore stay with their line.
public final class Exclusive {
    /// Differences below this share of the value are rounding: a run has fewer samples than 1e12.
    private static final double ROUNDING = 1e-12;

    private Exclusive() {}

    /// Whether what is left of a value is more than rounding.
    static boolean isMore(double rest, double value) {
        return Math.abs(rest) > ROUNDING * Math.abs(value);
    }

    public static MetricColumn of(
            MetricColumn stored, ContextTree contexts, ValueColumn column, Selection nodes) {
        SparseRows from = stored.byContext();
        var rows = new SparseRows.Builder(from.cells(), 0);
        var row = new Row(contexts, column);
        for (int context = 0; context < from.rows(); context++) {
            row.add(from, context, nodes, rows);
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), stored.nodes());
    }

    /// The nodes that must be loaded to compute those of a selection: these and their children.
    public static Selection withChildren(Selection nodes, CallTree tree) {
        if (nodes.isAll()) return nodes;
        return Selection.where(
                tree.size(), node -> nodes.contains(node) || isChildOf(nodes, node, tree));
    }

    private static boolean isChildOf(Selection nodes, int node, CallTree tree) {
        return tree.parent(node) != CallTree.NO_PARENT && nodes.contains(tree.parent(node));
    }

    private static final class Row {
        private final ContextTree contexts;
        private final ValueColumn column;
        private final double[] rest;

        Row(ContextTree contexts, ValueColumn column) {
            this.contexts = contexts;
            this.column = column;
            this.rest = new double[contexts.tree().size()];
        }

        void add(SparseRows from, int context, Selection nodes, SparseRows.Builder rows) {
            CallTree tree = contexts.tree();
            for (int cell = from.start(context); cell < from.end(context); cell++) {
                int node = from.index(cell);
                rest[node] += from.value(cell);
                int parent = tree.parent(node);
                if (parent != CallTree.NO_PARENT && column.isPartOfParent(node, contexts))
                    rest[parent] -= from.value(cell);
            }
            for (int cell = from.start(context); cell < from.end(context); cell++) {
                int node = from.index(cell);
                if (nodes.contains(node) && isMore(rest[node], from.value(cell)))
                    rows.add(node, rest[node]);
            }
            clear(from, context);
        }

        private void clear(SparseRows from, int context) {
            for (int cell = from.start(context); cell < from.end(context); cell++) {
                int node = from.index(cell);
                rest[node] = 0;
                int parent = contexts.tree().parent(node);
                if (parent != CallTree.NO_PARENT) rest[parent] = 0;
            }
        }
    }
}
