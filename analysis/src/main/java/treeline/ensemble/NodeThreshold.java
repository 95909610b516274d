package treeline.ensemble;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Selects the nodes whose maximum over all runs reaches a threshold, and counts the omitted ones
/// so that reports can state them.
///
/// Time outside all regions ([Frame#isOutsideRegions]) is listed like any node but does not count
/// towards the maximum, because it may be fifty times the time of the program.
public final class NodeThreshold {
    private static final String LARGEST = "largest value";

    private final double[] largest;
    private final double least;

    private NodeThreshold(double[] largest, double least) {
        this.largest = largest;
        this.least = least;
    }

    /// The nodes that reach a threshold in some run.
    ///
    /// @param metrics a node counts by its largest value of those with the unit of the first
    public static NodeThreshold of(Ensemble ensemble, List<Metric> metrics, Threshold threshold) {
        double[] largest = new double[ensemble.tree().size()];
        Arrays.fill(largest, Double.NaN);
        for (Metric metric : metrics) {
            if (!metric.unit().equals(metrics.getFirst().unit())) continue;
            double[] ofMetric = Statistics.values(ensemble, metric, Statistic.MAX);
            for (int node = 0; node < largest.length; node++)
                largest[node] = larger(largest[node], ofMetric[node]);
        }
        return of(ensemble.tree(), largest, threshold);
    }

    /// The threshold applied to the largest value of each node.
    ///
    /// @param largest by node, NaN where no run has a value; kept
    public static NodeThreshold of(CallTree tree, double[] largest, Threshold threshold) {
        double most = 0;
        for (int node = 0; node < largest.length; node++)
            if (largest[node] > most && !tree.frame(node).isOutsideRegions()) most = largest[node];
        return new NodeThreshold(largest, threshold.of(most));
    }

    /// NaN only where both are.
    public static double larger(double one, double other) {
        return Double.isNaN(one) || other > one ? other : one;
    }

    /// Nodes without any value are shown only where nothing is left out.
    public boolean contains(int node) {
        return least == Double.NEGATIVE_INFINITY || largest[node] >= least;
    }

    /// The largest value of all runs, NaN where none has one.
    public double largest(int node) {
        return largest[node];
    }

    /// The nodes, ascending.
    public int[] nodes() {
        return IntStream.range(0, largest.length).filter(this::contains).toArray();
    }

    /// How many nodes are left out.
    public int hidden() {
        return largest.length - nodes().length;
    }

    /// The rows of a table with a row for each node that are shown, those with the largest value
    /// first.
    public Table rows(Table perNode) {
        return perNode.with(Column.real(LARGEST, largest.length, this::largest))
                .filter(this::contains)
                .sort(Order.descending(LARGEST))
                .select(perNode.names().toArray(String[]::new));
    }
}
