package treeline.numbers;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// One metric of a run, aggregated over contexts. This is the definition of every number that is
/// shown:
///
/// - Threads and streams of a rank are summed: the time of a rank is the time of all its threads.
/// - Repetitions are averaged, for each rank over those that it ran.
/// - Ranks are combined by a [Reduction] over all ranks; a rank that did not run a node counts as
///   0.
/// - A caller includes its callees in all threads. No node exceeds its caller, and exclusive values
///   sum to the total.
/// - Point readings cannot be summed: a rank's value is the maximum over its threads, and only
///   contexts with a reading count.
///
/// [#elapsed] uses the longest thread of a rank instead.
public final class Numbers implements NodeTotals {
    private final Profile profile;
    private final Metric metric;
    private final ContextColumns columns;
    private final LocationColumns byPlace;
    private final Locations ranks;
    private final RepetitionCounts repetitions;
    private volatile @Nullable Population population;
    private volatile @Nullable Locations places;

    private Numbers(Profile profile, Metric metric) {
        this.profile = profile;
        this.metric = metric;
        this.columns = new ContextColumns(profile, metric);
        this.byPlace = new LocationColumns(profile, columns);
        this.ranks = byPlace.ranks();
        this.repetitions = byPlace.repetitions();
    }

    /// The numbers of a metric; its scope does not matter here.
    public static Numbers of(Profile profile, Metric metric) {
        return new Numbers(profile, metric);
    }

    /// The numbers of the metric of this name.
    public static Numbers of(Profile profile, String name) {
        return new Numbers(profile, profile.metric(name));
    }

    public Profile profile() {
        return profile;
    }

    @Override
    public CallTree tree() {
        return profile.tree();
    }

    @Override
    public Metric metric() {
        return metric;
    }

    public Unit unit() {
        return metric.unit();
    }

    /// Who the numbers are of.
    @Override
    public Population population() {
        Population known = population;
        if (known == null) population = known = Population.of(profile.outline());
        return known;
    }

    public Locations ranks() {
        return ranks;
    }

    /// What people compare first, see [Locations#defaultFor].
    public Locations places() {
        Locations known = places;
        if (known == null) places = known = Locations.defaultFor(profile.outline());
        return known;
    }

    /// One value per node, NaN where nothing was measured. Readings at a point are the same in all
    /// scopes.
    @Override
    public double[] values(Scope scope, Reduction over) {
        return columns.isSummed(scope) ? summedValues(over) : reduced(by(ranks, scope), over);
    }

    /// Inclusive values of a metric that was stored as exclusive, without one for each rank.
    private double[] summedValues(Reduction over) {
        return switch (over) {
            case SUM, MEAN -> upTheTree(tree(), values(Scope.EXCLUSIVE, over));
            case MIN -> inclusiveExtremes().smallest(ranks.size());
            case MAX -> inclusiveExtremes().largest(ranks.size());
        };
    }

    private InclusiveExtremes inclusiveExtremes() {
        return InclusiveExtremes.of(tree(), by(ranks, Scope.EXCLUSIVE).byContext());
    }

    /// Whether a place that has no value counts as 0: never for readings at a point, which it did
    /// not take, and see [Locations#absentCounts].
    public boolean absentCounts(Locations places) {
        return places.absentCounts() && !isPoint();
    }

    /// Slowest over mean of each node, among ranks or, where there is one rank only, among its
    /// threads; see [Moments#imbalance].
    public double[] imbalance(Scope scope) {
        Locations compared = places();
        if (!compared.absentCounts()) {
            NodeMoments moments = moments(compared, scope);
            return IntStream.range(0, moments.nodes())
                    .mapToDouble(node -> moments.at(node, 0).imbalance())
                    .toArray();
        }
        double[] mean = values(scope, Reduction.MEAN);
        double[] imbalance = values(scope, Reduction.MAX);
        Arrays.setAll(
                imbalance,
                node ->
                        mean[node] > 0 && imbalance[node] > 0
                                ? imbalance[node] / mean[node]
                                : Double.NaN);
        return imbalance;
    }

    /// Children always follow their parent, so one backward pass adds each node after its subtree
    /// is complete. NaN adds nothing.
    static double[] upTheTree(CallTree tree, double[] exclusive) {
        double[] total = exclusive.clone();
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent == CallTree.NO_PARENT || Double.isNaN(total[node])) continue;
            total[parent] = Double.isNaN(total[parent]) ? total[node] : total[parent] + total[node];
        }
        return total;
    }

    private double[] reduced(MetricColumn byRank, Reduction over) {
        return NodeMoments.of(byRank).reduced(isPoint() ? 0 : ranks.size(), over);
    }

    /// What places have at each node, ready for more of them: see [NodeMoments].
    public NodeMoments moments(Locations places, Scope scope) {
        return NodeMoments.of(by(places, scope));
    }

    /// The longest of a rank's threads, repetitions averaged: what a stopwatch shows for a region
    /// whose threads run side by side. Empty where no rank has several threads or streams, because
    /// then it is the inclusive value, for what is no time, and for a sum: ranks run side by side,
    /// so no stopwatch shows it.
    public Optional<double[]> elapsed(Reduction over) {
        return hasElapsed(metric, population()) && over != Reduction.SUM
                ? Optional.of(reduced(longestThreads(), over))
                : Optional.empty();
    }

    /// Whether elapsed time differs from the time of all threads: see [#elapsed].
    public static boolean hasElapsed(Metric metric, Population population) {
        return metric.addsUp()
                && metric.unit().dimension() == Unit.Dimension.TIME
                && population.hasThreads();
    }

    /// The longest thread of each rank, repetitions averaged: one column entry for each rank.
    public MetricColumn longestThreads() {
        return byPlace.longestThreads();
    }

    /// The value of the root, NaN where there are several with a value.
    public double ofOnlyRoot(double[] values) {
        double[] roots =
                Arrays.stream(tree().children(CallTree.NO_PARENT))
                        .mapToDouble(root -> values[root])
                        .filter(value -> !Double.isNaN(value))
                        .toArray();
        return roots.length == 1 ? roots[0] : Double.NaN;
    }

    /// The values by place instead of by context: one column entry for each place that ran a node.
    public MetricColumn by(Locations places, Scope scope) {
        return byPlace.by(places, scope);
    }

    /// Of each context which repetition of which rank it is.
    int[] units() {
        return byPlace.units();
    }

    /// A profile with as few contexts as give the same numbers after a
    /// [treeline.transform.NodeMapping]: one where ranks are added up or averaged, else one for
    /// each rank. It has the metric in both scopes. Repetitions and threads are combined before the
    /// tree changes, because their divisors depend on its roots.
    public Profile combined(Reduction over) {
        return switch (over) {
            case SUM, MEAN ->
                    inBothScopes(
                            List.of(Context.WHOLE),
                            scope -> MetricColumn.ofOneContext(values(scope, over)));
            case MIN, MAX -> byPlace(ranks);
        };
    }

    /// A profile whose contexts are places, with the metric in both scopes.
    public Profile byPlace(Locations places) {
        List<Context> contexts = IntStream.range(0, places.size()).mapToObj(places::place).toList();
        return inBothScopes(contexts, scope -> by(places, scope));
    }

    private Profile inBothScopes(List<Context> contexts, Function<Scope, MetricColumn> column) {
        List<Metric> metrics =
                isPoint()
                        ? List.of(metric)
                        : List.of(metric.in(Scope.INCLUSIVE), metric.in(Scope.EXCLUSIVE));
        return new Profile(
                new Outline(tree(), profile.labels(), contexts, metrics, profile.metadata()),
                new MetricTable(
                        metrics,
                        metrics.stream().map(each -> column.apply(each.scope())).toList()));
    }

    /// One value for each repetition: the mean over the ranks, without those that lack it.
    public MetricColumn byRepetition(Scope scope) {
        return byPlace.byRepetition(scope);
    }

    /// The number of each repetition in [#byRepetition]; one entry for a run without repetitions.
    public int[] repetitions() {
        return IntStream.range(0, repetitions.count()).map(repetitions::number).toArray();
    }

    /// What each place has at some nodes together, NaN where it ran none of them. Of readings at a
    /// point it is the largest.
    ///
    /// @param nodes each once
    public double[] ofPlaces(Locations places, Scope scope, int[] nodes) {
        double[] values = new double[places.size()];
        Arrays.fill(values, Double.NaN);
        if (isPoint()) {
            for (int node : nodes) mergeLargest(values, by(places, scope).byNode(), node);
            return values;
        }
        for (int[] ofOneRoot : repetitions.byRoot(nodes)) {
            double[] more =
                    placed(places, ofOneRoot[0], new ChosenNodes(this, scope, ofOneRoot).sums());
            Arrays.setAll(values, place -> ChosenNodes.sum(values[place], more[place]));
        }
        return values;
    }

    private static void mergeLargest(double[] values, SparseRows rows, int node) {
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!(values[rows.index(cell)] >= rows.value(cell)))
                values[rows.index(cell)] = rows.value(cell);
    }

    /// Calls with what each place has at some nodes, one node after the other.
    ///
    /// @param nodes each once
    public void forEachNode(Locations places, Scope scope, int[] nodes, EachNode each) {
        if (isPoint())
            for (int i = 0; i < nodes.length; i++)
                each.accept(i, ofPlaces(places, scope, new int[] {nodes[i]}));
        else
            new ChosenNodes(this, scope, nodes)
                    .forEachNode((i, values) -> each.accept(i, placed(places, nodes[i], values)));
    }

    /// Calls with what each context measured at some nodes, one node after the other; the array is
    /// used again. Repetitions are not averaged here: this is what all other numbers are made of.
    ///
    /// @param nodes each once
    public void forEachMeasured(Scope scope, int[] nodes, EachNode each) {
        if (isPoint())
            for (int i = 0; i < nodes.length; i++) each.accept(i, row(columns.in(scope), nodes[i]));
        else new ChosenNodes(this, scope, nodes).forEachNode(each::accept);
    }

    /// Receives the values of a node by location, NaN if a location did not run it.
    @FunctionalInterface
    public interface EachNode {
        void accept(int index, double[] ofPlaces);
    }

    /// What a node has in each repetition, in the order of [#repetitions], NaN where it did not
    /// run.
    public double[] ofRepetitions(Scope scope, int node) {
        if (isPoint()) return row(byRepetition(scope), node);
        double[] ofContexts = new ChosenNodes(this, scope, new int[] {node}).sums();
        double[] sums = summed(repetitions.indexOf(), repetitions.count(), ofContexts);
        Arrays.setAll(sums, index -> sums[index] / byPlace.ranksIn(node, index));
        return sums;
    }

    /// The same with ranks reduced otherwise than by their mean. A rank that lacks a repetition
    /// does not count in it.
    public double[] ofRepetitions(Scope scope, int node, Reduction over) {
        if (over == Reduction.MEAN) return ofRepetitions(scope, node);
        double[] ofContexts =
                isPoint()
                        ? row(columns.in(scope), node)
                        : new ChosenNodes(this, scope, new int[] {node}).sums();
        double[] ofUnits = ofUnits(ofContexts);
        int count = repetitions.count();
        var moments = new NodeMoments(count);
        for (int unit = 0; unit < ofUnits.length; unit++)
            moments.add(unit % count, unit / count, ofUnits[unit]);
        double[] values = new double[count];
        for (int index = 0; index < count; index++) {
            int ranksIn = isPoint() ? 0 : byPlace.ranksIn(node, index);
            values[index] = moments.at(index, ranksIn).reduced(over);
        }
        return values;
    }

    /// What each rank has in each repetition.
    private double[] ofUnits(double[] ofContexts) {
        int[] unitOf = units();
        int count = ranks.size() * repetitions.count();
        if (!isPoint()) return summed(unitOf, count, ofContexts);
        double[] largest = new double[count];
        Arrays.fill(largest, Double.NaN);
        for (int i = 0; i < ofContexts.length; i++)
            if (!Double.isNaN(ofContexts[i]) && !(largest[unitOf[i]] >= ofContexts[i]))
                largest[unitOf[i]] = ofContexts[i];
        return largest;
    }

    private static double[] row(MetricColumn column, int node) {
        double[] values = new double[column.contexts()];
        Arrays.fill(values, Double.NaN);
        mergeLargest(values, column.byNode(), node);
        return values;
    }

    /// The value of one node, as [#values] gives it for all.
    public double value(Scope scope, int node, Reduction over) {
        double[] ofRanks = ofPlaces(ranks, scope, new int[] {node});
        return Moments.of(ofRanks, !isPoint()).reduced(over);
    }

    /// From what each context has at a node to what each place has.
    private double[] placed(Locations places, int node, double[] ofContexts) {
        if (places.by() == Locations.By.HOST)
            return summed(
                    byPlace.hostOfRank(places), places.size(), placed(ranks, node, ofContexts));
        double[] sums = summed(places.placeOf(), places.size(), ofContexts);
        if (!repetitions.areSeveral()) return sums;
        int[] rank = byPlace.rankOf(places);
        Arrays.setAll(sums, place -> sums[place] / repetitions.of(node, rank[place]));
        return sums;
    }

    static double[] summed(int[] groupOf, int groups, double[] values) {
        var sums = new CompensatedSums(groups);
        var met = new boolean[groups];
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) continue;
            sums.add(groupOf[i], values[i]);
            met[groupOf[i]] = true;
        }
        double[] result = new double[groups];
        Arrays.setAll(result, group -> met[group] ? sums.of(group) : Double.NaN);
        return result;
    }

    /// The column whose cells are read for a scope, see [#isSummed].
    MetricColumn cells(Scope scope) {
        return columns.in(isSummed(scope) ? Scope.EXCLUSIVE : scope);
    }

    /// Whether a node's value in a scope is the sum over its subtree of [#cells].
    boolean isSummed(Scope scope) {
        return columns.isSummed(scope);
    }
}
