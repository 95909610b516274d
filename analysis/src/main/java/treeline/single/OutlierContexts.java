package treeline.single;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.Percentiles;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Which contexts are slow together: ranks that stand out at many nodes, or at a heavy one, are
/// usually one cause (a slow host, a border of the domain, a rank that does the output). A value
/// stands out if it lies above the third quartile by more than 1.5 times the distance of the
/// quartiles (Tukey's fence), and what counts is by how much it exceeds the median.
public final class OutlierContexts {
    private static final double FENCE = 1.5;

    /// With fewer contexts quartiles say nothing.
    private static final int FEWEST = 4;

    private final Profile profile;
    private final int[] nodes;
    private final double[] excess;
    private final int[] worst;
    private final double[] worstExcess;

    private OutlierContexts(Profile profile) {
        this.profile = profile;
        int contexts = profile.contexts().size();
        nodes = new int[contexts];
        excess = new double[contexts];
        worst = new int[contexts];
        worstExcess = new double[contexts];
        Arrays.fill(worst, -1);
    }

    /// Looks at every node that a metric has.
    ///
    /// @param metric best an exclusive one: inclusive values repeat an outlier in every caller
    public static OutlierContexts of(Profile profile, Metric metric) {
        var outliers = new OutlierContexts(profile);
        MetricColumn column = profile.column(metric);
        if (column.contexts() >= FEWEST) outliers.addAll(column);
        return outliers;
    }

    private void addAll(MetricColumn column) {
        SparseRows rows = column.byNode();
        double[] sorted = new double[column.contexts()];
        for (int node = 0; node < rows.rows(); node++) {
            int count = 0;
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                if (!Double.isNaN(rows.value(cell))) sorted[count++] = rows.value(cell);
            Arrays.sort(sorted, 0, count);
            addNode(rows, node, sorted, count);
        }
    }

    /// Contexts that did not run the node took no time there, and count.
    private void addNode(SparseRows rows, int node, double[] sorted, int count) {
        int zeros = sorted.length - count;
        double median = Percentiles.ofSortedAndZeros(sorted, count, zeros, 0.5);
        double fence = fence(sorted, count, zeros);
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            if (!(rows.value(cell) > fence)) continue;
            int context = rows.index(cell);
            double more = rows.value(cell) - median;
            nodes[context]++;
            excess[context] += more;
            if (more > worstExcess[context]) {
                worstExcess[context] = more;
                worst[context] = node;
            }
        }
    }

    /// From where on a value stands out among sorted ones and so many zeros; infinite where they
    /// are too few to tell.
    public static double fence(double[] sorted, int count, int zeros) {
        if (count + zeros < FEWEST) return Double.POSITIVE_INFINITY;
        double lower = Percentiles.ofSortedAndZeros(sorted, count, zeros, 0.25);
        double upper = Percentiles.ofSortedAndZeros(sorted, count, zeros, 0.75);
        return upper + FENCE * (upper - lower);
    }

    /// How much more than the median contexts this one took, over all nodes where it stands out.
    public double excess(int context) {
        return excess[context];
    }

    /// How many nodes the context stands out at.
    public int nodes(int context) {
        return nodes[context];
    }

    /// The node where the context stands out most, -1 where it does nowhere.
    public int worst(int context) {
        return worst[context];
    }

    /// One row for each context that stands out anywhere, largest excess first.
    public Table table() {
        int[] rows =
                IntStream.range(0, nodes.length).filter(context -> nodes[context] > 0).toArray();
        return Table.of(
                        Column.text(
                                "context",
                                rows.length,
                                row -> profile.contexts().get(rows[row]).toString()),
                        Column.whole("nodes", rows.length, row -> nodes[rows[row]]),
                        Column.real("excess", rows.length, row -> excess[rows[row]]),
                        Column.text(
                                "worst",
                                rows.length,
                                row -> NodePath.of(profile.tree(), worst[rows[row]])))
                .sort(Order.descending("excess"));
    }
}
