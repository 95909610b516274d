package treeline.aggregate;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Locations;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The values of a few nodes on each rank, thread or host: NaN for those that did not run it. The
/// sum has one number per place and node: 8 MB for 65,536 ranks and 16 nodes.
public final class ValuesByPlace
        implements Aggregation<PlaceValues, double[][], List<ImmutableDoubles>> {
    private final Metric metric;
    private final Locations places;
    private final ContextMapping chosen;
    private final int[][] nodes;

    /// The values of some nodes.
    ///
    /// @param metric in the scope that is wanted
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its index among those that are chosen
    public ValuesByPlace(Metric metric, Locations places, ContextMapping chosen, int... nodes) {
        this.metric = metric;
        this.places = places;
        this.chosen = chosen;
        this.nodes = IntStream.of(nodes).mapToObj(node -> new int[] {node}).toArray(int[][]::new);
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), places.by()).summed(nodes, Double.NaN);
    }

    @Override
    public double[][] zero() {
        double[][] values = new double[nodes.length][places.size()];
        for (double[] each : values) Arrays.fill(each, Double.NaN);
        return values;
    }

    @Override
    public double[][] add(double[][] sum, PlaceValues mapped) {
        SparseRows rows = mapped.columns().getFirst().byNode();
        int[] placeOf = mapped.in(places, chosen);
        for (int i = 0; i < sum.length; i++)
            for (int cell = rows.start(i); cell < rows.end(i); cell++) {
                int place = placeOf[rows.index(cell)];
                sum[i][place] = PlaceValues.added(sum[i][place], rows.value(cell));
            }
        return sum;
    }

    @Override
    public double[][] merge(double[][] first, double[][] second) {
        for (int i = 0; i < first.length; i++) {
            double[] to = first[i];
            double[] from = second[i];
            Arrays.setAll(to, place -> PlaceValues.added(to[place], from[place]));
        }
        return first;
    }

    /// One per node, with a value for each place.
    @Override
    public List<ImmutableDoubles> finish(double[][] sum) {
        return Arrays.stream(sum).map(ImmutableDoubles::owning).toList();
    }
}
