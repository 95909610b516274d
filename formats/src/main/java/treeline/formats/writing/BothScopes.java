package treeline.formats.writing;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.Scopes;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of a profile as Hatchet expects them: additive metrics both exclusive and inclusive.
/// Hatchet recomputes inclusive values from exclusive ones after every change of the graph, and
/// cannot derive exclusive values.
public final class BothScopes {
    private final Profile profile;
    private final Map<Metric, MetricColumn> columns = new LinkedHashMap<>();

    public BothScopes(Profile profile) {
        this.profile = profile;
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
        columns.putIfAbsent(metric, column);
    }

    /// The exclusive one of a name before the inclusive one.
    public List<Metric> metrics() {
        return List.copyOf(columns.keySet());
    }

    /// How many values there are.
    public long values() {
        return profile().values().cells();
    }

    /// Whether no node has a value of one of these metrics.
    public boolean isEmpty(Metric metric) {
        return profile().column(metric).byContext().cells() == 0;
    }

    /// The same profile with all of these metrics.
    public Profile profile() {
        return new Profile(
                profile.outline().withMetrics(metrics()),
                new MetricTable(metrics(), List.copyOf(columns.values())));
    }

    /// All rows by node and context, with the values of [#metrics] in their order. Nodes and
    /// contexts without a value have a row without one, so that they are known; these come last.
    ///
    /// @param firstContextComplete whether the first context has a row at every node
    public <X extends Exception> void forEachRow(
            boolean firstContextComplete, Cells.Visitor<X> visitor) throws X {
        var nodes = new BitSet();
        var contexts = new BitSet();
        new Cells(columns.values().stream().map(MetricColumn::byNode).toList())
                .forEach(
                        (node, context, values) -> {
                            if (!firstContextComplete || context == 0) nodes.set(node);
                            contexts.set(context);
                            visitor.visit(node, context, values);
                        });
        int nodeCount = profile.tree().size();
        int contextCount = profile.contexts().size();
        if (nodeCount == 0 || contextCount == 0) return;
        double[] none = new double[columns.size()];
        Arrays.fill(none, Double.NaN);
        for (int each = nodes.nextClearBit(0);
                each < nodeCount;
                each = nodes.nextClearBit(each + 1)) {
            visitor.visit(each, 0, none);
            contexts.set(0);
        }
        for (int each = contexts.nextClearBit(0);
                each < contextCount;
                each = contexts.nextClearBit(each + 1)) visitor.visit(0, each, none);
    }
}
