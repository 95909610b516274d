package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.transform.TransformStep;

import java.util.List;

/// The values of each location in a part, by metric: threads are summed and repetitions averaged,
/// as in [Numbers]. Most aggregations start from these values.
///
/// @param columns one per metric
/// @param firstContext the first context of each location, as an index in the source
public record PlaceValues(List<MetricColumn> columns, ImmutableInts firstContext) {

    /// @param step what makes the part simpler
    static PlaceValues of(
            SourcePart part, TransformStep step, List<Metric> metrics, Locations.By by) {
        Locations places = Locations.of(part.profile(step).contexts(), by);
        return new PlaceValues(
                metrics.stream()
                        .map(metric -> part.numbers(step, metric).by(places, metric.scope()))
                        .toList(),
                firstContexts(places, part));
    }

    /// The longest thread of each rank instead of all of them together.
    static PlaceValues ofLongestThreads(SourcePart part, TransformStep step, Metric metric) {
        Numbers numbers = part.numbers(step, metric);
        return new PlaceValues(
                List.of(numbers.longestThreads()), firstContexts(numbers.ranks(), part));
    }

    static ImmutableInts firstContexts(Locations places, SourcePart part) {
        Locations before = Locations.of(part.profile().contexts(), places.by());
        if (before.size() != places.size())
            throw new IllegalArgumentException("a part lost some of its places");
        int[] first = new int[places.size()];
        for (int context = part.contexts().size() - 1; context >= 0; context--)
            first[before.of(context)] = part.contexts().at(context);
        return ImmutableInts.owning(first);
    }
}
