package treeline.single;

import treeline.array.IndexSort;
import treeline.model.Context;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
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
        Locations places, ImmutableDoubles values, double mean, ImmutableInts ran) {

    public static NodeByPlace of(Locations places, ImmutableDoubles values) {
        IntStream all = IntStream.range(0, places.size());
        int[] ran =
                IndexSort.descending(
                        all.filter(place -> !Double.isNaN(values.at(place))).toArray(), values::at);
        double sum = IntStream.of(ran).mapToDouble(values::at).sum();
        int counted = places.absentCounts() ? places.size() : ran.length;
        double mean = ran.length == 0 ? Double.NaN : sum / counted;
        return new NodeByPlace(places, values, mean, ImmutableInts.owning(ran));
    }

    /// The place with the largest value.
    public int slowest() {
        return ran.at(0);
    }

    /// The place with the smallest value among those that ran the node.
    public int fastest() {
        return ran.at(ran.size() - 1);
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
        int[] rows = ran.stream().sorted().toArray();
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
