package treeline.ensemble;

import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The third table of an ensemble: what the runs' values at a node come to.
public final class Statistics {
    private static final int NODES_A_TASK = 256;

    private Statistics() {}

    /// A row for each node: `node`, `path`, then `<metric>_<statistic>` for every pair.
    public static Table of(Ensemble ensemble, List<Metric> metrics, List<Statistic> statistics) {
        List<Column> columns = new ArrayList<>(nodes(ensemble));
        for (Metric metric : metrics) {
            double[][] values = values(ensemble, metric, statistics);
            for (int i = 0; i < values.length; i++)
                columns.add(
                        Column.real(
                                "%s_%s"
                                        .formatted(
                                                ensemble.nameOf(metric), statistics.get(i).name()),
                                values[i]));
        }
        return Table.of(columns);
    }

    /// One statistic by node, NaN where no run has a value.
    public static double[] values(Ensemble ensemble, Metric metric, Statistic statistic) {
        return values(ensemble, metric, List.of(statistic))[0];
    }

    static List<Column> nodes(Ensemble ensemble) {
        int nodes = ensemble.tree().size();
        return List.of(
                Column.whole(Ensemble.NODE, nodes, node -> node),
                Column.text(Ensemble.PATH, ensemble.paths()));
    }

    private static double[][] values(Ensemble ensemble, Metric metric, List<Statistic> statistics) {
        SparseRows rows = ensemble.column(metric).byNode();
        double[][] values = new double[statistics.size()][rows.rows()];
        int tasks = Math.ceilDiv(rows.rows(), NODES_A_TASK);
        IntStream.range(0, tasks)
                .parallel()
                .forEach(
                        task -> {
                            int end = Math.min(rows.rows(), (task + 1) * NODES_A_TASK);
                            for (int node = task * NODES_A_TASK; node < end; node++)
                                fill(values, statistics, rows, node);
                        });
        return values;
    }

    private static void fill(
            double[][] values, List<Statistic> statistics, SparseRows rows, int node) {
        double[] sorted = sorted(rows, node);
        for (int i = 0; i < values.length; i++)
            values[i][node] =
                    sorted.length == 0
                            ? Double.NaN
                            : statistics.get(i).ofSorted().applyAsDouble(sorted);
    }

    /// The values of all runs at a node, ascending.
    static double[] sorted(SparseRows rows, int node) {
        double[] sorted = new double[rows.end(node) - rows.start(node)];
        int count = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!Double.isNaN(rows.value(cell))) sorted[count++] = rows.value(cell);
        sorted = Arrays.copyOf(sorted, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
