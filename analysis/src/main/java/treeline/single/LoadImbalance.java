package treeline.single;

import treeline.array.IndexSort;
import treeline.cores.Ranges;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Load imbalance of each node over locations: maximum over mean, 1 if all are equal. `balance` is
/// its inverse, mean over maximum (hpcanalysis calls it load balance). A rank that did not run a
/// node counts as 0, because idling is imbalance too.
///
/// The time lost at a node is maximum minus mean. Nodes that compute are listed before nodes that
/// wait, because ranks usually wait for another rank that computes longer. Both lists are sorted by
/// lost time.
public final class LoadImbalance {
    /// Nodes whose slowest place has less are left out unless somebody asks for them.
    public static final Threshold DEFAULT = new Threshold.ShareOfLargest(0.01);

    private final CallTree tree;
    private final Metric metric;
    private final Locations places;
    private final boolean absentCounts;
    private final NodeMoments moments;
    private final Function<int[], Distribution[]> distributions;
    private final Accounts accounts;
    private final int[] nodes;
    private final int belowFloor;

    /// The imbalance of a run that is in memory or passed by in parts.
    ///
    /// @param places of all its contexts
    /// @param moments what they have at each node, in the scope of the metric
    /// @param distributions gives how the values of places are distributed at some nodes
    public LoadImbalance(
            CallTree tree,
            Metric metric,
            Locations places,
            NodeMoments moments,
            Function<int[], Distribution[]> distributions,
            Accounts accounts,
            Threshold threshold) {
        this.tree = tree;
        this.metric = metric;
        this.places = places;
        this.accounts = accounts;
        this.absentCounts = places.absentCounts() && metric.addsUp();
        this.moments = moments;
        this.distributions = distributions;
        int[] reaching = reaching(threshold);
        boolean all = threshold.equals(Threshold.none());
        this.nodes =
                Arrays.stream(reaching).filter(node -> all || at(node).isImbalanced()).toArray();
        this.belowFloor = reaching.length - nodes.length;
    }

    /// The imbalance among ranks or, where there is one rank only, among its threads.
    ///
    /// @param metric values are in its scope; exclusive ones do not repeat a node in its callers
    /// @param threshold which nodes to keep, by the value of their slowest place. Those whose
    ///   slowest place is less than [Moments#FLOOR] above the mean are not kept either, unless the
    ///   threshold is [Threshold#none]
    public static LoadImbalance of(Profile profile, Metric metric, Threshold threshold) {
        return of(
                profile,
                metric,
                Locations.defaultFor(profile.outline()),
                Accounts.of(profile.outline()),
                threshold);
    }

    public static LoadImbalance of(
            Profile profile,
            Metric metric,
            Locations places,
            Accounts accounts,
            Threshold threshold) {
        Numbers numbers = Numbers.of(profile, metric);
        MetricColumn column = numbers.by(places, metric.scope());
        return new LoadImbalance(
                profile.tree(),
                metric,
                places,
                numbers.moments(places, metric.scope()),
                nodes -> distributions(column, nodes, numbers.absentCounts(places)),
                accounts,
                threshold);
    }

    /// Computed on all cores.
    private static Distribution[] distributions(
            MetricColumn column, int[] nodes, boolean absentCounts) {
        Distribution[] all = new Distribution[nodes.length];
        Ranges.each(
                nodes.length,
                Ranges.rowsPerTask(nodes.length, (long) nodes.length * column.contexts()),
                (from, to) -> {
                    for (int i = from; i < to; i++)
                        all[i] = Distribution.of(valuesOf(column, nodes[i], absentCounts));
                });
        return all;
    }

    private static double[] valuesOf(MetricColumn column, int node, boolean absentCounts) {
        double[] values = new double[column.contexts()];
        Arrays.fill(values, absentCounts ? 0 : Double.NaN);
        SparseRows rows = column.byNode();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!Double.isNaN(rows.value(cell))) values[rows.index(cell)] = rows.value(cell);
        return values;
    }

    private Moments at(int node) {
        return moments.at(node, absentCounts ? places.size() : 0);
    }

    private int[] reaching(Threshold threshold) {
        double[] max = new double[tree.size()];
        double[] lost = new double[tree.size()];
        double largest = 0;
        for (int node = 0; node < max.length; node++) {
            Moments each = at(node);
            max[node] = each.max();
            lost[node] = each.lost();
            if (max[node] > largest) largest = max[node];
        }
        double least = threshold.of(largest);
        int[] nodes =
                IntStream.range(0, max.length)
                        .filter(node -> max[node] > 0 && max[node] >= least)
                        .toArray();
        return IndexSort.of(
                nodes,
                (node, other) -> {
                    int work = Boolean.compare(accounts.isWaiting(node), accounts.isWaiting(other));
                    return work == 0 ? Double.compare(-lost[node], -lost[other]) : work;
                });
    }

    /// What is compared.
    public Locations places() {
        return places;
    }

    /// The nodes that are worth a line, work before waits and those where most is lost first.
    public int[] nodes() {
        return nodes.clone();
    }

    /// How many nodes reach the threshold and are balanced for all purposes.
    public int belowFloor() {
        return belowFloor;
    }

    /// Whether anything was measured that could be uneven.
    public boolean hasValues() {
        return IntStream.range(0, tree.size()).anyMatch(node -> moments.at(node, 0).present() > 0);
    }

    /// How the places spread at a node.
    public Moments spread(int node) {
        return at(node);
    }

    public boolean isWaiting(int node) {
        return accounts.isWaiting(node);
    }

    /// How the values of places at a node are distributed.
    public Distribution distribution(int node) {
        return distributions(node)[0];
    }

    /// The same of several nodes at once.
    public Distribution[] distributions(int... some) {
        return distributions.apply(some.clone());
    }

    /// One row per node: its `path`, its `activity`, what is `lost`, `imbalance` and `balance`,
    /// `mean` and `max`, the `slowest` place, and how many places `ran` it.
    public Table table() {
        int count = nodes.length;
        Moments[] rows = Arrays.stream(nodes).mapToObj(this::at).toArray(Moments[]::new);
        return Table.of(
                Column.text("path", count, row -> NodePath.of(tree, nodes[row]))
                        .headed("call path"),
                Column.text("activity", count, row -> accounts.of(nodes[row]).text()),
                Column.flag("waiting", count, row -> accounts.isWaiting(nodes[row])),
                Column.real("lost", count, row -> rows[row].lost()).in(metric).headed("max - mean"),
                Column.real("imbalance", count, row -> rows[row].imbalance()).headed("max/mean"),
                Column.real("balance", count, row -> 1 / rows[row].imbalance()),
                Column.real("mean", count, row -> rows[row].mean()).in(metric),
                Column.real("max", count, row -> rows[row].max()).in(metric),
                Column.text("slowest", count, row -> places.name(rows[row].slowest())),
                Column.whole("ran", count, row -> rows[row].present()));
    }

    /// The same with the five slowest places, percentiles and a histogram for each node.
    public Table verboseTable() {
        Distribution[] spreads = distributions(nodes);
        List<Column> columns = new ArrayList<>(table().columns());
        columns.add(Column.text("slowest_five", nodes.length, row -> slowest(spreads[row])));
        List<String> percentiles = percentileNames();
        for (int p = 0; p < percentiles.size(); p++) {
            int at = p;
            columns.add(
                    Column.real(
                                    percentiles.get(p),
                                    nodes.length,
                                    row -> spreads[row].percentiles().at(at))
                            .in(metric));
        }
        columns.add(
                Column.text("histogram", nodes.length, row -> joined(spreads[row].histogram())));
        return Table.of(columns);
    }

    /// What [#verboseTable()] calls its percentiles: `p0`, `p25` and so on.
    public static List<String> percentileNames() {
        return Distribution.PERCENTILES.stream().map(p -> "p" + Math.round(p * 100)).toList();
    }

    private String slowest(Distribution spread) {
        return String.join(", ", spread.slowest().stream().mapToObj(places::name).toList());
    }

    private static String joined(ImmutableInts counts) {
        return String.join(" ", counts.stream().mapToObj(Integer::toString).toList());
    }

    /// The metric in the scope that is compared.
    public Metric metric() {
        return metric;
    }
}
