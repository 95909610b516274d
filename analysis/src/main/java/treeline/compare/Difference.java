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
import java.util.Optional;
import java.util.stream.IntStream;

/// The difference of two runs, node by node. If both repeated their main event, the repetitions are
/// samples, and the p values are those of a [Comparison] of the two runs that compares every node.
/// They are about means over ranks, so minima and maxima over ranks have none.
public final class Difference {
    private Difference() {}

    /// A run of which groups of nodes are compared.
    ///
    /// @param run whose repetitions are samples
    /// @param fold from its nodes to groups, such as those of [#groups]
    /// @param values of groups, with as few contexts as give their numbers
    public record Grouped(Profile run, NodeMapping fold, Profile values) {
        private static Grouped of(Profile run, Metric metric, Reduction over, NodeMapping fold) {
            return new Grouped(run, fold, fold.of(Numbers.of(run, metric).combined(over)));
        }
    }

    /// The groups of nodes that are compared: such as functions or, by default, call paths.
    public static NodeMapping groups(Outline outline, Optional<Grouping> by) {
        return by.map(each -> NodeMapping.flat(each.of(outline)))
                .orElseGet(() -> NodeMapping.mergingSiblings(outline.tree()));
    }

    /// One row per node of either run, largest change first: `path`, `before`, `after`, `change`
    /// (after - before), `ratio` (after / before), `status` (both, new, gone), `p` and `p_adjusted`
    /// (NaN without repetitions, see [ComparedNode]). Values of `after` are in the unit of
    /// `before`; values of several repetitions are averaged, so that runs of different length
    /// compare.
    public static Table of(Profile before, Profile after, Metric metric, Reduction over) {
        return of(before, after, metric, over, Optional.empty());
    }

    /// One row per group, such as a function, whoever called it. The first column has the name of
    /// the grouping. Samples are the repetitions in which anything of the group ran.
    public static Table of(
            Profile before, Profile after, Metric metric, Reduction over, Grouping by) {
        return of(before, after, metric, over, Optional.of(by));
    }

    private static Table of(
            Profile before, Profile after, Metric metric, Reduction over, Optional<Grouping> by) {
        Metric other = MetricCounterpart.of(metric, "the second run", after);
        return of(
                Grouped.of(before, metric, over, groups(before.outline(), by)),
                Grouped.of(after, other, over, groups(after.outline(), by)),
                metric,
                over,
                by.map(each -> each.name().toLowerCase(Locale.ROOT)).orElse("path"));
    }

    /// The same of groups that were made before.
    ///
    /// @param heading of the first column
    public static Table of(
            Grouped before, Grouped after, Metric metric, Reduction over, String heading) {
        Metric other = MetricCounterpart.of(metric, "the second run", after.run);
        double factor = other.unit().factorTo(metric.unit());
        List<NodeMapping> union = NodeMapping.union(List.of(before.fold.tree(), after.fold.tree()));
        double[] a = values(before, union.getFirst(), metric, over);
        double[] b = values(after, union.getLast(), other, over);
        for (int node = 0; node < b.length; node++) b[node] *= factor;
        double[][] tests =
                over == Reduction.MEAN || over == Reduction.SUM
                        ? tests(
                                byRepetition(before, union.getFirst(), metric),
                                byRepetition(after, union.getLast(), other),
                                metric)
                        : noTests(a.length);
        return table(union.getFirst().tree(), heading, metric, a, b, tests);
    }

    /// The p values of all nodes of the joined tree and the adjusted ones, NaN if a node was not
    /// tested. The joined tree has no siblings of the same frame, so the comparison keeps its
    /// nodes.
    private static double[][] tests(Profile before, Profile after, Metric metric) {
        double[][] tests = noTests(before.tree().size());
        if (before.contexts().size() < 2 && after.contexts().size() < 2) return tests;
        Comparison comparison =
                new ComparisonBuilder(metric)
                        .add(Side.BASELINE, "the first run", before)
                        .add(Side.CANDIDATE, "the second run", after)
                        .compare(GatePolicy.DEFAULT.withLeastShare(0));
        for (ComparedNode node : comparison.nodes()) {
            if (node.isTotal()) continue;
            tests[0][node.node()] = node.p();
            tests[1][node.node()] = node.adjusted();
        }
        return tests;
    }

    private static double[][] noTests(int nodes) {
        double[][] tests = new double[2][nodes];
        for (double[] each : tests) Arrays.fill(each, Double.NaN);
        return tests;
    }

    /// The groups of a run with one context per repetition.
    private static Profile byRepetition(Grouped run, NodeMapping union, Metric metric) {
        Numbers numbers = Numbers.of(run.run, metric);
        MetricColumn column = numbers.byRepetition(metric.scope());
        List<Context> repetitions =
                Arrays.stream(numbers.repetitions()).mapToObj(Context.WHOLE::inRepetition).toList();
        var outline =
                new Outline(
                        numbers.tree(),
                        List.of(),
                        repetitions,
                        List.of(metric),
                        run.run.metadata());
        return union.of(
                run.fold.of(
                        new Profile(outline, new MetricTable(List.of(metric), List.of(column)))));
    }

    private static Table table(
            CallTree union,
            String heading,
            Metric metric,
            double[] a,
            double[] b,
            double[][] tests) {
        int[] nodes =
                IntStream.range(0, union.size())
                        .filter(node -> !(Double.isNaN(a[node]) && Double.isNaN(b[node])))
                        .toArray();
        int rows = nodes.length;
        double[] change = new double[rows];
        for (int row = 0; row < rows; row++)
            change[row] = orZero(b[nodes[row]]) - orZero(a[nodes[row]]);
        return Table.of(
                        Column.text(heading, rows, row -> NodePath.of(union, nodes[row])),
                        Column.real("before", rows, row -> a[nodes[row]]).in(metric),
                        Column.real("after", rows, row -> b[nodes[row]]).in(metric),
                        Column.real("change", change).in(metric).signed(),
                        Column.real("ratio", rows, row -> b[nodes[row]] / a[nodes[row]]),
                        Column.text("status", rows, row -> status(a[nodes[row]], b[nodes[row]])),
                        Column.real("p", rows, row -> tests[0][nodes[row]]),
                        Column.real("p_adjusted", rows, row -> tests[1][nodes[row]])
                                .headed("p adjusted"),
                        Column.real("size", rows, row -> Math.abs(change[row])))
                .sort(Order.descending("size"))
                .select(heading, "before", "after", "change", "ratio", "status", "p", "p_adjusted");
    }

    private static String status(double before, double after) {
        if (Double.isNaN(before)) return "new";
        return Double.isNaN(after) ? "gone" : "both";
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double[] values(
            Grouped groups, NodeMapping union, Metric metric, Reduction over) {
        return Numbers.of(union.of(groups.values), metric).values(metric.scope(), over);
    }
}
