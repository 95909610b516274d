package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;

import java.util.List;

/// The values of each location in a part, by metric: threads are summed and repetitions averaged,
/// as in [Numbers]. Most aggregations start from these values.
///
/// @param columns one per metric
/// @param firstContext the first context of each location, as an index in the source
public record PlaceValues(List<MetricColumn> columns, ImmutableInts firstContext) {

    static PlaceValues of(SourcePart part, List<Metric> metrics, Locations.By by) {
        Locations places = Locations.of(part.profile().contexts(), by);
        return new PlaceValues(
                metrics.stream()
                        .map(metric -> part.numbers(metric).by(places, metric.scope()))
                        .toList(),
                part.firstContexts(places));
    }

    /// The longest thread of each rank instead of all of them together.
    static PlaceValues ofLongestThreads(SourcePart part, Metric metric) {
        Numbers numbers = part.numbers(metric);
        return new PlaceValues(
                List.of(numbers.longestThreads()), part.firstContexts(numbers.ranks()));
    }
}
