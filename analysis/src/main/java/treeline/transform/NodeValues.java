package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.stream.IntStream;

/// One value a node out of a metric's values by context, with everything below the node included,
/// which is what a call tree shows. NaN where nothing was measured.
public final class NodeValues {
    private NodeValues() {}

    /// Inclusive values as they are, exclusive ones summed over the subtree, readings at a point
    /// untouched.
    public static double[] shown(
            CallTree tree, Metric metric, MetricColumn column, Reduction over) {
        boolean adds = over == Reduction.SUM || over == Reduction.MEAN;
        if (metric.scope() == Metric.Scope.EXCLUSIVE && !adds)
            return extremeOfInclusive(tree, column, over);
        return shown(tree, metric, reduced(column, over));
    }

    /// The same where the contexts are already one value a node, which for exclusive values is a
    /// sum or a mean.
    public static double[] shown(CallTree tree, Metric metric, double[] reduced) {
        return switch (metric.scope()) {
            case POINT -> reduced;
            case INCLUSIVE -> withSumsWhereMissing(tree, reduced);
            case EXCLUSIVE -> inclusive(tree, reduced);
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

    /// One value a node in the scope that the metric has, nothing added up over the tree. In both
    /// orders a node's contexts ascend, so both give the same.
    public static double[] reduced(MetricColumn column, Reduction over) {
        double[] values = nothing(column.nodes());
        if (column.isKnownByNode()) {
            SparseRows rows = column.byNode();
            Arrays.parallelSetAll(values, node -> ofRow(rows, node, over));
        } else {
            SparseRows rows = column.byContext();
            for (int cell = 0; cell < rows.cells(); cell++) {
                int node = rows.index(cell);
                values[node] = combined(over, values[node], rows.value(cell));
            }
        }
        if (over == Reduction.MEAN)
            for (int node = 0; node < values.length; node++) values[node] /= column.contexts();
        return values;
    }

    private static double ofRow(SparseRows rows, int node, Reduction over) {
        double value = Double.NaN;
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            value = combined(over, value, rows.value(cell));
        return value;
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
    /// inclusive values are made for one context after the other, on all cores.
    private static double[] extremeOfInclusive(CallTree tree, MetricColumn column, Reduction over) {
        SparseRows rows = column.byContext();
        int tasks = Math.clamp(rows.rows(), 1, Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, tasks)
                .parallel()
                .mapToObj(
                        task ->
                                new OpenPath(tree, over)
                                        .extreme(
                                                rows,
                                                (int) ((long) rows.rows() * task / tasks),
                                                (int) ((long) rows.rows() * (task + 1) / tasks)))
                .reduce((a, b) -> combined(over, a, b))
                .orElseGet(() -> nothing(tree.size()));
    }

    private static double[] combined(Reduction over, double[] a, double[] b) {
        double[] both = new double[a.length];
        Arrays.setAll(both, node -> combined(over, a[node], b[node]));
        return both;
    }

    /// The path of the node that was met last, with what is known of each of its sums. Cells
    /// ascend, so a node that is left is complete: only nodes that a context ran, and their
    /// callers, are touched, each once.
    private static final class OpenPath {
        private final CallTree tree;
        private final Reduction over;
        private final double[] extreme;
        private int[] open = new int[64];
        private double[] sum = new double[64];
        private int depth;

        OpenPath(CallTree tree, Reduction over) {
            this.tree = tree;
            this.over = over;
            this.extreme = nothing(tree.size());
        }

        double[] extreme(SparseRows rows, int from, int to) {
            for (int context = from; context < to; context++) {
                for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                    int node = rows.index(cell);
                    while (depth > 0 && tree.subtreeEnd(open[depth - 1]) <= node) leave();
                    enter(node);
                    sum[depth - 1] = NodeValues.sum(sum[depth - 1], rows.value(cell));
                }
                while (depth > 0) leave();
            }
            return extreme;
        }

        private void enter(int node) {
            int top = depth == 0 ? CallTree.NO_PARENT : open[depth - 1];
            int place = depth;
            for (int at = node; at != top; at = tree.parent(at)) depth++;
            if (depth > open.length) {
                open = Arrays.copyOf(open, depth * 2);
                sum = Arrays.copyOf(sum, depth * 2);
            }
            Arrays.fill(sum, place, depth, Double.NaN);
            int last = depth;
            for (int at = node; at != top; at = tree.parent(at)) open[--last] = at;
        }

        private void leave() {
            depth--;
            int node = open[depth];
            extreme[node] = combined(over, extreme[node], sum[depth]);
            if (depth > 0) sum[depth - 1] = NodeValues.sum(sum[depth - 1], sum[depth]);
        }
    }

    private static double[] nothing(int nodes) {
        double[] values = new double[nodes];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
