package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;

/// One value a node out of a metric's values by context, with everything below the node included,
/// which is what a call tree shows. NaN where nothing was measured.
public final class NodeValues {
    private NodeValues() {}

    /// Inclusive values as they are, exclusive ones summed over the subtree, readings at a point
    /// untouched.
    public static double[] shown(
            CallTree tree, Metric metric, MetricColumn column, Reduction over) {
        return switch (metric.scope()) {
            case POINT -> reduced(column, over);
            case INCLUSIVE -> withSumsWhereMissing(tree, reduced(column, over));
            case EXCLUSIVE ->
                    switch (over) {
                        case SUM, MEAN -> inclusive(tree, reduced(column, over));
                        case MIN, MAX -> extremeOfInclusive(tree, column, over);
                    };
        };
    }

    /// Children always follow their parent, so one backward pass adds each node after its subtree
    /// is complete.
    public static double[] inclusive(CallTree tree, double[] exclusive) {
        double[] total = exclusive.clone();
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT) total[parent] = sum(total[parent], total[node]);
        }
        return total;
    }

    /// A node that nobody measured, such as a root that only groups, is worth what its children
    /// are.
    private static double[] withSumsWhereMissing(CallTree tree, double[] measured) {
        double[] filled = measured.clone();
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && Double.isNaN(measured[parent]))
                filled[parent] = sum(filled[parent], filled[node]);
        }
        return filled;
    }

    /// NaN is "not measured" and adds nothing.
    private static double sum(double a, double b) {
        if (Double.isNaN(a)) return b;
        return Double.isNaN(b) ? a : a + b;
    }

    /// One value a node in the scope that the metric has, nothing added up over the tree.
    public static double[] reduced(MetricColumn column, Reduction over) {
        double[] values = nothing(column.nodes());
        SparseRows rows = column.byContext();
        for (int cell = 0; cell < rows.cells(); cell++) {
            int node = rows.index(cell);
            values[node] = combined(over, values[node], rows.value(cell));
        }
        if (over == Reduction.MEAN)
            for (int node = 0; node < values.length; node++) values[node] /= column.contexts();
        return values;
    }

    private static double combined(Reduction over, double before, double next) {
        if (Double.isNaN(before)) return next;
        if (Double.isNaN(next)) return before;
        return switch (over) {
            case SUM, MEAN -> before + next;
            case MIN -> Math.min(before, next);
            case MAX -> Math.max(before, next);
        };
    }

    /// The slowest context of a subtree is not the sum of the slowest contexts of its nodes, so the
    /// inclusive values are made for one context after the other. Only nodes that the context ran,
    /// and their callers, are touched: runs have many more contexts than a context has nodes.
    private static double[] extremeOfInclusive(CallTree tree, MetricColumn column, Reduction over) {
        double[] extreme = nothing(tree.size());
        double[] ofContext = nothing(tree.size());
        SparseRows rows = column.byContext();
        for (int context = 0; context < rows.rows(); context++) {
            int[] ran = RunNodes.withCallers(tree, rows, context);
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                ofContext[rows.index(cell)] = rows.value(cell);
            for (int i = ran.length - 1; i >= 0; i--) {
                int node = ran[i];
                int parent = tree.parent(node);
                extreme[node] = combined(over, extreme[node], ofContext[node]);
                if (parent != CallTree.NO_PARENT)
                    ofContext[parent] = sum(ofContext[parent], ofContext[node]);
                ofContext[node] = Double.NaN;
            }
        }
        return extreme;
    }

    private static double[] nothing(int nodes) {
        double[] values = new double[nodes];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
