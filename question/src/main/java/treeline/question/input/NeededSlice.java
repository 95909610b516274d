package treeline.question.input;

import treeline.model.Outline;
import treeline.query.Query;
import treeline.source.Selection;
import treeline.source.Slice;

import java.util.Optional;

/// The slice of a run that a question reads: the contexts and metrics that the user chose, and the
/// scopes, iterations and further metrics that the analysis needs.
final class NeededSlice {
    private NeededSlice() {}

    static Slice of(Choice choice, Outline outline, RunOptions.Part part) {
        Slice chosen = choice.slice();
        boolean summed = chosen.iterations() instanceof Slice.Iterations.Summed;
        Slice slice =
                switch (part) {
                    case METRIC, SCOPES, ALL_METRICS -> chosen;
                    case SERIES, EVERYTHING ->
                            summed ? chosen.withIterations(0, Integer.MAX_VALUE) : chosen;
                };
        return switch (part) {
            case METRIC -> slice.whereMeasured(outline);
            case SCOPES, SERIES ->
                    slice.withMetrics(Choice.named(outline, choice.metric()))
                            .whereMeasured(outline);
            case ALL_METRICS, EVERYTHING -> slice.withMetrics(Selection.ALL);
        };
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
