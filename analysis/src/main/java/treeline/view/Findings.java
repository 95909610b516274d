package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.single.Drift;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.OutlierContexts;
import treeline.single.Threshold;
import treeline.transform.ContextGroups;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What stands out in a run, and where: each finding names the node, contexts or iteration that a
/// viewer selects to show it. Repetitions of a context are one here.
///
/// @param total what the roots take together
/// @param wholeOfContext what a context takes in all, on average
/// @param contexts how many contexts there are, repetitions of one not counted
/// @param hotPath from the heaviest root down; empty where nothing has a value above 0
public record Findings(
        double[] inclusive,
        double total,
        double wholeOfContext,
        int contexts,
        int[] hotPath,
        List<Imbalance> imbalances,
        List<SlowContext> slowContexts,
        List<Drift.Loop> drifts) {
    private static final int MOST = 5;

    /// Below this a run is balanced for all purposes.
    private static final double WORTH_TELLING = 0.01;

    /// What is lost at a node is what the slowest context takes beyond the mean.
    ///
    /// @param slowest the contexts of the profile that are the slowest one, its repetitions
    public record Imbalance(int node, double lost, double imbalance, int[] slowest) {}

    /// A context that stands out, and where most.
    ///
    /// @param contexts of the profile: the repetitions of the one that is slow
    /// @param excess what it takes more than the median, over all nodes where it stands out
    /// @param nodes how many these are
    /// @param worst the one with the largest excess
    public record SlowContext(int[] contexts, double excess, int nodes, int worst) {}

    public Findings {
        imbalances = List.copyOf(imbalances);
        slowContexts = List.copyOf(slowContexts);
        drifts = List.copyOf(drifts);
    }

    /// Looks at a run as an expert would.
    ///
    /// @param profile loaded with iterations where drifts shall be found
    /// @param metric one that adds up over the tree
    public static Findings of(Profile profile, Metric metric, Reduction over) {
        double[] inclusive = NodeValues.shown(profile.tree(), metric, profile.column(metric), over);
        double total = 0;
        for (int root : profile.tree().children(CallTree.NO_PARENT))
            if (inclusive[root] > 0) total += inclusive[root];
        var exclusive = new Metric(metric.name(), metric.unit(), Scope.EXCLUSIVE);
        Profile alone =
                profile.withOnly(exclusive, Scopes.column(profile, metric, Scope.EXCLUSIVE));
        var groups = ContextGroups.of(alone, ContextGroups::withoutRepetition);
        var grouped = new Grouped(groups, groups.reduced(Reduction.SUM), exclusive);
        return new Findings(
                inclusive,
                total,
                grouped.whole(),
                groups.groups().size(),
                HotPath.of(profile.tree(), inclusive, HotPath.USUAL_SHARE),
                grouped.imbalances(),
                grouped.slowContexts(),
                drifts(profile, metric));
    }

    private static List<Drift.Loop> drifts(Profile profile, Metric metric) {
        return Drift.loops(profile, metric).stream()
                .filter(IterationSeries::isDrift)
                .sorted(Comparator.comparingDouble((Drift.Loop loop) -> -Math.abs(loop.drift())))
                .limit(MOST)
                .toList();
    }

    private record Grouped(ContextGroups groups, Profile profile, Metric metric) {

        double whole() {
            double whole = 0;
            for (double each : NodeValues.reduced(profile.column(metric), Reduction.MEAN))
                if (each > 0) whole += each;
            return whole;
        }

        List<Imbalance> imbalances() {
            var all =
                    LoadImbalance.of(profile, metric, new Threshold.ShareOfLargest(WORTH_TELLING));
            double least = WORTH_TELLING * whole();
            return Arrays.stream(all.nodes())
                    .boxed()
                    .filter(node -> all.max(node) - all.mean(node) > least)
                    .sorted(
                            Comparator.comparingDouble(
                                    (Integer node) -> all.mean(node) - all.max(node)))
                    .limit(MOST)
                    .map(
                            node ->
                                    new Imbalance(
                                            node,
                                            all.max(node) - all.mean(node),
                                            all.imbalance(node),
                                            members(all.distribution(node).slowest()[0])))
                    .toList();
        }

        List<SlowContext> slowContexts() {
            var outliers = OutlierContexts.of(profile, metric);
            double least = WORTH_TELLING * whole();
            return IntStream.range(0, groups.groups().size())
                    .boxed()
                    .filter(group -> outliers.excess(group) > least)
                    .sorted(Comparator.comparingDouble((Integer group) -> -outliers.excess(group)))
                    .limit(MOST)
                    .map(
                            group ->
                                    new SlowContext(
                                            members(group),
                                            outliers.excess(group),
                                            outliers.nodes(group),
                                            outliers.worst(group)))
                    .toList();
        }

        private int[] members(int group) {
            return groups.members(group);
        }
    }
}
