package treeline.ensemble;

import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.single.Correlation;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;

/// Two metrics of one ensemble at each node: do they rise together, how far are they apart. With
/// ensembles beside each other ([Beside]) the two are one metric of two groups.
public final class MetricPair {
    private final Ensemble ensemble;
    private final Metric first;
    private final Metric second;

    public MetricPair(Ensemble ensemble, Metric first, Metric second) {
        this.ensemble = ensemble;
        this.first = first;
        this.second = second;
    }

    /// `node`, `path` and `<first>_vs_<second> <method>` over the runs that have both; missing
    /// where fewer than two have, or one of the two never changes.
    public Table correlation(Correlation.Method method) {
        SparseRows one = ensemble.column(first).byNode();
        SparseRows other = ensemble.column(second).byNode();
        double[] values = new double[one.rows()];
        for (int node = 0; node < values.length; node++)
            values[node] = correlation(one, other, node, method);
        return table(
                "%s_vs_%s %s"
                        .formatted(
                                name(first), name(second), method.name().toLowerCase(Locale.ROOT)),
                values);
    }

    private static double correlation(
            SparseRows one, SparseRows other, int node, Correlation.Method method) {
        double[] a = new double[one.end(node) - one.start(node)];
        double[] b = new double[a.length];
        int count = 0;
        for (int cell = one.start(node); cell < one.end(node); cell++) {
            int partner = other.find(node, one.index(cell));
            if (partner < 0) continue;
            if (Double.isNaN(one.value(cell)) || Double.isNaN(other.value(partner))) continue;
            a[count] = one.value(cell);
            b[count++] = other.value(partner);
        }
        return Correlation.of(Arrays.copyOf(a, count), Arrays.copyOf(b, count), method);
    }

    /// `node`, `path` and `<first>_<second>_bhattacharyya_distance`: how little two normal
    /// distributions of these means and deviations overlap, 0 where they are the same.
    public Table bhattacharyyaDistance() {
        return distance("bhattacharyya_distance", MetricPair::bhattacharyya);
    }

    /// `node`, `path` and `<first>_<second>_hellinger_distance`: from 0 where the distributions are
    /// the same to 1. As in Thicket this is the square of what books call the Hellinger distance.
    public Table hellingerDistance() {
        return distance("hellinger_distance", MetricPair::hellinger);
    }

    private Table distance(String name, ToDoubleBiFunction<double[], double[]> of) {
        SparseRows one = ensemble.column(first).byNode();
        SparseRows other = ensemble.column(second).byNode();
        double[] values = new double[one.rows()];
        for (int node = 0; node < values.length; node++)
            values[node] =
                    of.applyAsDouble(Statistics.sorted(one, node), Statistics.sorted(other, node));
        return table("%s_%s_%s".formatted(name(first), name(second), name), values);
    }

    private static double bhattacharyya(double[] one, double[] other) {
        double v1 = Statistic.variance(one);
        double v2 = Statistic.variance(other);
        double apart = Statistic.mean(one) - Statistic.mean(other);
        return Math.log((v1 / v2 + v2 / v1 + 2) / 4) / 4 + apart * apart / (v1 + v2) / 4;
    }

    private static double hellinger(double[] one, double[] other) {
        double v1 = Statistic.variance(one);
        double v2 = Statistic.variance(other);
        double apart = Statistic.mean(one) - Statistic.mean(other);
        double spread = v1 + v2;
        return 1
                - Math.sqrt(2 * Math.sqrt(v1) * Math.sqrt(v2) / spread)
                        * Math.exp(-apart * apart / spread / 4);
    }

    private String name(Metric metric) {
        return MetricNames.of(metric, ensemble.metrics());
    }

    private Table table(String name, double[] values) {
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(Column.real(name, values));
        return Table.of(columns);
    }
}
