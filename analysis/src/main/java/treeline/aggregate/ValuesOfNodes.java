package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;
import treeline.numbers.Locations;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/// Exclusive values of a few selected nodes, and the totals over all nodes, per location. The
/// partial sum has one number per location and selected node: 8 MB for 65,536 ranks and 15 nodes.
public final class ValuesOfNodes
        implements Aggregation<PlaceValues, ValuesOfNodes.Sums, ValuesOfNodes.Sums> {
    private final Metric metric;
    private final Locations places;
    private final ContextMapping chosen;
    private final int[] nodes;

    /// The values of some nodes.
    ///
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its place among those that are chosen
    public ValuesOfNodes(Metric metric, Locations places, ContextMapping chosen, int... nodes) {
        this.metric = metric.in(Scope.EXCLUSIVE);
        this.places = places;
        this.chosen = chosen;
        this.nodes = nodes.clone();
    }

    /// The values of each location.
    public static final class Sums implements Serializable {
        private static final long serialVersionUID = 1;
        private final double[][] values;
        private final double[] total;

        Sums(int places, int nodes) {
            values = new double[nodes][places];
            total = new double[places];
        }

        /// The value of a place at one of the chosen nodes, 0 where it did not run it.
        public double value(int place, int index) {
            return values[index][place];
        }

        /// What a place has at all nodes.
        public double total(int place) {
            return total[place];
        }

        /// The share of its total that a place has at a chosen node; 0 if it has none, because its
        /// total is 0 or infinite.
        public double share(int place, int index) {
            double share = values[index][place] / total[place];
            return Double.isFinite(share) ? share : 0;
        }
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), places.by());
    }

    @Override
    public Sums zero() {
        return new Sums(places.size(), nodes.length);
    }

    @Override
    public Sums add(Sums sum, PlaceValues mapped) {
        SparseRows rows = mapped.columns().getFirst().byContext();
        for (int row = 0; row < rows.rows(); row++) {
            int place = places.of(chosen.applyAsInt(mapped.firstContext().at(row)));
            for (int cell = rows.start(row); cell < rows.end(row); cell++)
                sum.total[place] += measured(rows.value(cell));
            for (int i = 0; i < nodes.length; i++) {
                int cell = rows.find(row, nodes[i]);
                if (cell >= 0) sum.values[i][place] += measured(rows.value(cell));
            }
        }
        return sum;
    }

    private static double measured(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    @Override
    public Sums merge(Sums first, Sums second) {
        Arrays.setAll(first.total, place -> first.total[place] + second.total[place]);
        for (int i = 0; i < nodes.length; i++) {
            double[] to = first.values[i];
            double[] from = second.values[i];
            Arrays.setAll(to, place -> to[place] + from[place]);
        }
        return first;
    }

    @Override
    public Sums finish(Sums sum) {
        return sum;
    }
}
