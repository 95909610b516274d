package treeline.compare;

import treeline.compare.ComparisonBuilder.Side;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.single.Grouping;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// The difference of two runs, node by node. If both repeated their main event, the repetitions are
/// samples, and the p values are those of a [Comparison] of the two runs that compares every node.
/// They are about means over ranks, so minima and maxima over ranks have none.
public final class Difference {
    private Difference() {}

    /// One row per node of either run, largest change first: `path`, `before`, `after`, `change`
    /// (after - before), `ratio` (after / before), `status` (both, new, gone), `p` and `p_adjusted`
    /// (NaN without repetitions, see [ComparedNode]). Values of `after` are in the unit of
    /// `before`; values of several repetitions are averaged, so that runs of different length
    /// compare.
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
        boolean tested = over == Reduction.MEAN || over == Reduction.SUM;
        Tests tests = tested ? Tests.of(left, right, joined, metric, other) : Tests.none(a.length);
        return table(joined, metric, a, b, tests);
    }

    /// Both runs on one tree.
    ///
    /// @param heading the kind of its nodes: `path`, or the name of a grouping
    private record Joined(
            CallTree tree,
            String heading,
            UnaryOperator<Profile> before,
            UnaryOperator<Profile> after) {

        static Joined byPath(Profile before, Profile after) {
            List<NodeMapping> union = NodeMapping.union(List.of(before.tree(), after.tree()));
            return new Joined(union.getFirst().tree(), "path", union.get(0)::of, union.get(1)::of);
        }

        static Joined by(Grouping by, Profile before, Profile after) {
            NodeMapping left = NodeMapping.flat(by.of(before.outline()));
            NodeMapping right = NodeMapping.flat(by.of(after.outline()));
            List<NodeMapping> union = NodeMapping.union(List.of(left.tree(), right.tree()));
            return new Joined(
                    union.getFirst().tree(),
                    by.name().toLowerCase(Locale.ROOT),
                    profile -> union.get(0).of(left.of(profile)),
                    profile -> union.get(1).of(right.of(profile)));
        }
    }

    /// The p values of all nodes of the joined tree, NaN if a node was not tested.
    private static final class Tests {
        private final double[] p;
        private final double[] adjusted;

        private Tests(int nodes) {
            p = new double[nodes];
            adjusted = new double[nodes];
            Arrays.fill(p, Double.NaN);
            Arrays.fill(adjusted, Double.NaN);
        }

        static Tests none(int nodes) {
            return new Tests(nodes);
        }

        /// The joined tree has no siblings of the same frame, so the comparison keeps its nodes.
        static Tests of(Numbers left, Numbers right, Joined joined, Metric metric, Metric other) {
            Comparison comparison =
                    new ComparisonBuilder(metric)
                            .add(
                                    Side.BASELINE,
                                    "the first run",
                                    joined.before.apply(byRepetition(left, metric)))
                            .add(
                                    Side.CANDIDATE,
                                    "the second run",
                                    joined.after.apply(byRepetition(right, other)))
                            .compare(GatePolicy.DEFAULT.withLeastShare(0));
            var tests = new Tests(joined.tree.size());
            for (ComparedNode node : comparison.nodes()) {
                if (node.isTotal()) continue;
                tests.p[node.node()] = node.p();
                tests.adjusted[node.node()] = node.adjusted();
            }
            return tests;
        }
    }

    /// A run with one context per repetition.
    private static Profile byRepetition(Numbers numbers, Metric metric) {
        MetricColumn column = numbers.byRepetition(metric.scope());
        List<Context> repetitions =
                Arrays.stream(numbers.repetitions()).mapToObj(Context.WHOLE::inRepetition).toList();
        Profile old = numbers.profile();
        var outline =
                new Outline(old.tree(), List.of(), repetitions, List.of(metric), old.metadata());
        return new Profile(outline, new MetricTable(List.of(metric), List.of(column)));
    }

    private static Table table(Joined joined, Metric metric, double[] a, double[] b, Tests tests) {
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
                        Column.real("before", rows, row -> a[nodes[row]]).in(metric),
                        Column.real("after", rows, row -> b[nodes[row]]).in(metric),
                        Column.real("change", change).in(metric).signed(),
                        Column.real("ratio", rows, row -> b[nodes[row]] / a[nodes[row]]),
                        Column.text("status", rows, row -> status(a[nodes[row]], b[nodes[row]])),
                        Column.real("p", rows, row -> tests.p[nodes[row]]),
                        Column.real("p_adjusted", rows, row -> tests.adjusted[nodes[row]])
                                .headed("p adjusted"),
                        Column.real("size", rows, row -> Math.abs(change[row])))
                .sort(Order.descending("size"))
                .select(
                        joined.heading,
                        "before",
                        "after",
                        "change",
                        "ratio",
                        "status",
                        "p",
                        "p_adjusted");
    }

    private static String status(double before, double after) {
        if (Double.isNaN(before)) return "new";
        return Double.isNaN(after) ? "gone" : "both";
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double[] values(
            Numbers numbers, UnaryOperator<Profile> joined, Metric metric, Reduction over) {
        Profile united = joined.apply(numbers.combined(over));
        return Numbers.of(united, metric).values(metric.scope(), over);
    }
}
