package treeline.aggregate;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Locations;

import java.util.Arrays;
import java.util.List;

/// The values of one node on each rank, thread or host: NaN for those that did not run it. The sum
/// has one number per place.
public final class ValuesByPlace implements Aggregation<PlaceValues, double[], ImmutableDoubles> {
    private final Metric metric;
    private final Locations places;
    private final ContextMapping chosen;
    private final int node;

    /// The values of a node.
    ///
    /// @param metric in the scope that is wanted
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its index among those that are chosen
    public ValuesByPlace(Metric metric, Locations places, ContextMapping chosen, int node) {
        this.metric = metric;
        this.places = places;
        this.chosen = chosen;
        this.node = node;
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), places.by());
    }

    @Override
    public double[] zero() {
        double[] values = new double[places.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    @Override
    public double[] add(double[] sum, PlaceValues mapped) {
        SparseRows rows = mapped.columns().getFirst().byContext();
        for (int row = 0; row < rows.rows(); row++) {
            int cell = rows.find(row, node);
            if (cell < 0) continue;
            int place = places.of(chosen.applyAsInt(mapped.firstContext().at(row)));
            sum[place] = added(sum[place], rows.value(cell));
        }
        return sum;
    }

    @Override
    public double[] merge(double[] first, double[] second) {
        Arrays.setAll(first, place -> added(first[place], second[place]));
        return first;
    }

    /// The sum of two values of which each may be missing.
    private static double added(double first, double second) {
        if (Double.isNaN(first)) return second;
        return Double.isNaN(second) ? first : first + second;
    }

    @Override
    public ImmutableDoubles finish(double[] sum) {
        return ImmutableDoubles.owning(sum);
    }
}
