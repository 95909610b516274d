package treeline.numbers;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One metric of a whole run from sums stored in the file, so that the first view of a large run
/// does not read its values. Results are those of [Numbers]; if stored sums do not determine a
/// result, it is computed by [Numbers].
public final class StoredSums implements NodeTotals {
    private final Outline outline;
    private final Metric metric;
    private final double[] inclusive;
    private final double[] exclusive;
    private final int repetitions;
    private final Population population;

    private StoredSums(
            Outline outline, Metric metric, double[] inclusive, double[] exclusive, int times) {
        this.outline = outline;
        this.metric = metric;
        this.inclusive = inclusive;
        this.exclusive = exclusive;
        this.repetitions = times;
        this.population = Population.of(outline);
    }

    /// The metric of this name in both scopes, if the sums tell both.
    ///
    /// @param known the sums that the file holds
    public static Optional<StoredSums> of(
            Outline outline, String name, Map<Metric, NodeSums> known) {
        Metric metric = outline.metric(name);
        NodeSums sums = known.get(metric);
        if (sums == null || !metric.addsUp()) return Optional.empty();
        int times = repetitionsOfEach(outline.contexts());
        if (times == 0 || (times > 1 && !rootsRanAlways(outline, sums))) return Optional.empty();
        NodeSums alone = known.get(metric.in(Scope.EXCLUSIVE));
        Optional<double[]> exclusive =
                metric.scope() == Scope.INCLUSIVE
                        ? difference(outline, sums)
                        : Optional.of(sums.sum().toArray());
        return exclusive.map(
                computed -> {
                    double[] own = alone == null ? computed : alone.sum().toArray();
                    double[] whole =
                            metric.scope() == Scope.INCLUSIVE
                                    ? withSumsWhereMissing(outline.tree(), sums.sum().toArray())
                                    : Numbers.upTheTree(outline.tree(), own);
                    return new StoredSums(outline, metric, whole, own, times);
                });
    }

    /// How many repetitions every context has, 0 where they differ.
    private static int repetitionsOfEach(List<Context> contexts) {
        Locations threads = Locations.of(contexts, Locations.By.THREAD);
        if (threads.size() == 0 || contexts.size() % threads.size() != 0) return 0;
        int times = contexts.size() / threads.size();
        int[] ofEach = new int[threads.size()];
        for (int context = 0; context < contexts.size(); context++) ofEach[threads.of(context)]++;
        return Arrays.stream(ofEach).allMatch(each -> each == times) ? times : 0;
    }

    private static boolean rootsRanAlways(Outline outline, NodeSums sums) {
        return Arrays.stream(outline.tree().children(CallTree.NO_PARENT))
                .allMatch(root -> sums.contexts().at(root) == outline.contexts().size());
    }

    /// A node's sum without those of the nearest measured nodes below it. Only where all contexts
    /// measured the upper one, or the format promises it, is it certain that these were below it in
    /// each of them.
    private static Optional<double[]> difference(Outline outline, NodeSums inclusive) {
        CallTree tree = outline.tree();
        double[] exclusive = inclusive.sum().toArray();
        ImmutableInts measured = inclusive.contexts();
        for (int node = 0; node < exclusive.length; node++) {
            if (measured.at(node) == 0) continue;
            int caller = tree.parent(node);
            while (caller != CallTree.NO_PARENT && measured.at(caller) == 0)
                caller = tree.parent(caller);
            if (caller == CallTree.NO_PARENT) continue;
            if (!inclusive.nested() && measured.at(caller) < outline.contexts().size())
                return Optional.empty();
            exclusive[caller] -= inclusive.sum().at(node);
        }
        return Optional.of(exclusive);
    }

    /// A node that nobody measured, such as a root that only groups, is worth what its children
    /// are.
    private static double[] withSumsWhereMissing(CallTree tree, double[] measured) {
        double[] filled = measured.clone();
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && Double.isNaN(measured[parent]))
                filled[parent] = ChosenNodes.sum(filled[parent], filled[node]);
        }
        return filled;
    }

    /// Whether sums tell this.
    public static boolean tell(Reduction over) {
        return over == Reduction.SUM || over == Reduction.MEAN;
    }

    @Override
    public CallTree tree() {
        return outline.tree();
    }

    @Override
    public Metric metric() {
        return metric;
    }

    @Override
    public Population population() {
        return population;
    }

    @Override
    public double[] values(Scope scope, Reduction over) {
        double[] sums = scope == Scope.EXCLUSIVE ? exclusive : inclusive;
        double parts =
                switch (over) {
                    case SUM -> repetitions;
                    case MEAN -> (double) repetitions * population.ranks();
                    case MIN, MAX ->
                            throw new IllegalArgumentException(
                                    "stored sums cannot provide a " + over);
                };
        return Arrays.stream(sums).map(sum -> sum / parts).toArray();
    }
}
