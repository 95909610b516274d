package treeline.ensemble.statistics;

import static treeline.table.Aggregate.count;
import static treeline.table.Aggregate.sum;

import treeline.array.IndexSort;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.numbers.Sample;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeGroups;

import java.util.ArrayList;
import java.util.List;

/// The nodes that make some of several repeated runs slow: the fastest, median and slowest run side
/// by side, and each node's share of their difference. This is Chopper's variability study (figure
/// 11 of its paper).
///
/// Shares are exclusive: the difference of an inclusive metric is distributed over the tree, so
/// that all shares sum to 1.
public final class Variability {
    private static final String OWN = "own_difference";
    private static final String SHARE = "share";

    private final Ensemble ensemble;
    private final Metric metric;
    private final MetricColumn own;
    private final double[] totals;
    private final int[] fastestFirst;

    private Variability(Ensemble ensemble, Metric metric, MetricColumn own) {
        this.ensemble = ensemble;
        this.metric = metric;
        this.own = own;
        this.totals = totals(own.byContext());
        List<String> keys = ensemble.keys();
        this.fastestFirst =
                IndexSort.of(
                        ensemble.runs(),
                        (run, other) -> {
                            int faster = Double.compare(totals[run], totals[other]);
                            return faster == 0 ? keys.get(run).compareTo(keys.get(other)) : faster;
                        });
    }

    /// How runs differ in a metric that adds up.
    ///
    /// @throws IllegalArgumentException of fewer than two runs, or of a reading at a point
    public static Variability of(Ensemble ensemble, Metric metric) {
        if (ensemble.runs() < 2)
            throw new IllegalArgumentException("variability needs at least two runs");
        return new Variability(
                ensemble, metric, ensemble.profile().column(metric.in(Scope.EXCLUSIVE)));
    }

    private static double[] totals(SparseRows ofRun) {
        double[] totals = new double[ofRun.rows()];
        for (int run = 0; run < totals.length; run++) {
            double[] values = new double[ofRun.end(run) - ofRun.start(run)];
            for (int i = 0; i < values.length; i++) {
                double value = ofRun.value(ofRun.start(run) + i);
                values[i] = Double.isNaN(value) ? 0 : value;
            }
            totals[run] = values.length == 0 ? 0 : Sample.of(values).moments().sum();
        }
        return totals;
    }

    /// All values of a run, each counted once.
    public double total(int run) {
        return totals[run];
    }

    public int fastest() {
        return fastestFirst[0];
    }

    /// The run in the middle, the faster one of two.
    public int median() {
        return fastestFirst[(fastestFirst.length - 1) / 2];
    }

    public int slowest() {
        return fastestFirst[fastestFirst.length - 1];
    }

    /// By how much the slowest run exceeds the fastest one.
    public double difference() {
        return totals[slowest()] - totals[fastest()];
    }

    /// The coefficient of variation of all totals: their deviation over their mean.
    public double variation() {
        return variation(Sample.of(totals));
    }

    /// A row for each node, those that carry most of the difference first: `node`, `path`,
    /// `fastest`, `median`, `slowest` as measured, `difference`, `own_difference` without callees,
    /// `share` of the whole difference, and `variation`, the deviation over the mean of all runs. A
    /// node that one of the two runs lacks carries all that the other one has there.
    public Table nodes() {
        int nodes = ensemble.tree().size();
        MetricColumn measured = ensemble.column(metric);
        SparseRows rows = measured.byNode();
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(values("fastest", measured, fastest()));
        columns.add(values("median", measured, median()));
        columns.add(values("slowest", measured, slowest()));
        columns.add(
                Column.real("difference", nodes, node -> difference(measured, node))
                        .in(metric.unit()));
        columns.add(own(nodes));
        columns.add(Column.real(SHARE, nodes, node -> share(difference(own, node))).share());
        columns.add(
                Column.real("variation", nodes, node -> variation(Statistics.sample(rows, node)))
                        .share()
                        .headed("varies"));
        return Table.of(columns).sort(Order.descending(OWN), Order.ascending(Ensemble.PATH));
    }

    /// A row for each function, file or module: `name`, `nodes`, `own_difference` and `share`,
    /// those that carry most of the difference first.
    public Table by(Grouping grouping) {
        int nodes = ensemble.tree().size();
        NodeGroups groups = grouping.of(ensemble.profile().outline());
        Column name = Column.text("name", nodes, node -> groups.frame(node).name());
        Table sums =
                Table.of(name, own(nodes))
                        .groupBy("name")
                        .aggregate(count().as("nodes"), sum(OWN).as(OWN))
                        .sort(Order.descending(OWN), Order.ascending("name"));
        Column carried = sums.column(OWN);
        return sums.with(
                Column.real(SHARE, sums.rows(), row -> share(carried.number(row))).share());
    }

    private Column own(int nodes) {
        return Column.real(OWN, nodes, node -> difference(own, node))
                .in(metric.unit())
                .signed()
                .headed("own");
    }

    private Column values(String name, MetricColumn column, int run) {
        return Column.real(name, ensemble.tree().size(), node -> column.at(run, node))
                .in(metric.unit());
    }

    private double difference(MetricColumn column, int node) {
        double slow = column.at(slowest(), node);
        double fast = column.at(fastest(), node);
        if (Double.isNaN(slow) && Double.isNaN(fast)) return Double.NaN;
        return (Double.isNaN(slow) ? 0 : slow) - (Double.isNaN(fast) ? 0 : fast);
    }

    private double share(double part) {
        return difference() == 0 ? Double.NaN : part / difference();
    }

    private static double variation(Sample sample) {
        double mean = sample.size() < 2 ? 0 : sample.mean();
        return mean == 0 ? Double.NaN : sample.deviation() / Math.abs(mean);
    }
}
