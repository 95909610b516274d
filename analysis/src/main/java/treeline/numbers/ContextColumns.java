package treeline.numbers;

import org.jspecify.annotations.Nullable;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Scopes;

/// The values of one metric by context, in the stored scope or computed from the other scope.
/// Computed columns are cached, because views of one node and of all nodes alternate.
final class ContextColumns {
    private final Profile profile;
    private final Metric metric;
    private volatile @Nullable MetricColumn inclusive;
    private volatile @Nullable MetricColumn exclusive;

    ContextColumns(Profile profile, Metric metric) {
        this.profile = profile;
        this.metric = metric;
    }

    boolean isPoint() {
        return !metric.addsUp();
    }

    private boolean isStored(Scope scope) {
        return profile.metrics().contains(metric.in(scope));
    }

    /// Whatever scope is stored, the inclusive one if both are.
    MetricColumn stored() {
        if (isPoint()) return profile.column(metric);
        return isStored(Scope.INCLUSIVE) ? profile.column(metric.in(Scope.INCLUSIVE)) : exclusive();
    }

    /// The values in a scope. Inclusive ones are there for every caller of what was measured.
    MetricColumn in(Scope scope) {
        if (isPoint()) return profile.column(metric);
        return scope == Scope.EXCLUSIVE ? exclusive() : inclusive();
    }

    /// Whether a node's value in a scope is best summed over its subtree, from exclusive values.
    boolean isSummed(Scope scope) {
        return scope == Scope.INCLUSIVE && !isPoint() && !isStored(Scope.INCLUSIVE);
    }

    private synchronized MetricColumn exclusive() {
        MetricColumn known = exclusive;
        if (known == null) exclusive = known = profile.column(metric.in(Scope.EXCLUSIVE));
        return known;
    }

    private synchronized MetricColumn inclusive() {
        MetricColumn known = inclusive;
        if (known == null) inclusive = known = newInclusive();
        return known;
    }

    private MetricColumn newInclusive() {
        return isStored(Scope.INCLUSIVE)
                ? Scopes.filled(profile.tree(), profile.column(metric.in(Scope.INCLUSIVE)))
                : Scopes.inclusive(profile.tree(), exclusive());
    }
}
