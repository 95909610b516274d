package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;

import java.util.Arrays;
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

    /// The only metric with the sums of groups instead of nodes, a row per group.
    ///
    /// @param absent what a location has that ran none of a group: 0, or NaN for no value
    PlaceValues summed(int[][] groups, double absent) {
        MetricColumn column = columns.getFirst();
        int places = firstContext.size();
        var rows = new SparseRows.Builder();
        for (int[] group : groups) {
            double[] sums = sums(column, group, places);
            for (int place = 0; place < places; place++) {
                double sum = Double.isNaN(sums[place]) ? absent : sums[place];
                if (!Double.isNaN(sum)) rows.add(place, sum);
            }
            rows.endRow();
        }
        return new PlaceValues(List.of(MetricColumn.ofNodes(rows.build(), places)), firstContext);
    }

    private static double[] sums(MetricColumn column, int[] nodes, int places) {
        double[] sums = new double[places];
        Arrays.fill(sums, Double.NaN);
        if (column.isKnownByNode()) {
            SparseRows rows = column.byNode();
            for (int node : nodes)
                for (int cell = rows.start(node); cell < rows.end(node); cell++)
                    sums[rows.index(cell)] = added(sums[rows.index(cell)], rows.value(cell));
            return sums;
        }
        SparseRows rows = column.byContext();
        for (int place = 0; place < places; place++)
            for (int node : nodes) {
                int cell = rows.find(place, node);
                if (cell >= 0) sums[place] = added(sums[place], rows.value(cell));
            }
        return sums;
    }

    /// The sum of two values of which each may be missing.
    static double added(double first, double second) {
        if (Double.isNaN(first)) return second;
        return Double.isNaN(second) ? first : first + second;
    }

    /// The index of each location among the places of a run.
    ///
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its index among those that are chosen
    int[] in(Locations places, ContextMapping chosen) {
        return firstContext.stream()
                .map(context -> places.of(chosen.applyAsInt(context)))
                .toArray();
    }
}
