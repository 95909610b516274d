package treeline.ensemble;

import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Sample;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// Box plot statistics per node: quartiles, Tukey fences at 1.5 times the interquartile range, and
/// the outliers beyond them.
public final class BoxPlot {
    private BoxPlot() {}

    /// A row for each node: `node`, `path`, then `<metric>_q1`, `_q2`, `_q3`, `_iqr`,
    /// `_lowerfence`, `_upperfence` and `_outliers`, the keys of the runs strictly outside the
    /// fences.
    public static Table of(Ensemble ensemble, Metric metric) {
        SparseRows rows = ensemble.column(metric).byNode();
        String name = ensemble.nameOf(metric) + "_";
        double[][] box = new double[6][rows.rows()];
        List<String> outliers = new ArrayList<>();
        for (int node = 0; node < rows.rows(); node++) {
            double[] ofNode = box(Statistics.sample(rows, node));
            for (int i = 0; i < box.length; i++) box[i][node] = ofNode[i];
            outliers.add(String.join("; ", outside(ensemble, rows, node, ofNode[4], ofNode[5])));
        }
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        List<String> names = List.of("q1", "q2", "q3", "iqr", "lowerfence", "upperfence");
        for (int i = 0; i < box.length; i++) columns.add(Column.real(name + names.get(i), box[i]));
        columns.add(Column.text(name + "outliers", outliers));
        return Table.of(columns);
    }

    /// The runs of a node that lie outside its fences.
    public static List<String> outliers(Ensemble ensemble, Metric metric, int node) {
        SparseRows rows = ensemble.column(metric).byNode();
        double[] box = box(Statistics.sample(rows, node));
        return outside(ensemble, rows, node, box[4], box[5]);
    }

    /// The numbers of one node: `q1`, `q2`, `q3`, `iqr`, `lowerfence`, `upperfence`.
    public static double[] box(Sample sample) {
        double q1 = sample.percentile(0.25);
        double q2 = sample.percentile(0.5);
        double q3 = sample.percentile(0.75);
        double iqr = q3 - q1;
        return new double[] {q1, q2, q3, iqr, q1 - Sample.FENCE * iqr, q3 + Sample.FENCE * iqr};
    }

    private static List<String> outside(
            Ensemble ensemble, SparseRows rows, int node, double lower, double upper) {
        List<String> outside = new ArrayList<>();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (rows.value(cell) < lower || rows.value(cell) > upper)
                outside.add(ensemble.keys().get(rows.index(cell)));
        return outside;
    }
}
