package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;

import java.util.ArrayList;
import java.util.List;

/// The values of each location in a part, by metric: threads are summed and repetitions averaged,
/// as in [Numbers]. Most aggregations start from these values.
///
/// @param columns one per metric
/// @param firstContext the first context of each location, as an index in the source
public record PlaceValues(List<MetricColumn> columns, ImmutableInts firstContext) {

    static PlaceValues of(
            Profile simplified, SourcePart part, List<Metric> metrics, Locations.By by) {
        List<MetricColumn> columns = new ArrayList<>();
        Locations places = Locations.of(simplified.contexts(), by);
        for (Metric metric : metrics)
            columns.add(Numbers.of(simplified, metric).by(places, metric.scope()));
        return new PlaceValues(columns, firstContexts(places, part));
    }

    /// The longest thread of each rank instead of all of them together.
    static PlaceValues ofLongestThreads(Profile simplified, SourcePart part, Metric metric) {
        Numbers numbers = Numbers.of(simplified, metric);
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
