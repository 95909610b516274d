package treeline.ensemble;

import treeline.cores.Ranges;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Sample;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The table of aggregated statistics of an ensemble: one row per node, statistics over its runs.
/// Thicket calls it the statistics table.
public final class Statistics {
    private static final int NODES_PER_TASK = 256;

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

    public static List<Column> nodes(Ensemble ensemble) {
        int nodes = ensemble.tree().size();
        return List.of(
                Column.whole(Ensemble.NODE, nodes, node -> node),
                Column.text(Ensemble.PATH, ensemble.paths()));
    }

    private static double[][] values(Ensemble ensemble, Metric metric, List<Statistic> statistics) {
        SparseRows rows = ensemble.column(metric).byNode();
        double[][] values = new double[statistics.size()][rows.rows()];
        Ranges.each(
                rows.rows(),
                NODES_PER_TASK,
                (from, to) -> {
                    for (int node = from; node < to; node++) fill(values, statistics, rows, node);
                });
        return values;
    }

    private static void fill(
            double[][] values, List<Statistic> statistics, SparseRows rows, int node) {
        Sample sample = sample(rows, node);
        for (int i = 0; i < values.length; i++) values[i][node] = statistics.get(i).of(sample);
    }

    /// The values of all runs at a node.
    public static Sample sample(SparseRows rows, int node) {
        int first = rows.start(node);
        double[] values = new double[rows.end(node) - first];
        Arrays.setAll(values, i -> rows.value(first + i));
        return Sample.of(values);
    }
}
