package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.ThresholdedTable;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodeMapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Pivot table with runs as rows and functions as columns: Chopper's `multirun_analysis` (figure 4
/// of its paper).
public final class Pivot {
    private Pivot() {}

    /// A row for each run in the order of the ensemble; aggregate the ensemble first for one row a
    /// process count. The first column is `run`, then one for each function, file or module, those
    /// with the largest value first.
    ///
    /// Nodes of one name are added up; of inclusive values only the topmost counts, so that a
    /// recursive function is not counted twice. Names that reach the threshold in no run are left
    /// out.
    public static Table of(Ensemble ensemble, Metric metric, Grouping across, Threshold threshold) {
        return excerpt(ensemble, metric, across, threshold).table();
    }

    /// [#of] with the number of names that are left out. Names without a value in any run are not
    /// counted.
    public static ThresholdedTable excerpt(
            Ensemble ensemble, Metric metric, Grouping across, Threshold threshold) {
        NodeMapping flat = NodeMapping.flat(across.of(ensemble.profile().outline()));
        Profile folded = flat.of(ensemble.withMetrics(List.of(metric)).profile());
        SparseRows rows = folded.column(metric).byNode();
        double[] largest = largest(rows);
        NodeThreshold shown = NodeThreshold.of(folded.tree(), largest, threshold);
        List<Integer> names = new ArrayList<>();
        for (int name = 0; name < largest.length; name++)
            if (!Double.isNaN(largest[name])) names.add(name);
        int all = names.size();
        names.removeIf(name -> !shown.contains(name));
        names.sort((a, b) -> Double.compare(largest[b], largest[a]));
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(Ensemble.RUN, ensemble.keys()));
        for (int name : names) columns.add(column(folded, rows, name, ensemble.runs()));
        return new ThresholdedTable(Table.of(columns), all - names.size());
    }

    private static double[] largest(SparseRows rows) {
        double[] largest = new double[rows.rows()];
        Arrays.fill(largest, Double.NaN);
        for (int name = 0; name < largest.length; name++)
            for (int cell = rows.start(name); cell < rows.end(name); cell++)
                largest[name] = NodeThreshold.larger(largest[name], rows.value(cell));
        return largest;
    }

    private static Column column(Profile folded, SparseRows rows, int name, int runs) {
        String heading = folded.tree().name(name);
        return Column.real(
                heading.equals(Ensemble.RUN) ? "function." + heading : heading,
                runs,
                run -> {
                    int cell = rows.find(name, run);
                    return cell < 0 ? Double.NaN : rows.value(cell);
                });
    }
}
