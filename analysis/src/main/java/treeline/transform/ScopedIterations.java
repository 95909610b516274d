package treeline.transform;

import treeline.model.CallTree;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.transform.CellIterations.Cause;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/// The iterations of cells in either scope, computed from the recorded scope. They sum to the value
/// that [treeline.model.Scopes] computes for the cell. If they cannot be determined, the result is
/// the node that prevents it. Two rules go beyond the sum:
///
/// - A callee is assumed to run in the iterations of its caller unless it has an iteration that the
///   caller lacks, or one longer than the caller's; then it counts its own iterations.
/// - The time [Profile#BETWEEN_ITERATIONS] belongs to no iteration.
public final class ScopedIterations {
    /// Relative rounding error that an iteration may exceed its caller's by.
    private static final double ROUNDING = 1e-9;

    private final CallTree tree;
    private final MetricColumn column;
    private final Scope recorded;
    private final Scope asked;

    private ScopedIterations(CallTree tree, MetricColumn column, Scope recorded, Scope asked) {
        this.tree = tree;
        this.column = column;
        this.recorded = recorded;
        this.asked = recorded == Scope.POINT ? Scope.POINT : asked;
    }

    /// The iterations of a metric.
    ///
    /// @param profile loaded with iterations
    /// @param metric in the scope that is asked for; its column is used if it keeps iterations,
    ///   else that of another scope which does
    public static ScopedIterations of(Profile profile, Metric metric, Scope asked) {
        List<Metric> stored =
                profile.metrics().stream()
                        .filter(each -> each.name().equals(metric.name()))
                        .sorted(Comparator.comparing(each -> each.scope() != asked))
                        .toList();
        Metric used =
                stored.stream()
                        .filter(each -> profile.column(each).hasSeries())
                        .findFirst()
                        .orElse(stored.getFirst());
        return new ScopedIterations(profile.tree(), profile.column(used), used.scope(), asked);
    }

    /// Whether the node recorded iterations in some context, in whatever scope.
    public boolean areKept(int node) {
        SparseRows rows = column.byNode();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (rows.seriesLength(cell) > 0) return true;
        return false;
    }

    /// Whether a context recorded iterations of the node.
    public boolean areKept(int node, int context) {
        int cell = column.byContext().find(context, node);
        return cell >= 0 && column.byContext().seriesLength(cell) > 0;
    }

    /// Whether some node recorded iterations.
    public boolean areKept() {
        return column.hasSeries();
    }

    public CellIterations at(int node, int context) {
        SparseRows rows = column.byContext();
        int own = measured(rows.find(context, node));
        if (asked == Scope.POINT || (asked == recorded && own >= 0))
            return new Sum().add(own).result();
        if (asked == Scope.EXCLUSIVE && recorded == Scope.INCLUSIVE)
            return own < 0 ? new CellIterations.Absent() : exclusive(context, own, node);
        if (asked == Scope.EXCLUSIVE) return new CellIterations.Absent();
        var sum = new Sum().add(own);
        if (recorded == Scope.INCLUSIVE) nearestBelow(node, context, sum::add);
        else allBelow(node, context, sum::add);
        return sum.result();
    }

    private CellIterations exclusive(int context, int own, int node) {
        var sum = new Sum().add(own);
        nearestBelow(node, context, cell -> sum.subtract(cell, own));
        return sum.result();
    }

    private int measured(int cell) {
        return cell >= 0 && !Double.isNaN(column.byContext().value(cell)) ? cell : -1;
    }

    /// The measured cells below a node that have no measured caller below it.
    private void nearestBelow(int node, int context, IntConsumer each) {
        SparseRows rows = column.byContext();
        int cell = rows.from(context, node + 1);
        while (cell < rows.end(context) && rows.index(cell) < tree.subtreeEnd(node)) {
            boolean isMeasured = measured(cell) >= 0;
            if (isMeasured) each.accept(cell);
            cell = isMeasured ? rows.from(context, tree.subtreeEnd(rows.index(cell))) : cell + 1;
        }
    }

    private void allBelow(int node, int context, IntConsumer each) {
        SparseRows rows = column.byContext();
        for (int cell = rows.from(context, node + 1);
                cell < rows.end(context) && rows.index(cell) < tree.subtreeEnd(node);
                cell++) if (measured(cell) >= 0) each.accept(cell);
    }

    /// Whether the iterations of a callee can be those of its caller.
    ///
    /// @param rows of inclusive values, in either order
    static boolean areWithin(SparseRows rows, int callee, int caller) {
        for (int i = rows.firstIteration(callee); i < rows.seriesLength(callee); i++) {
            double value = rows.iteration(callee, i);
            double most = i < rows.seriesLength(caller) ? rows.iteration(caller, i) : Double.NaN;
            if (value != 0 && value > most + Math.abs(most) * ROUNDING) return false;
            if (value != 0 && !Double.isNaN(value) && Double.isNaN(most)) return false;
        }
        return true;
    }

    /// The sum of the cells of one context, by iteration.
    private final class Sum {
        private final SparseRows rows = column.byContext();
        private int first;
        private double[] values = {};
        private CellIterations result = new CellIterations.Absent();

        Sum add(int cell) {
            if (cell >= 0) add(cell, 1);
            return this;
        }

        void subtract(int cell, int caller) {
            if (rows.seriesLength(caller) > 0 && !areWithin(rows, cell, caller))
                fail(cell, Cause.COUNTS_ITS_OWN);
            add(cell, -1);
        }

        private void add(int cell, int sign) {
            boolean outside = isBetween(rows.index(cell));
            if (rows.seriesLength(cell) > 0 && !outside) addSeries(cell, sign);
            else if (rows.value(cell) != 0 && !outside) fail(cell, Cause.SUMMED);
        }

        private boolean isBetween(int node) {
            return tree.name(node).equals(Profile.BETWEEN_ITERATIONS.name());
        }

        private void fail(int cell, Cause cause) {
            if (!(result instanceof CellIterations.Unknown))
                result = new CellIterations.Unknown(rows.index(cell), cause);
        }

        private void addSeries(int cell, int sign) {
            cover(rows.firstIteration(cell), rows.seriesLength(cell));
            for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++) {
                double value = sign * rows.iteration(cell, i);
                if (Double.isNaN(values[i - first])) values[i - first] = value;
                else if (!Double.isNaN(value)) values[i - first] += value;
            }
        }

        /// Makes room for the iterations `[from, to)`.
        private void cover(int from, int to) {
            if (from >= to) return; // no iteration ran
            int lowest = values.length == 0 ? from : Math.min(first, from);
            int end = values.length == 0 ? to : Math.max(first + values.length, to);
            if (values.length > 0 && lowest == first && end == first + values.length) return;
            double[] wider = new double[end - lowest];
            Arrays.fill(wider, Double.NaN);
            if (values.length > 0)
                System.arraycopy(values, 0, wider, first - lowest, values.length);
            values = wider;
            first = lowest;
        }

        CellIterations result() {
            return result instanceof CellIterations.Unknown || values.length == 0
                    ? result
                    : new CellIterations.Known(first, ImmutableDoubles.owning(values));
        }
    }
}
