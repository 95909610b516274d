package treeline.compare;

import treeline.compare.ComparedNode.Status;
import treeline.compare.Samples.OnTree;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.single.NodePath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The work of one comparison: every node is tested alone, then all are judged together.
final class Compared {
    private static final int TOTAL = -1;

    private final CallTree tree;
    private final Metric metric;
    private final Rule rule;
    private final Noise noise;
    private final Values before;
    private final Values after;

    /// The samples of a side, and where their nodes stand.
    static final class SideSamples {
        private final Samples samples;
        private final int[] places;

        SideSamples(Samples samples, int[] places) {
            this.samples = samples;
            this.places = places;
        }
    }

    /// What a side took on average, and the samples by which it is tested.
    private record Values(OnTree runs, OnTree tested, int count, double total) {
        static Values of(SideSamples side, int nodes, Noise noise, boolean addsUp) {
            OnTree runs = side.samples.ofRuns(side.places, nodes, addsUp);
            OnTree tested =
                    noise == Noise.WITHIN_RUNS
                            ? side.samples.ofRepetitions(side.places, nodes, addsUp)
                            : runs;
            return new Values(runs, tested, side.samples.runs(), runs.meanTotal());
        }
    }

    Compared(
            CallTree tree,
            Metric metric,
            Rule rule,
            Noise noise,
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
        List<ComparedNode> tested = new ArrayList<>();
        if (metric.addsUp()) tested.add(total());
        for (int node = 0; node < tree.size(); node++) {
            ComparedNode each = node(node);
            if (!Double.isNaN(each.before()) || !Double.isNaN(each.after())) tested.add(each);
        }
        double[] adjusted = Holm.adjusted(tested.stream().mapToDouble(ComparedNode::p).toArray());
        List<ComparedNode> judged = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) judged.add(judged(tested.get(i), adjusted[i]));
        judged.sort(
                Comparator.comparingInt((ComparedNode each) -> each.isTotal() ? 0 : 1)
                        .thenComparingDouble(each -> -Math.abs(each.change())));
        return new Comparison(tree, metric, rule, noise, before.count, after.count, judged);
    }

    private ComparedNode total() {
        SampleTest test = SampleTest.of(before.tested.total(), after.tested.total());
        return new ComparedNode(
                TOTAL,
                Trend.TOTAL,
                before.total,
                after.total,
                after.total / before.total,
                test.low(),
                test.high(),
                test.effect(),
                test.p(),
                Double.NaN,
                1,
                Status.UNKNOWN,
                false);
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
        return new ComparedNode(
                node,
                NodePath.of(tree, node),
                a,
                b,
                b / a,
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

    /// A node that was tested fails where it is slower for sure, by more than is allowed. One whose
    /// noise is not known fails by its ratio alone.
    private ComparedNode judged(ComparedNode node, double adjusted) {
        if (node.status() != Status.UNKNOWN) return node;
        boolean above = node.ratio() - 1 > rule.failAbove();
        if (Double.isNaN(adjusted)) return node.judged(adjusted, Status.UNKNOWN, above);
        if (adjusted >= rule.level() || node.change() == 0)
            return node.judged(adjusted, Status.SAME, false);
        return node.change() > 0
                ? node.judged(adjusted, Status.SLOWER, above)
                : node.judged(adjusted, Status.FASTER, false);
    }
}
