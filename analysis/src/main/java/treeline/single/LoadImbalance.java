package treeline.single;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// How unevenly contexts share the work of each node: the slowest over the mean, 1 where all are
/// equal. `balance` is its inverse, the share of the slowest one's time that the mean one works
/// (what hpcanalysis calls load balance). A context that did not run a node counts as 0: idling is
/// imbalance too.
///
/// Nodes come heaviest mean first. Values are those of the metric's own scope.
public final class LoadImbalance {
    private final Profile profile;
    private final Metric metric;
    private final int[] nodes;
    private final double[] mean;
    private final double[] max;

    private LoadImbalance(
            Profile profile, Metric metric, int[] nodes, double[] mean, double[] max) {
        this.profile = profile;
        this.metric = metric;
        this.nodes = nodes;
        this.mean = mean;
        this.max = max;
    }

    /// The imbalance of every node that reaches a threshold. Repetitions of a run count as contexts
    /// of their own: reduce them before, with [treeline.transform.ContextGroups].
    ///
    /// @param threshold which nodes to keep, by the value of their slowest context
    public static LoadImbalance of(Profile profile, Metric metric, Threshold threshold) {
        MetricColumn column = profile.column(metric);
        double[] mean = NodeValues.reduced(column, Reduction.MEAN);
        double[] max = NodeValues.reduced(column, Reduction.MAX);
        double largest = 0;
        for (double each : max) if (each > largest) largest = each;
        double least = threshold.of(largest);
        int[] nodes =
                IntStream.range(0, max.length)
                        .filter(node -> max[node] > 0 && max[node] >= least)
                        .boxed()
                        .sorted((a, b) -> Double.compare(mean[b], mean[a]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        return new LoadImbalance(profile, metric, nodes, mean, max);
    }

    /// The nodes that reach the threshold.
    public int[] nodes() {
        return nodes.clone();
    }

    public double mean(int node) {
        return mean[node];
    }

    public double max(int node) {
        return max[node];
    }

    /// Slowest over mean; NaN where nothing positive was measured.
    public double imbalance(int node) {
        return max[node] > 0 && mean[node] > 0 ? max[node] / mean[node] : Double.NaN;
    }

    /// How the contexts' values at a node are spread.
    public Distribution distribution(int node) {
        return Distribution.of(valuesOf(profile.column(metric), node));
    }

    private static double[] valuesOf(MetricColumn column, int node) {
        double[] values = new double[column.contexts()];
        SparseRows rows = column.byNode();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!Double.isNaN(rows.value(cell))) values[rows.index(cell)] = rows.value(cell);
        return values;
    }

    /// One row a node: its path, mean, max, imbalance and balance.
    public Table table() {
        int[] rows = nodes;
        return Table.of(
                Column.text("path", rows.length, row -> NodePath.of(profile.tree(), rows[row])),
                Column.real("mean", rows.length, row -> mean[rows[row]]),
                Column.real("max", rows.length, row -> max[rows[row]]),
                Column.real("imbalance", rows.length, row -> imbalance(rows[row])),
                Column.real("balance", rows.length, row -> 1 / imbalance(rows[row])));
    }

    /// The same with the five slowest contexts, percentiles and a histogram for each node, computed
    /// on all cores.
    public Table verboseTable() {
        Distribution[] spread = new Distribution[nodes.length];
        profile.column(metric).byNode();
        IntStream.range(0, nodes.length)
                .parallel()
                .forEach(row -> spread[row] = distribution(nodes[row]));
        List<Column> columns = new ArrayList<>(table().columns());
        columns.add(Column.text("slowest", nodes.length, row -> slowest(spread[row])));
        for (int p = 0; p < Distribution.PERCENTILES.size(); p++) {
            int at = p;
            columns.add(
                    Column.real(
                            "p" + Math.round(Distribution.PERCENTILES.get(p) * 100),
                            nodes.length,
                            row -> spread[row].percentiles()[at]));
        }
        columns.add(Column.text("histogram", nodes.length, row -> joined(spread[row].histogram())));
        return Table.of(columns);
    }

    private String slowest(Distribution spread) {
        return String.join(
                ", ",
                Arrays.stream(spread.slowest())
                        .mapToObj(context -> profile.contexts().get(context).toString())
                        .toList());
    }

    private static String joined(int[] counts) {
        return String.join(" ", Arrays.stream(counts).mapToObj(Integer::toString).toList());
    }
}
