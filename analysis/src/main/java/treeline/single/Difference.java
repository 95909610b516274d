package treeline.single;

import org.hipparchus.stat.inference.TTest;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.Fold;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// What changed between two runs, node by node. Where both ran their main event several times, each
/// repetition is a sample, and `p` is how likely so large a difference is if nothing changed
/// (Welch's test, which allows the runs to vary differently). It compares means over ranks, so it
/// says nothing of a minimum or maximum over them.
public final class Difference {
    private Difference() {}

    /// One row per node of either run, largest change first: `path`, `before`, `after`, `change`
    /// (after - before), `ratio` (after / before), `status` (both, new, gone) and `p` (NaN where
    /// there are no repetitions, or none that differ). Values of `after` are in the unit of
    /// `before`; of several repetitions both are the mean, so that runs of unlike length compare.
    public static Table of(Profile before, Profile after, Metric metric, Reduction over) {
        return of(before, after, metric, over, Joined.byPath(before, after));
    }

    /// One row per group, such as a function, whoever called it. The first column has the name of
    /// the grouping. Samples are the repetitions in which anything of the group ran.
    public static Table of(
            Profile before, Profile after, Metric metric, Reduction over, Grouping by) {
        return of(before, after, metric, over, Joined.by(by, before, after));
    }

    private static Table of(
            Profile before, Profile after, Metric metric, Reduction over, Joined joined) {
        Metric other = MetricCounterpart.of(metric, "the second run", after);
        double factor = other.unit().factorTo(metric.unit());
        Numbers left = Numbers.of(before, metric);
        Numbers right = Numbers.of(after, other);
        double[] a = values(left, joined.before, metric, over);
        double[] b = values(right, joined.after, other, over);
        for (int node = 0; node < b.length; node++) b[node] *= factor;
        Samples samplesBefore = Samples.of(left, joined.before, metric, 1);
        Samples samplesAfter = Samples.of(right, joined.after, other, factor);
        boolean tested = over == Reduction.MEAN || over == Reduction.SUM;
        CallTree union = joined.tree;
        double[] p = new double[a.length];
        Arrays.fill(p, Double.NaN);
        if (tested)
            for (int root : union.children(CallTree.NO_PARENT))
                fillChance(p, union, root, samplesBefore, samplesAfter);
        return table(joined, a, b, p);
    }

    /// Both runs on one tree.
    ///
    /// @param heading what a node of it is: `path`, or the name of a grouping
    private record Joined(
            CallTree tree,
            String heading,
            UnaryOperator<Profile> before,
            UnaryOperator<Profile> after) {

        static Joined byPath(Profile before, Profile after) {
            List<Fold> union = Fold.union(List.of(before.tree(), after.tree()));
            return new Joined(union.getFirst().tree(), "path", union.get(0)::of, union.get(1)::of);
        }

        static Joined by(Grouping by, Profile before, Profile after) {
            Fold left = Fold.flat(by.of(before.outline()));
            Fold right = Fold.flat(by.of(after.outline()));
            List<Fold> union = Fold.union(List.of(left.tree(), right.tree()));
            return new Joined(
                    union.getFirst().tree(),
                    by.name().toLowerCase(Locale.ROOT),
                    profile -> union.get(0).of(left.of(profile)),
                    profile -> union.get(1).of(right.of(profile)));
        }
    }

    private static Table table(Joined joined, double[] a, double[] b, double[] p) {
        CallTree union = joined.tree;
        int[] nodes =
                IntStream.range(0, union.size())
                        .filter(node -> !(Double.isNaN(a[node]) && Double.isNaN(b[node])))
                        .toArray();
        int rows = nodes.length;
        double[] change = new double[rows];
        for (int row = 0; row < rows; row++)
            change[row] = orZero(b[nodes[row]]) - orZero(a[nodes[row]]);
        return Table.of(
                        Column.text(joined.heading, rows, row -> NodePath.of(union, nodes[row])),
                        Column.real("before", rows, row -> a[nodes[row]]),
                        Column.real("after", rows, row -> b[nodes[row]]),
                        Column.real("change", change),
                        Column.real("ratio", rows, row -> b[nodes[row]] / a[nodes[row]]),
                        Column.text("status", rows, row -> status(a[nodes[row]], b[nodes[row]])),
                        Column.real("p", rows, row -> p[nodes[row]]),
                        Column.real("size", rows, row -> Math.abs(change[row])))
                .sort(Order.descending("size"))
                .select(joined.heading, "before", "after", "change", "ratio", "status", "p");
    }

    private static String status(double before, double after) {
        if (Double.isNaN(before)) return "new";
        return Double.isNaN(after) ? "gone" : "both";
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// Samples are the repetitions in which anything of a root ran: one that did not happen is no
    /// 0.
    private static void fillChance(
            double[] p, CallTree tree, int root, Samples before, Samples after) {
        int end = tree.subtreeEnd(root);
        int[] ranBefore = before.ranIn(root, end);
        int[] ranAfter = after.ranIn(root, end);
        for (int node = root; node < end; node++) {
            double[] a = before.of(node, ranBefore);
            double[] b = after.of(node, ranAfter);
            if (a.length < 2 || b.length < 2) continue;
            if (varies(a) || varies(b)) p[node] = new TTest().tTest(a, b);
        }
    }

    private static double[] values(
            Numbers numbers, UnaryOperator<Profile> joined, Metric metric, Reduction over) {
        Profile united = joined.apply(numbers.combined(over));
        return Numbers.of(united, metric).values(metric.scope(), over);
    }

    private static boolean varies(double[] samples) {
        for (double sample : samples) if (sample != samples[0]) return true;
        return false;
    }

    /// One value per repetition, in the nodes of the union.
    ///
    /// @param factor to the unit of the first run
    /// @param absent what a repetition without the node is: 0, or no sample (NaN) for readings at a
    ///   point, which it did not take
    private record Samples(SparseRows byNode, double factor, double absent) {
        static Samples of(
                Numbers numbers, UnaryOperator<Profile> joined, Metric metric, double factor) {
            MetricColumn byRepetition = numbers.byRepetition(metric.scope());
            List<Context> repetitions =
                    Arrays.stream(numbers.repetitions())
                            .mapToObj(Context.WHOLE::inRepetition)
                            .toList();
            Profile old = numbers.profile();
            var outline =
                    new Outline(
                            old.tree(), List.of(), repetitions, List.of(metric), old.metadata());
            var table = new MetricTable(List.of(metric), List.of(byRepetition));
            SparseRows byNode = joined.apply(new Profile(outline, table)).column(metric).byNode();
            return new Samples(byNode, factor, metric.addsUp() ? 0 : Double.NaN);
        }

        int[] ranIn(int from, int end) {
            var ran = new BitSet();
            for (int cell = byNode.start(from); cell < byNode.start(end); cell++)
                ran.set(byNode.index(cell));
            return ran.stream().toArray();
        }

        double[] of(int node, int[] ran) {
            return Arrays.stream(ran)
                    .map(repetition -> byNode.find(node, repetition))
                    .mapToDouble(cell -> cell < 0 ? absent : byNode.value(cell) * factor)
                    .filter(sample -> !Double.isNaN(sample))
                    .toArray();
        }
    }
}
