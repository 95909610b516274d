package treeline.cluster;

import treeline.aggregate.ContextMapping;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ValuesByPlace;
import treeline.array.IndexSort;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.RankRanges;
import treeline.numbers.Sample;
import treeline.single.NodePath;
import treeline.single.Workload;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Clusters of ranks that spend the same shares of their time at the same nodes. The features are
/// the shares of the few nodes at which ranks deviate most. If no partition is clear, all ranks
/// form one cluster; see [RankPartition].
///
/// Each cluster has its ranks, a representative rank, and the nodes at which it differs from the
/// other clusters. Outliers compute longer than the other ranks of their cluster, see [#outliers].
public final class RankClusters {
    /// At most so many nodes are features.
    public static final int NODES = 16;

    /// Nodes that deviate by less than this share of what the first one does would add noise.
    private static final double MIN_DEVIATION = 0.1;

    /// Quartiles of fewer ranks say nothing.
    private static final int MIN_RANKS = 4;

    private static final double MIN_EXCESS = 0.1;
    private static final double FENCE = 2;

    private final CallTree tree;
    private final Locations places;
    private final int[] nodes;
    private final List<ImmutableDoubles> values;
    private final Workload workload;
    private final RankPartition divided;
    private final int[][] members;

    private RankClusters(
            CallTree tree,
            Locations places,
            int[] nodes,
            List<ImmutableDoubles> values,
            Workload workload,
            RankPartition divided) {
        this.tree = tree;
        this.places = places;
        this.nodes = nodes;
        this.values = List.copyOf(values);
        this.workload = workload;
        this.divided = divided;
        this.members = new int[divided.count()][];
        for (int each = 0; each < members.length; each++) {
            int cluster = each;
            members[each] =
                    IntStream.range(0, places.size())
                            .filter(place -> divided.of(place) == cluster)
                            .toArray();
        }
    }

    /// The clusters of a run in memory.
    ///
    /// @param clusters how many, or 0 for as many as are clear
    public static RankClusters of(Profile profile, Metric metric, int clusters) throws IOException {
        Locations places = Locations.of(profile.contexts(), Locations.By.RANK);
        Metric own = metric.in(Scope.EXCLUSIVE);
        int[] nodes = nodes(Numbers.of(profile, own).moments(places, Scope.EXCLUSIVE), places);
        List<ImmutableDoubles> values =
                LocalEngine.withDefaults()
                        .run(
                                new ValuesByPlace(own, places, ContextMapping.ALL, nodes),
                                PartitionedSource.of(profile));
        Workload workload = Workload.of(profile, own, places, Accounts.of(profile.outline()));
        return of(profile.tree(), nodes, values, workload, clusters, KMeans.DEFAULT_SEED);
    }

    /// The clusters of a run that passed by in parts.
    ///
    /// @param nodes see [#nodes]
    /// @param values of places at these nodes, exclusive
    /// @param clusters how many, or 0 for as many as are clear
    public static RankClusters of(
            CallTree tree,
            int[] nodes,
            List<ImmutableDoubles> values,
            Workload workload,
            int clusters,
            long seed) {
        Locations places = workload.places();
        return new RankClusters(
                tree,
                places,
                nodes.clone(),
                values,
                workload,
                RankPartition.of(features(tree, nodes, values, workload), clusters, seed));
    }

    /// The nodes at which places deviate most, the first one most.
    ///
    /// @param moments of exclusive values
    public static int[] nodes(NodeMoments moments, Locations places) {
        double[] deviation = new double[moments.nodes()];
        for (int node = 0; node < deviation.length; node++) {
            double each = moments.at(node, places.size()).deviation();
            deviation[node] = Double.isNaN(each) ? 0 : each;
        }
        double least = MIN_DEVIATION * Arrays.stream(deviation).max().orElse(0);
        int[] nodes =
                IntStream.range(0, deviation.length)
                        .filter(node -> deviation[node] > 0 && deviation[node] >= least)
                        .toArray();
        int[] largest = IndexSort.descending(nodes, node -> deviation[node]);
        return Arrays.copyOf(largest, Math.min(NODES, largest.length));
    }

    private static Features features(
            CallTree tree, int[] nodes, List<ImmutableDoubles> values, Workload workload) {
        Locations places = workload.places();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("place", places.size(), places::name));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            int index = i;
            names.add("%d %s".formatted(i, NodePath.of(tree, nodes[i])));
            columns.add(
                    Column.real(
                            names.getLast(),
                            places.size(),
                            place -> share(values.get(index), workload, place)));
        }
        if (nodes.length == 0) { // nothing differs: one feature that is the same for all
            names.add("total");
            columns.add(Column.real("total", places.size(), _ -> 1));
        }
        return Features.of(Table.of(columns), names);
    }

    /// The share of its total that a place has at a node; 0 if it has none, because its total is 0
    /// or infinite.
    static double share(ImmutableDoubles ofNode, Workload workload, int place) {
        double share = ofNode.at(place) / workload.total(place);
        return Double.isFinite(share) ? share : 0;
    }

    /// How many clusters there are; 1 if none are distinct.
    public int count() {
        return members.length;
    }

    /// Whether there are no distinct clusters of ranks by their shares of time per node. Ranks may
    /// still differ in their total work, see [#leastWork] and [#mostWork].
    public boolean areAlike() {
        return count() == 1;
    }

    /// The total work of the rank that works least.
    public double leastWork() {
        return works().min().orElseThrow();
    }

    /// The total work of the rank that works most.
    public double mostWork() {
        return works().max().orElseThrow();
    }

    private DoubleStream works() {
        return IntStream.range(0, places.size()).mapToDouble(workload::work);
    }

    /// The number of ranks without shares, because their total is 0 or infinite. They count as 0 at
    /// every node.
    public int withoutShares() {
        return (int)
                IntStream.range(0, places.size())
                        .mapToDouble(workload::total)
                        .filter(total -> total == 0 || !Double.isFinite(total))
                        .count();
    }

    /// The nodes by which ranks were compared.
    public int[] nodes() {
        return nodes.clone();
    }

    public Locations places() {
        return places;
    }

    /// The places of a cluster.
    public int[] members(int cluster) {
        return members[cluster].clone();
    }

    /// The cluster of a place.
    public int of(int place) {
        return divided.of(place);
    }

    /// The place that is nearest to the centre of its cluster.
    public int representative(int cluster) {
        return divided.representative(cluster);
    }

    /// How well the ranks of a cluster fit into it, NaN for one cluster; see
    /// [Clustering#silhouette].
    public double silhouette(int cluster) {
        return divided.silhouette(cluster);
    }

    /// The mean over all ranks, NaN for one cluster.
    public double silhouette() {
        double sum = 0;
        for (int cluster = 0; cluster < count(); cluster++)
            sum += members[cluster].length * silhouette(cluster);
        return sum / places.size();
    }

    /// How many ranks the centres were found by: all, or some that were drawn at random.
    public int looked() {
        return divided.looked();
    }

    /// A row per cluster: `cluster`, how many `ranks` it has, its `silhouette`, the rank that is
    /// its `representative`, what its ranks `work` on average, and which `members` it has.
    public Table table() {
        int rows = count();
        return Table.of(
                Column.whole("cluster", rows, row -> row),
                Column.whole("ranks", rows, row -> members[row].length).headed(places.plural()),
                Column.real("silhouette", rows, this::silhouette),
                Column.text("representative", rows, row -> places.name(representative(row))),
                Column.real("work", rows, this::work)
                        .in(workload.metric())
                        .headed("works")
                        .meaning("mean"),
                Column.text("members", rows, row -> names(members[row])).headed("which"));
    }

    private double work(int cluster) {
        return Arrays.stream(members[cluster]).mapToDouble(workload::work).average().orElseThrow();
    }

    private String names(int[] some) {
        if (Arrays.stream(some).anyMatch(place -> places.place(place).rank() == Context.NONE))
            return String.join(",", Arrays.stream(some).mapToObj(places::name).toList());
        return RankRanges.of(
                Arrays.stream(some).map(place -> places.place(place).rank()).sorted().toArray());
    }

    /// A row per cluster and node, where the cluster differs most from all others first: `cluster`,
    /// the `share` of the time of its ranks, that of the `others`, the `difference`, and the `path`
    /// of the node.
    public Table differences() {
        List<double[]> rows = new ArrayList<>();
        for (int cluster = 0; cluster < count() && count() > 1; cluster++) {
            List<double[]> ofCluster = new ArrayList<>();
            for (int i = 0; i < nodes.length; i++) {
                double share = share(i, cluster, true);
                double others = share(i, cluster, false);
                ofCluster.add(new double[] {cluster, share, others, share - others, nodes[i]});
            }
            ofCluster.sort(Comparator.comparingDouble(row -> -Math.abs(row[3])));
            rows.addAll(ofCluster);
        }
        int count = rows.size();
        return Table.of(
                Column.whole("cluster", count, row -> (long) rows.get(row)[0]),
                Column.real("share", count, row -> rows.get(row)[1]).share(),
                Column.real("others", count, row -> rows.get(row)[2]).share(),
                Column.real("difference", count, row -> rows.get(row)[3]).share(),
                Column.text("path", count, row -> NodePath.of(tree, (int) rows.get(row)[4]))
                        .headed("call path"));
    }

    private double share(int index, int cluster, boolean inside) {
        return IntStream.range(0, places.size())
                .filter(place -> (of(place) == cluster) == inside)
                .mapToDouble(place -> share(values.get(index), workload, place))
                .average()
                .orElse(Double.NaN);
    }

    /// A row per rank that works so much longer than the others of its cluster that it stands out
    /// ([#outstanding]), the one with most work first: `place`, `cluster`, its `work` and the
    /// `median` of its cluster.
    public Table outliers() {
        List<Integer> found = new ArrayList<>();
        double[] median = new double[count()];
        for (int cluster = 0; cluster < count(); cluster++) {
            int[] some = members[cluster];
            double[] work = Arrays.stream(some).mapToDouble(workload::work).toArray();
            median[cluster] = Sample.of(work).percentile(0.5);
            for (int at : outstanding(work)) found.add(some[at]);
        }
        found.sort(Comparator.comparingDouble(place -> -workload.work(place)));
        int count = found.size();
        return Table.of(
                Column.text("place", count, row -> places.name(found.get(row)))
                        .headed(places.noun()),
                Column.whole("cluster", count, row -> of(found.get(row))),
                Column.real("work", count, row -> workload.work(found.get(row)))
                        .in(workload.metric())
                        .headed("works")
                        .meaning("mean"),
                Column.real("median", count, row -> median[of(found.get(row))])
                        .in(workload.metric()));
    }

    /// Values above the median by more than a tenth of it, and by more than the interquartile range
    /// times `2 n^(1/3)`. The largest of n values of a heavy tail (Student's t with three degrees
    /// of freedom) grows with the cube root of n: a fixed fence has outliers in every large run.
    static int[] outstanding(double[] work) {
        if (work.length < MIN_RANKS) return new int[0];
        Sample sample = Sample.of(work);
        double median = sample.percentile(0.5);
        double range = sample.percentile(0.75) - sample.percentile(0.25);
        double beyond =
                Math.max(MIN_EXCESS * Math.abs(median), FENCE * Math.cbrt(work.length) * range);
        return IntStream.range(0, work.length).filter(at -> work[at] > median + beyond).toArray();
    }
}
