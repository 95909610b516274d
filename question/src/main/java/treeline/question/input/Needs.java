package treeline.question.input;

import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.query.Query;
import treeline.source.Selection;
import treeline.source.Slice;

import java.util.Optional;

/// What a question needs of a run, in addition to what the user chose; nothing else is read.
///
/// @param scope the one that is shown if the user names no metric
/// @param query what the question will ask of the run: its metrics are read too
/// @param plan the aggregations in addition to one value per node
public record Needs(
        Metrics metrics,
        boolean iterations,
        Scope scope,
        Optional<Query> query,
        AggregationPlan plan) {
    /// A metric in the scope that is shown.
    public static final Needs METRIC = of(Metrics.SHOWN, false);

    /// A metric in all its scopes.
    public static final Needs SCOPES = of(Metrics.SCOPES, false);

    /// A metric in all its scopes, with the iterations of loops.
    public static final Needs SERIES = of(Metrics.SCOPES, true);

    public static final Needs ALL_METRICS = of(Metrics.ALL, false);

    /// All metrics, with the iterations of loops.
    public static final Needs EVERYTHING = of(Metrics.ALL, true);

    /// Which metrics are read.
    enum Metrics {
        SHOWN,
        SCOPES,
        ALL
    }

    private static Needs of(Metrics metrics, boolean iterations) {
        return new Needs(
                metrics, iterations, Scope.INCLUSIVE, Optional.empty(), AggregationPlan.NONE);
    }

    public Needs in(Scope other) {
        return new Needs(metrics, iterations, other, query, plan);
    }

    public Needs with(AggregationPlan other) {
        return new Needs(metrics, iterations, scope, query, other);
    }

    public Needs with(Query other) {
        return new Needs(metrics, iterations, scope, Optional.of(other), plan);
    }

    /// Whether one value per node is enough, in the scope that is shown.
    boolean isOneScope() {
        return metrics == Metrics.SHOWN && query.isEmpty();
    }

    /// What is read of a run.
    Slice slice(Choice choice, Simplification simpler, Outline outline) {
        Slice chosen = choice.slice();
        boolean summed = chosen.iterations() instanceof Slice.Iterations.Summed;
        Slice slice = iterations && summed ? chosen.withIterations(0, Integer.MAX_VALUE) : chosen;
        Metrics read = metrics == Metrics.SHOWN && simpler.needsScopes() ? Metrics.SCOPES : metrics;
        Slice needed =
                switch (read) {
                    case SHOWN -> slice.whereMeasured(outline);
                    case SCOPES ->
                            slice.withMetrics(Choice.named(outline, choice.metric()))
                                    .whereMeasured(outline);
                    case ALL -> slice.withMetrics(Selection.ALL);
                };
        return withMetricsOf(query, withMetricsOf(simpler.kept(), needed, outline), outline);
    }

    /// Adds the metrics that a query compares.
    static Slice withMetricsOf(Optional<Query> query, Slice slice, Outline outline) {
        if (query.isEmpty() || slice.metrics().isAll()) return slice;
        var compared = query.get().metrics(outline);
        return slice.withMetrics(
                Selection.where(
                        outline.metrics().size(),
                        i ->
                                slice.metrics().contains(i)
                                        || compared.contains(outline.metrics().get(i))));
    }
}
