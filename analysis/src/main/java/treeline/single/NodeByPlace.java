package treeline.single;

import treeline.model.Context;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.numbers.Locations;
import treeline.table.Column;
import treeline.table.Table;

import java.util.List;
import java.util.stream.IntStream;

/// One node on all ranks, threads or hosts: its values compared with their mean.
///
/// @param values one per location, NaN if the location did not run the node
/// @param mean over all locations, or over those that ran the node, see [Locations#absentCounts];
///   NaN if no location ran it
/// @param ran the locations that ran the node, slowest first
public record NodeByPlace(
        Locations places, ImmutableDoubles values, double mean, List<Integer> ran) {
    public NodeByPlace {
        ran = List.copyOf(ran);
    }

    public static NodeByPlace of(Locations places, ImmutableDoubles values) {
        List<Integer> ran =
                IntStream.range(0, places.size())
                        .filter(place -> !Double.isNaN(values.at(place)))
                        .boxed()
                        .sorted((a, b) -> Double.compare(values.at(b), values.at(a)))
                        .toList();
        double sum = ran.stream().mapToDouble(values::at).sum();
        int counted = places.absentCounts() ? places.size() : ran.size();
        return new NodeByPlace(places, values, ran.isEmpty() ? Double.NaN : sum / counted, ran);
    }

    /// The place with the largest value.
    public int slowest() {
        return ran.getFirst();
    }

    /// The place with the smallest value among those that ran the node.
    public int fastest() {
        return ran.getLast();
    }

    /// The number of places that did not run the node.
    public int absent() {
        return places.size() - ran.size();
    }

    /// The largest value over the mean, 1 if all places are equal.
    public double imbalance() {
        return values.at(slowest()) / mean;
    }

    /// A row for each place that ran the node, in the order of places: `place`, `value`, `of_mean`
    /// (value over mean), `difference` (value minus mean) and its `host`, empty if unknown.
    ///
    /// @param contexts those that the places are computed from
    public Table table(List<Context> contexts, Metric metric) {
        String[] hosts = new String[places.size()];
        for (int context = contexts.size() - 1; context >= 0; context--)
            hosts[places.of(context)] = contexts.get(context).host();
        int[] rows = ran.stream().mapToInt(Integer::intValue).sorted().toArray();
        return Table.of(
                Column.text("place", rows.length, row -> places.name(rows[row]))
                        .headed(places.noun()),
                Column.real("value", rows.length, row -> values.at(rows[row])).in(metric),
                Column.real("of_mean", rows.length, row -> values.at(rows[row]) / mean)
                        .share()
                        .headed("of mean")
                        .meaning("value / mean"),
                Column.real("difference", rows.length, row -> values.at(rows[row]) - mean)
                        .in(metric)
                        .signed()
                        .meaning("value - mean"),
                Column.text("host", rows.length, row -> hosts[rows[row]]));
    }
}
