package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.activity.Activities;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// For each slow location, the node whose compute time exceeds the mean the most. It needs the
/// means first, so it runs in a second pass over the slow locations only.
public final class WorstNodeByPlace
        implements Aggregation<
                List<WorstNodeByPlace.Worst>,
                WorstNodeByPlace.Found,
                Map<Integer, WorstNodeByPlace.Worst>> {
    private final Metric metric;
    private final Locations.By by;
    private final Activities activities;
    private final double[] mean;

    /// The node of each place.
    ///
    /// @param activities of the nodes after parts were made simpler
    /// @param mean of each of these nodes over all places, NaN where none ran it
    public WorstNodeByPlace(
            Metric metric, Locations.By by, Activities activities, double[] mean) {
        this.metric = metric.in(Scope.EXCLUSIVE);
        this.by = by;
        this.activities = activities;
        this.mean = mean.clone();
    }

    /// The worst node of a location, -1 if it exceeds the mean nowhere. The location is identified
    /// by its first context in the source.
    public record Worst(int place, int node, double excess) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /// The worst nodes of the slow locations.
    public static final class Found implements Serializable {
        private static final long serialVersionUID = 1;
        private final ArrayList<Worst> each = new ArrayList<>();
    }

    @Override
    public List<Worst> map(SourcePart part) {
        PlaceValues values = PlaceValues.of(part, List.of(metric), by);
        SparseRows rows = values.columns().getFirst().byContext();
        List<Worst> worst = new ArrayList<>();
        for (int row = 0; row < rows.rows(); row++)
            worst.add(worst(rows, row, values.firstContext().at(row)));
        return worst;
    }

    private Worst worst(SparseRows rows, int row, int place) {
        var worst = new Worst(place, -1, 0);
        for (int cell = rows.start(row); cell < rows.end(row); cell++) {
            int node = rows.index(cell);
            double beyond = rows.value(cell) - (Double.isNaN(mean[node]) ? 0 : mean[node]);
            if (beyond > worst.excess && !activities.isWaiting(node))
                worst = new Worst(place, node, beyond);
        }
        return worst;
    }

    @Override
    public Found zero() {
        return new Found();
    }

    @Override
    public Found add(Found sum, List<Worst> mapped) {
        sum.each.addAll(mapped);
        return sum;
    }

    @Override
    public Found merge(Found first, Found second) {
        first.each.addAll(second.each);
        return first;
    }

    /// The worst node of each location, keyed by the location's first context.
    @Override
    public Map<Integer, Worst> finish(Found sum) {
        Map<Integer, Worst> places = new HashMap<>();
        for (Worst each : sum.each) places.put(each.place(), each);
        return places;
    }
}
