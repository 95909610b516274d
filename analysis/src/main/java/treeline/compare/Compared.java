package treeline.compare;

import treeline.compare.BuildSamples.OnTree;
import treeline.compare.ComparedNode.Status;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.single.NodePath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// One comparison in progress: tests every node separately, then adjusts the p values jointly.
final class Compared {
    private static final int TOTAL = -1;

    /// Values of a coarse clock may agree by chance. If they are rounded to one standard deviation,
    /// all values of each side agree, and the sides differ, in 0.03 % of nodes with four and four
    /// runs, in 0.4 % with three and three, and in 4.5 % with two and two. Below this number of
    /// samples the status is [Status#UNKNOWN].
    private static final int MIN_SAMPLES_WITHOUT_VARIANCE = 8;

    /// Exactly the limit passes, also if the ratio is rounded up: 110 / 100 - 1 is above 0.1.
    private static final double ROUNDING = 1 + 1e-12;

    private final CallTree tree;
    private final Metric metric;
    private final GatePolicy rule;
    private final VarianceSource noise;
    private final Values before;
    private final Values after;

    /// The samples of one side and their nodes in the union tree.
    static final class SideSamples {
        private final BuildSamples samples;
        private final int[] places;

        SideSamples(BuildSamples samples, int[] places) {
            this.samples = samples;
            this.places = places;
        }
    }

    /// The mean of one side and the samples for its test.
    private record Values(OnTree runs, OnTree tested, int count, double total) {
        static Values of(SideSamples side, int nodes, VarianceSource noise, boolean addsUp) {
            OnTree runs = side.samples.ofRuns(side.places, nodes, addsUp);
            OnTree tested =
                    noise == VarianceSource.WITHIN_RUNS
                            ? side.samples.ofRepetitions(side.places, nodes)
                            : runs;
            return new Values(runs, tested, side.samples.runs(), runs.meanTotal());
        }
    }

    Compared(
            CallTree tree,
            Metric metric,
            GatePolicy rule,
            VarianceSource noise,
            SideSamples before,
            SideSamples after) {
        this.tree = tree;
        this.metric = metric;
        this.rule = rule;
        this.noise = noise;
        this.before = Values.of(before, tree.size(), noise, metric.addsUp());
        this.after = Values.of(after, tree.size(), noise, metric.addsUp());
    }

    Comparison comparison() {
        List<ComparedNode> compared = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) {
            ComparedNode each = node(node);
            if (!Double.isNaN(each.before()) || !Double.isNaN(each.after())) compared.add(each);
        }
        if (metric.addsUp()) compared.addFirst(total(with(compared).isSameProgram()));
        double[] adjusted = adjusted(compared);
        List<ComparedNode> judged = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) judged.add(judged(compared.get(i), adjusted[i]));
        judged.sort(
                Comparator.comparingInt((ComparedNode each) -> each.isTotal() ? 0 : 1)
                        .thenComparingDouble(each -> -Math.abs(each.change())));
        return with(judged);
    }

    private Comparison with(List<ComparedNode> nodes) {
        return new Comparison(
                tree,
                metric,
                rule,
                noise,
                before.count,
                after.count,
                before.tested.size(),
                after.tested.size(),
                nodes);
    }

    /// Whether a permutation test can reach the level with these sample sizes.
    static boolean byPermutation(GatePolicy rule, int before, int after) {
        return before > 0
                && after > 0
                && SampleTest.smallestPermutationP(before, after) < rule.level();
    }

    /// The family are the nodes that were tested and vary. A node without variance is compared by
    /// its ratio.
    private double[] adjusted(List<ComparedNode> nodes) {
        int[] family =
                IntStream.range(0, nodes.size())
                        .filter(i -> !Double.isNaN(nodes.get(i).p()))
                        .filter(i -> !(nodes.get(i).low() == nodes.get(i).high()))
                        .toArray();
        double[] p = Arrays.stream(family).mapToDouble(i -> nodes.get(i).p()).toArray();
        double[] ofFamily =
                byPermutation(rule, before.tested.size(), after.tested.size())
                        ? byPermutation(Arrays.stream(family).mapToObj(nodes::get).toList(), p)
                        : Holm.adjusted(p);
        double[] adjusted = new double[nodes.size()];
        Arrays.fill(adjusted, Double.NaN);
        for (int i = 0; i < family.length; i++) adjusted[family[i]] = ofFamily[i];
        return adjusted;
    }

    /// Never below the p of the node itself, so that an interval of a significant difference
    /// excludes 1.
    private double[] byPermutation(List<ComparedNode> nodes, double[] p) {
        double[][] values =
                nodes.stream()
                        .map(
                                node ->
                                        DoubleStream.concat(
                                                        Arrays.stream(samples(before, node.node())),
                                                        Arrays.stream(samples(after, node.node())))
                                                .toArray())
                        .toArray(double[][]::new);
        double[] adjusted = MaxT.adjusted(values, before.tested.size());
        Arrays.setAll(adjusted, i -> Math.max(adjusted[i], p[i]));
        return adjusted;
    }

    private static double[] samples(Values side, int node) {
        return node == TOTAL ? side.tested.total() : side.tested.at(node);
    }

    /// Totals of different programs are not compared.
    private ComparedNode total(boolean sameProgram) {
        SampleTest test =
                sameProgram
                        ? SampleTest.of(before.tested.total(), after.tested.total())
                        : SampleTest.NONE;
        double ratio = sameProgram ? after.total / before.total : Double.NaN;
        return tested(
                TOTAL, Trend.TOTAL, before.total, after.total, ratio, test, 1, Status.UNKNOWN);
    }

    private ComparedNode node(int node) {
        double a = before.runs.mean(node);
        double b = after.runs.mean(node);
        double share = larger(a / before.total, b / after.total);
        Status status = first(a, b, share);
        SampleTest test =
                status == Status.UNKNOWN
                        ? SampleTest.of(before.tested.at(node), after.tested.at(node))
                        : SampleTest.NONE;
        return tested(node, NodePath.of(tree, node), a, b, b / a, test, share, status);
    }

    private static ComparedNode tested(
            int node,
            String path,
            double a,
            double b,
            double ratio,
            SampleTest test,
            double share,
            Status status) {
        return new ComparedNode(
                node,
                path,
                a,
                b,
                ratio,
                test.low(),
                test.high(),
                test.effect(),
                test.p(),
                Double.NaN,
                share,
                status,
                false);
    }

    private static double larger(double one, double other) {
        if (Double.isNaN(one)) return other;
        return Double.isNaN(other) ? one : Math.max(one, other);
    }

    private Status first(double a, double b, double share) {
        if (Double.isNaN(a)) return Status.NEW;
        if (Double.isNaN(b)) return Status.GONE;
        return share < rule.leastShare() ? Status.SMALL : Status.UNKNOWN;
    }

    /// A node that was tested fails if it is significantly slower, by more than is allowed. One
    /// without variance, or whose noise is unknown, fails by its ratio.
    private ComparedNode judged(ComparedNode node, double adjusted) {
        if (node.status() != Status.UNKNOWN) return node;
        boolean above = node.ratio() > (1 + rule.failAbove()) * ROUNDING;
        if (node.hasNoVariance())
            return node.judged(adjusted, withoutVariance(node), above && node.change() > 0);
        if (Double.isNaN(adjusted)) {
            boolean constant = node.p() == 1;
            return node.judged(adjusted, constant ? Status.SAME : Status.UNKNOWN, above);
        }
        if (adjusted >= rule.level() || SampleTest.isNegligible(node.before(), node.after()))
            return node.judged(adjusted, Status.SAME, false);
        return node.change() > 0
                ? node.judged(adjusted, Status.SLOWER, above)
                : node.judged(adjusted, Status.FASTER, false);
    }

    private Status withoutVariance(ComparedNode node) {
        int samples = before.tested.size() + after.tested.size();
        if (samples < MIN_SAMPLES_WITHOUT_VARIANCE) return Status.UNKNOWN;
        return node.change() > 0 ? Status.SLOWER : Status.FASTER;
    }
}
