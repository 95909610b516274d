package treeline.formats.writing;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.SparseRows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of a profile as Hatchet wants them: those that add up both exclusive and inclusive.
/// It computes inclusive values from exclusive ones after every change of the graph, and has no
/// exclusive ones of a tool that recorded only the others.
public final class BothScopes {
    private final Map<Metric, SparseRows> columns = new LinkedHashMap<>();

    public BothScopes(Profile profile) {
        for (Metric metric : profile.metrics()) {
            if (!metric.addsUp()) add(metric, profile.column(metric));
            else
                for (Scope scope : List.of(Scope.EXCLUSIVE, Scope.INCLUSIVE))
                    add(metric.in(scope), inScope(profile, metric, scope));
        }
    }

    private static MetricColumn inScope(Profile profile, Metric metric, Scope scope) {
        Metric wanted = metric.in(scope);
        if (profile.metrics().contains(wanted)) return profile.column(wanted);
        MetricColumn known = profile.column(metric);
        return scope == Scope.INCLUSIVE
                ? Scopes.inclusive(profile.tree(), known)
                : Scopes.exclusive(profile.tree(), known);
    }

    private void add(Metric metric, MetricColumn column) {
        columns.putIfAbsent(metric, column.byNode());
    }

    /// The exclusive one of a name before the inclusive one.
    public List<Metric> metrics() {
        return List.copyOf(columns.keySet());
    }

    /// The values of [#metrics], in their order.
    public Cells cells() {
        return new Cells(List.copyOf(columns.values()));
    }
}
