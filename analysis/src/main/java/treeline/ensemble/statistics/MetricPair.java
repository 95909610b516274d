package treeline.ensemble.statistics;

import org.hipparchus.distribution.continuous.TDistribution;
import org.jspecify.annotations.Nullable;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Sample;
import treeline.single.Correlation;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;

/// Correlations and distances of two metrics of an ensemble, per node. In a joined ensemble
/// ([EnsembleJoin]) the two can be one metric of two groups.
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
        List<double[]> pairs = new ArrayList<>();
        for (int cell = one.start(node); cell < one.end(node); cell++) {
            int partner = other.find(node, one.index(cell));
            if (partner < 0) continue;
            if (Double.isNaN(one.value(cell)) || Double.isNaN(other.value(partner))) continue;
            pairs.add(new double[] {one.value(cell), other.value(partner)});
        }
        pairs.sort(Arrays::compare); // sums do not depend on the order of runs
        return Correlation.of(
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
                method);
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

    private Table distance(String name, ToDoubleBiFunction<Sample, Sample> of) {
        SparseRows one = ensemble.column(first).byNode();
        SparseRows other = ensemble.column(second).byNode();
        double[] values = new double[one.rows()];
        for (int node = 0; node < values.length; node++)
            values[node] =
                    of.applyAsDouble(Statistics.sample(one, node), Statistics.sample(other, node));
        return table("%s_%s_%s".formatted(name(first), name(second), name), values);
    }

    private static double bhattacharyya(Sample one, Sample other) {
        double v1 = one.variance();
        double v2 = other.variance();
        double apart = one.mean() - other.mean();
        return Math.log((v1 / v2 + v2 / v1 + 2) / 4) / 4 + apart * apart / (v1 + v2) / 4;
    }

    private static double hellinger(Sample one, Sample other) {
        double v1 = one.variance();
        double v2 = other.variance();
        double apart = one.mean() - other.mean();
        double spread = v1 + v2;
        return 1
                - Math.sqrt(2 * Math.sqrt(v1) * Math.sqrt(v2) / spread)
                        * Math.exp(-apart * apart / spread / 4);
    }

    /// How much the first is above the second, in four ways, by the names of Thicket: `node`,
    /// `path`, `delta_mean_delta_stdnorm`, `delta_mean_delta_coefficient_of_variation`,
    /// `bhattacharyya` and `hellinger`; the two distances are negative where the mean of the first
    /// is smaller.
    public Table scores() {
        SparseRows one = ensemble.column(first).byNode();
        SparseRows other = ensemble.column(second).byNode();
        double[][] scores = new double[4][one.rows()];
        for (int node = 0; node < one.rows(); node++) {
            Sample a = Statistics.sample(one, node);
            Sample b = Statistics.sample(other, node);
            double m1 = a.mean();
            double m2 = b.mean();
            double s1 = a.deviation();
            double s2 = b.deviation();
            scores[0][node] = (m1 - m2) + (s1 - s2) / Math.abs(m1 - m2);
            scores[1][node] = (m1 - m2) + s1 / m1 - s2 / m2;
            scores[2][node] = bhattacharyya(a, b) * (m1 < m2 ? -1 : 1);
            scores[3][node] = hellinger(a, b) * (m1 < m2 ? -1 : 1);
        }
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(Column.real("delta_mean_delta_stdnorm", scores[0]));
        columns.add(Column.real("delta_mean_delta_coefficient_of_variation", scores[1]));
        columns.add(Column.real("bhattacharyya", scores[2]));
        columns.add(Column.real("hellinger", scores[3]));
        return Table.of(columns);
    }

    /// Which of the two is smaller, if that is no chance: Welch's t of the two means against the
    /// quantile of Student's distribution with n1 + n2 - 2 degrees of freedom. `node`, `path`,
    /// `tvalue` (the quantile), `tstatistic`, and `mean_preferred` and `std_preferred`: the name of
    /// the metric with the smaller mean and deviation, or `No preference`.
    ///
    /// @param alpha how often chance may be taken for a difference, such as 0.05
    public Table preference(double alpha) {
        if (!(alpha > 0 && alpha < 1))
            throw new IllegalArgumentException("alpha must be between 0 and 1, found " + alpha);
        SparseRows one = ensemble.column(first).byNode();
        SparseRows other = ensemble.column(second).byNode();
        double[] limit = new double[one.rows()];
        double[] statistic = new double[one.rows()];
        List<@Nullable String> mean = new ArrayList<>();
        List<@Nullable String> deviation = new ArrayList<>();
        for (int node = 0; node < one.rows(); node++) {
            Sample a = Statistics.sample(one, node);
            Sample b = Statistics.sample(other, node);
            double v1 = a.variance();
            double v2 = b.variance();
            int freedom = a.size() + b.size() - 2;
            limit[node] =
                    freedom > 0
                            ? new TDistribution(freedom).inverseCumulativeProbability(1 - alpha / 2)
                            : Double.NaN;
            statistic[node] = (a.mean() - b.mean()) / Math.sqrt(v1 / a.size() + v2 / b.size());
            boolean tested = !Double.isNaN(statistic[node]);
            boolean differ = Math.abs(statistic[node]) > limit[node];
            mean.add(tested ? preferred(differ, a.mean(), b.mean()) : null);
            deviation.add(tested ? preferred(differ, v1, v2) : null);
        }
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(Column.real("tvalue", limit));
        columns.add(Column.real("tstatistic", statistic));
        columns.add(Column.text("mean_preferred", mean));
        columns.add(Column.text("std_preferred", deviation));
        return Table.of(columns);
    }

    private String preferred(boolean differ, double one, double other) {
        if (!differ || one == other) return "No preference";
        return one < other ? name(first) : name(second);
    }

    private String name(Metric metric) {
        return ensemble.nameOf(metric);
    }

    private Table table(String name, double[] values) {
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(Column.real(name, values));
        return Table.of(columns);
    }
}
