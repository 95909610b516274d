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

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// What changed between two runs, node by node. Where both ran their main event several times, each
/// repetition is a sample, and `p` is the probability that so large a difference is chance (Welch's
/// test, which allows the runs to vary differently).
public final class Difference {
    private Difference() {}

    /// One row a node of either run, largest change first: `path`, `before`, `after`, `change`
    /// (after - before), `ratio` (after / before), `status` (both, new, gone) and `p` (NaN where
    /// there are no repetitions, or none that differ). Values of `after` are in the unit of
    /// `before`; of several repetitions both are the mean, so that runs of unlike length compare.
    public static Table of(Profile before, Profile after, Metric metric, Reduction over) {
        Metric other = counterpart(after, metric);
        List<Fold> folds = Fold.union(List.of(before.tree(), after.tree()));
        Profile left = folds.get(0).of(before.withOnly(metric, before.column(metric)));
        Profile right = folds.get(1).of(after.withOnly(other, after.column(other)));
        double factor = other.unit().factorTo(metric.unit());
        MetricColumn samplesBefore = byRepetition(left, metric, over);
        MetricColumn samplesAfter = byRepetition(right, other, over);
        double[] a = NodeValues.reduced(samplesBefore, Reduction.MEAN);
        double[] b = NodeValues.reduced(samplesAfter, Reduction.MEAN);
        for (int node = 0; node < b.length; node++) b[node] *= factor;
        return table(folds.getFirst().tree(), a, b, chance(samplesBefore, samplesAfter, factor));
    }

    private static Table table(CallTree union, double[] a, double[] b, double[] p) {
        int[] nodes =
                IntStream.range(0, union.size())
                        .filter(node -> !(Double.isNaN(a[node]) && Double.isNaN(b[node])))
                        .toArray();
        int rows = nodes.length;
        double[] change = new double[rows];
        for (int row = 0; row < rows; row++)
            change[row] = orZero(b[nodes[row]]) - orZero(a[nodes[row]]);
        return Table.of(
                        Column.text("path", rows, row -> NodePath.of(union, nodes[row])),
                        Column.real("before", rows, row -> a[nodes[row]]),
                        Column.real("after", rows, row -> b[nodes[row]]),
                        Column.real("change", change),
                        Column.real("ratio", rows, row -> b[nodes[row]] / a[nodes[row]]),
                        Column.text("status", rows, row -> status(a[nodes[row]], b[nodes[row]])),
                        Column.real("p", rows, row -> p[nodes[row]]),
                        Column.real("size", rows, row -> Math.abs(change[row])))
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

    private static double[] chance(MetricColumn before, MetricColumn after, double factor) {
        double[] p = new double[before.nodes()];
        Arrays.fill(p, Double.NaN);
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
