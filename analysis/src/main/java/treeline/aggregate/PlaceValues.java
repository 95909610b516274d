package treeline.aggregate;

import treeline.model.Ints;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.numbers.Places;

import java.util.ArrayList;
import java.util.List;

/// What each place of a part has, metric by metric: threads added up and repetitions averaged, as
/// [Numbers] does it. This is what most aggregations add of a part.
///
/// @param columns one per metric
/// @param firstContext of each place the first of its contexts, as an index in the source
public record PlaceValues(List<MetricColumn> columns, Ints firstContext) {

    static PlaceValues of(Profile simplified, Part part, List<Metric> metrics, Places.By by) {
        List<MetricColumn> columns = new ArrayList<>();
        Places places = Places.of(simplified.contexts(), by);
        for (Metric metric : metrics)
            columns.add(Numbers.of(simplified, metric).by(places, metric.scope()));
        return new PlaceValues(columns, firstContexts(places, part));
    }

    /// The longest thread of each rank instead of all of them together.
    static PlaceValues ofLongestThreads(Profile simplified, Part part, Metric metric) {
        Numbers numbers = Numbers.of(simplified, metric);
        return new PlaceValues(
                List.of(numbers.longestThreads()), firstContexts(numbers.ranks(), part));
    }

    static Ints firstContexts(Places places, Part part) {
        Places before = Places.of(part.profile().contexts(), places.by());
        if (before.size() != places.size())
            throw new IllegalArgumentException("a part lost some of its places");
        int[] first = new int[places.size()];
        for (int context = part.contexts().size() - 1; context >= 0; context--)
            first[before.of(context)] = part.contexts().at(context);
        return Ints.owning(first);
    }
}
