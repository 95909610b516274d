package treeline.ensemble;

import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The values of an ensemble as rows, by node and then by run.
final class PerformanceTable {
    private PerformanceTable() {}

    static Table of(Ensemble ensemble, List<String> metadataColumns) {
        metadataColumns.forEach(ensemble::requireMetadata);
        int nodes = ensemble.tree().size();
        int[] start = new int[nodes + 1];
        for (int node = 0; node < nodes; node++) {
            start[node + 1] = start[node];
            for (int run = 0; run < ensemble.runs(); run++)
                if (ensemble.has(run, node)) start[node + 1]++;
        }
        int[] nodeOf = new int[start[nodes]];
        int[] runOf = new int[start[nodes]];
        int row = 0;
        for (int node = 0; node < nodes; node++)
            for (int run = 0; run < ensemble.runs(); run++)
                if (ensemble.has(run, node)) {
                    nodeOf[row] = node;
                    runOf[row++] = run;
                }
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, row, at -> nodeOf[at]));
        columns.add(Column.text(Ensemble.PATH, nodeOf, ensemble.paths()));
        columns.add(Column.text(Ensemble.RUN, runOf, ensemble.keys()));
        for (String column : metadataColumns)
            columns.add(MetadataTable.column(ensemble.metadataOfRuns(), column, runOf));
        for (Metric metric : ensemble.metrics())
            columns.add(values(ensemble, metric, nodeOf, runOf));
        return Table.of(columns);
    }

    /// Rows and cells come in the same order, so one pass over both is enough.
    private static Column values(Ensemble ensemble, Metric metric, int[] nodeOf, int[] runOf) {
        SparseRows rows = ensemble.column(metric).byNode();
        double[] values = new double[nodeOf.length];
        Arrays.fill(values, Double.NaN);
        int row = 0;
        for (int node = 0; node < rows.rows(); node++)
            for (int cell = rows.start(node); cell < rows.end(node); cell++) {
                while (nodeOf[row] < node || runOf[row] < rows.index(cell)) row++;
                values[row] = rows.value(cell);
            }
        return Column.real(ensemble.nameOf(metric), values);
    }
}
