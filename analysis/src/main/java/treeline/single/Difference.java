package treeline.single;

import org.hipparchus.stat.inference.TTest;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.ContextGroups;
import treeline.transform.Fold;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;

import java.util.List;

/// What changed between two runs, node by node. Where both ran their main event several times, each
/// repetition is a sample, and `p` is the probability that so large a difference is chance (Welch's
/// test, which allows the runs to vary differently).
public final class Difference {
    private Difference() {}

    /// One row a node of either run, largest change first: `path`, `before`, `after`, `change`
    /// (after - before), `ratio` (after / before), `status` (both, new, gone) and `p` (NaN where
    /// there are no repetitions). Values of `after` are in the unit of `before`.
    public static Table of(Profile before, Profile after, Metric metric, Reduction over) {
        Metric other = counterpart(after, metric);
        List<Fold> folds = Fold.union(List.of(before.tree(), after.tree()));
        CallTree union = folds.getFirst().tree();
        Profile left = folds.get(0).of(before.withOnly(metric, before.column(metric)));
        Profile right = folds.get(1).of(after.withOnly(other, after.column(other)));
        double factor = other.unit().factorTo(metric.unit());
        double[] a = NodeValues.reduced(left.column(metric), over);
        double[] b = NodeValues.reduced(right.column(other), over);
        for (int node = 0; node < b.length; node++) b[node] *= factor;
        double[] p = chance(left, metric, right, other, over, factor);
        int[] nodes =
                java.util.stream.IntStream.range(0, union.size())
                        .filter(node -> !(Double.isNaN(a[node]) && Double.isNaN(b[node])))
                        .toArray();
        return Table.of(
                        Column.text("path", nodes.length, row -> NodePath.of(union, nodes[row])),
                        Column.real("before", nodes.length, row -> a[nodes[row]]),
                        Column.real("after", nodes.length, row -> b[nodes[row]]),
                        Column.real(
                                "change",
                                nodes.length,
                                row -> orZero(b[nodes[row]]) - orZero(a[nodes[row]])),
                        Column.real("ratio", nodes.length, row -> b[nodes[row]] / a[nodes[row]]),
                        Column.text(
                                "status",
                                nodes.length,
                                row -> status(a[nodes[row]], b[nodes[row]])),
                        Column.real("p", nodes.length, row -> p[nodes[row]]),
                        Column.real(
                                "size",
                                nodes.length,
                                row -> Math.abs(orZero(b[nodes[row]]) - orZero(a[nodes[row]]))))
                .sort(Order.descending("size"))
                .select("path", "before", "after", "change", "ratio", "status", "p");
    }

    private static Metric counterpart(Profile after, Metric metric) {
        return after.metrics().stream()
                .filter(other -> other.name().equals(metric.name()))
                .filter(other -> other.scope() == metric.scope())
                .filter(other -> other.unit().convertsTo(metric.unit()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the second run has no metric '%s' in a unit that converts to '%s'; it has %s"
                                                .formatted(
                                                        MetricName.of(metric),
                                                        metric.unit().symbol(),
                                                        after.metrics().stream()
                                                                .map(MetricName::of)
                                                                .toList())));
    }

    private static String status(double before, double after) {
        if (Double.isNaN(before)) return "new";
        return Double.isNaN(after) ? "gone" : "both";
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double[] chance(
            Profile left,
            Metric metric,
            Profile right,
            Metric other,
            Reduction over,
            double factor) {
        double[] p = new double[left.tree().size()];
        java.util.Arrays.fill(p, Double.NaN);
        MetricColumn before = byRepetition(left, metric, over);
        MetricColumn after = byRepetition(right, other, over);
        if (before.contexts() < 2 || after.contexts() < 2) return p;
        for (int node = 0; node < p.length; node++) {
            double[] a = samples(before, node, 1);
            double[] b = samples(after, node, factor);
            if (varies(a) || varies(b)) p[node] = new TTest().tTest(a, b);
        }
        return p;
    }

    private static MetricColumn byRepetition(Profile profile, Metric metric, Reduction over) {
        boolean repeated =
                profile.contexts().stream()
                        .anyMatch(context -> context.repetition() != Context.NONE);
        return ContextGroups.of(
                        profile, repeated ? ContextGroups::repetitionOf : ContextGroups::whole)
                .reduced(over)
                .column(metric);
    }

    private static double[] samples(MetricColumn column, int node, double factor) {
        double[] samples = new double[column.contexts()];
        SparseRows rows = column.byNode();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            samples[rows.index(cell)] = rows.value(cell) * factor;
        return samples;
    }

    private static boolean varies(double[] samples) {
        for (double sample : samples) if (sample != samples[0]) return true;
        return false;
    }
}
