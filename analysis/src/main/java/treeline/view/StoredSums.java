package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// One metric of a whole run, summed over its contexts, from what the file tells without its values
/// being read: the first picture of a large run does not wait for them. What sums do not tell for
/// certain is left to [MetricValues].
public final class StoredSums implements NodeTotals {
    private final Outline outline;
    private final Metric metric;
    private final double[] inclusive;
    private final double[] exclusive;

    private StoredSums(Outline outline, Metric metric, double[] sums, double[] exclusive) {
        this.outline = outline;
        this.metric = metric;
        this.inclusive = NodeValues.shown(outline.tree(), metric, sums);
        this.exclusive = exclusive;
    }

    /// The metric of this name in both scopes, if the sums tell both.
    ///
    /// @param known the sums that the file holds
    public static Optional<StoredSums> of(
            Outline outline, String name, Map<Metric, NodeSums> known) {
        Optional<Metric> named =
                outline.metrics().stream()
                        .filter(each -> each.name().equals(name))
                        .min(Comparator.comparing(Metric::scope));
        if (named.isEmpty()) return Optional.empty();
        Metric metric = named.get();
        NodeSums sums = known.get(metric);
        if (sums == null) return Optional.empty();
        return exclusive(outline, metric, sums, known)
                .map(exclusive -> new StoredSums(outline, metric, sums.sum(), exclusive));
    }

    private static Optional<double[]> exclusive(
            Outline outline, Metric metric, NodeSums sums, Map<Metric, NodeSums> known) {
        var exclusive = new Metric(metric.name(), metric.unit(), Scope.EXCLUSIVE);
        boolean stored = metric.scope() != Scope.INCLUSIVE || outline.metrics().contains(exclusive);
        if (!stored) return difference(outline, sums);
        Metric wanted = metric.scope() == Scope.INCLUSIVE ? exclusive : metric;
        return Optional.ofNullable(known.get(wanted)).map(NodeSums::sum);
    }

    /// A node's sum without those of the nearest measured nodes below it. Only where all contexts
    /// measured the upper one is it certain that these were below it in each of them.
    private static Optional<double[]> difference(Outline outline, NodeSums inclusive) {
        CallTree tree = outline.tree();
        double[] exclusive = inclusive.sum().clone();
        int[] measured = inclusive.contexts();
        for (int node = 0; node < exclusive.length; node++) {
            if (measured[node] == 0) continue;
            int caller = tree.parent(node);
            while (caller != CallTree.NO_PARENT && measured[caller] == 0)
                caller = tree.parent(caller);
            if (caller == CallTree.NO_PARENT) continue;
            if (measured[caller] < outline.contexts().size()) return Optional.empty();
            exclusive[caller] -= inclusive.sum()[node];
        }
        return Optional.of(exclusive);
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
    public int contexts() {
        return outline.contexts().size();
    }

    @Override
    public double[] inclusive(Reduction over) {
        return reduced(inclusive, over);
    }

    @Override
    public double[] exclusive(Reduction over) {
        return reduced(exclusive, over);
    }

    private double[] reduced(double[] sums, Reduction over) {
        return switch (over) {
            case SUM -> sums;
            case MEAN -> Arrays.stream(sums).map(sum -> sum / contexts()).toArray();
            case MIN, MAX -> throw new IllegalArgumentException("sums do not tell a " + over);
        };
    }
}
