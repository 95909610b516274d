package treeline.view;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.transform.ContextGroups;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// One metric of a run in whatever scope a picture asks for. Tools record inclusive or exclusive
/// values; what is missing is computed from what is there. Readings at a point are the same in both
/// scopes.
public final class MetricValues implements NodeTotals {
    private final Profile profile;
    private final Metric metric;
    private volatile @Nullable MetricColumn exclusive;

    private MetricValues(Profile profile, Metric metric) {
        this.profile = profile;
        this.metric = metric;
    }

    /// The metric of this name.
    ///
    /// @throws IllegalArgumentException if the profile has no metric of this name
    public static MetricValues of(Profile profile, String name) {
        return new MetricValues(profile, profile.values().metric(name));
    }

    /// What is shown before the user chooses: time comes first, and the inclusive one if there are
    /// both.
    public static Metric usual(List<Metric> metrics) {
        return metrics.stream()
                .filter(metric -> metric.unit().dimension() == Unit.Dimension.TIME)
                .min(Comparator.comparing(Metric::scope))
                .orElseGet(metrics::getFirst);
    }

    public Profile profile() {
        return profile;
    }

    @Override
    public CallTree tree() {
        return profile.tree();
    }

    @Override
    public Metric metric() {
        return metric;
    }

    public Unit unit() {
        return metric.unit();
    }

    @Override
    public int contexts() {
        return profile.contexts().size();
    }

    @Override
    public double[] inclusive(Reduction over) {
        return NodeValues.shown(tree(), metric, profile.column(metric), over);
    }

    @Override
    public double[] exclusive(Reduction over) {
        return NodeValues.reduced(exclusive(), over);
    }

    public double[] values(Scope scope, Reduction over) {
        return scope == Scope.EXCLUSIVE ? exclusive(over) : inclusive(over);
    }

    /// Slowest context over mean context, of inclusive values; NaN where nothing positive was
    /// measured. A context that did not run a node counts as 0, and repetitions of a context are
    /// one.
    public double[] imbalance() {
        MetricValues places = meanOfRepetitions();
        double[] mean = places.inclusive(Reduction.MEAN);
        double[] most = places.inclusive(Reduction.MAX);
        Arrays.setAll(
                most,
                node -> mean[node] > 0 && most[node] > 0 ? most[node] / mean[node] : Double.NaN);
        return most;
    }

    /// The same metric with one value for all repetitions of a context, their mean. A first
    /// execution that is cold is slow on every rank: that is no imbalance among them.
    MetricValues meanOfRepetitions() {
        Profile alone = profile.withOnly(metric, profile.column(metric));
        var groups = ContextGroups.of(alone, ContextGroups::withoutRepetition);
        if (groups.groups().size() == contexts()) return this;
        return new MetricValues(groups.reduced(Reduction.MEAN), metric);
    }

    /// The column whose cells are read for a scope. Inclusive values may have to be summed from it,
    /// see [#isSummed].
    MetricColumn column(Scope scope) {
        return scope == Scope.EXCLUSIVE ? exclusive() : profile.column(metric);
    }

    /// Whether a node's value in a scope is the sum over its subtree of the cells of [#column].
    boolean isSummed(Scope scope) {
        return scope == Scope.INCLUSIVE && metric.scope() == Scope.EXCLUSIVE;
    }

    /// Kept once made: views of a node and of all nodes alternate.
    private MetricColumn exclusive() {
        if (isPoint()) return profile.column(metric);
        MetricColumn known = exclusive;
        if (known == null) exclusive = known = Scopes.column(profile, metric, Scope.EXCLUSIVE);
        return known;
    }
}
