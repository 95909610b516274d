package treeline.ensemble;

import treeline.ensemble.metadata.RunFilter;
import treeline.model.CallTree;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.single.NodePath;
import treeline.table.Table;
import treeline.transform.Formula;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Several runs over one call tree (a "thicket" in Thicket): the values, metadata and nodes of each
/// run. Immutable; operations return new ensembles that share unchanged data.
///
/// Values are stored as a profile whose contexts are the runs, at 12 bytes per value with one tree
/// for all. All operations on profiles therefore work on ensembles through [#profile()].
///
/// ```
/// Ensemble large = ensemble.where("compiler = 'clang-9.0.0' and ranks >= 64");
/// Table statistics = Statistics.of(large, large.metrics(), List.of(Statistic.MEAN, Statistic.STD));
/// ```
///
/// A value that a run lacks is missing, not 0 and not an error.
public final class Ensemble {
    /// The columns of nodes, call paths and runs in every table.
    public static final String NODE = "node";

    public static final String PATH = "path";
    public static final String RUN = "run";

    private final List<String> keys;
    private final List<Metadata> metadata;
    private final Profile values;
    private final List<BitSet> nodes;

    /// @param values with a context for each run
    /// @param nodes which of the tree each run has
    Ensemble(List<String> keys, List<Metadata> metadata, Profile values, List<BitSet> nodes) {
        this.keys = List.copyOf(keys);
        this.metadata = List.copyOf(metadata);
        this.values = values;
        this.nodes = List.copyOf(nodes);
    }

    /// The runs over the union of their call trees, each with the mean over its ranks and threads.
    public static Ensemble of(List<Run> runs) {
        return of(runs, Reduction.MEAN);
    }

    public static Ensemble of(List<Run> runs, Reduction over) {
        var builder = new EnsembleBuilder(over);
        runs.forEach(builder::add);
        return builder.build();
    }

    /// The ensemble that a profile keeps, as [#saved()] gave it: the same runs in the same order,
    /// with every value, node and piece of metadata.
    ///
    /// @throws IllegalArgumentException where the profile keeps none
    public static Ensemble ofSaved(Profile profile) {
        return SavedEnsemble.of(profile);
    }

    /// The ensemble as one profile, to be written as a database (`.tldb`) and read as if it were
    /// the files of all runs: [EnsembleBuilder] takes it among others.
    public Profile saved() {
        return SavedEnsemble.profile(this);
    }

    public int runs() {
        return keys.size();
    }

    /// What each run is called; no two are equal.
    public List<String> keys() {
        return keys;
    }

    public Metadata metadata(int run) {
        return metadata.get(run);
    }

    /// The names of everything that is known of any run, in the order in which runs tell them.
    public List<String> metadataColumns() {
        Set<String> columns = new LinkedHashSet<>();
        for (Metadata each : metadata) columns.addAll(each.keys());
        return List.copyOf(columns);
    }

    public CallTree tree() {
        return values.tree();
    }

    public List<Metric> metrics() {
        return values.metrics();
    }

    /// The metric of this name; where it has both scopes, `time:exclusive` picks one and a bare
    /// name means the inclusive one. `time` is also what runs call otherwise, such as `Avg
    /// time/rank`, where no metric has that name.
    public Metric metric(String name) {
        for (Metric metric : metrics()) if (MetricNames.scoped(metric).equals(name)) return metric;
        return values.metric(MetricNames.spelled(name, values.outline()));
    }

    /// How tables call a metric: by its name alone, and with its scope only where two metrics share
    /// the name.
    public String nameOf(Metric metric) {
        return MetricNames.of(metric, metrics());
    }

    /// The call paths of all nodes.
    public List<String> paths() {
        return IntStream.range(0, tree().size())
                .mapToObj(node -> NodePath.of(tree(), node))
                .toList();
    }

    /// The values of a metric; runs stand where contexts do.
    public MetricColumn column(Metric metric) {
        return values.column(metric);
    }

    /// The value of a run at a node, NaN where it has none.
    public double at(Metric metric, int run, int node) {
        return column(metric).at(run, node);
    }

    /// Whether the run's own tree has the node, be it with or without values.
    public boolean has(int run, int node) {
        return nodes.get(run).get(node);
    }

    /// All values as a profile with a context for each run, in the order of the runs: what queries,
    /// folds and views take.
    public Profile profile() {
        return values;
    }

    /// Performance data: a row for each run at each node that it has, with `node`, `path`, `run`
    /// and all metrics.
    ///
    /// @param columns metadata to stand beside them
    public Table performance(String... columns) {
        return PerformanceTable.of(this, List.of(columns));
    }

    /// A row for each run: `run` and everything that is known of it.
    public Table metadata() {
        return MetadataTable.of(keys, metadata, metadataColumns());
    }

    /// For each piece of metadata its different values: `column`, `values` (how many) and `value`.
    public Table uniqueMetadata() {
        return MetadataTable.unique(metadata, metadataColumns());
    }

    /// The same runs, called by what is known of them: `[64, 2]` for `ranks` and `nodes`.
    public Ensemble keyedBy(String... columns) {
        List<String> chosen = ProcessCount.named(this, List.of(columns));
        chosen.forEach(this::requireMetadata);
        return new Ensemble(RunGroup.keys(metadata, chosen), metadata, values, nodes);
    }

    /// With what a user knows of the runs; [MetadataRule#on] also says of which runs it says
    /// nothing.
    public Ensemble withMetadata(MetadataRule rule) {
        return rule.on(this).ensemble();
    }

    /// With a piece of metadata that follows from the others, such as one spelling for several;
    /// where nothing follows, what the run says stays.
    public Ensemble withMetadata(String name, Function<Metadata, Optional<Value>> value) {
        List<Metadata> more = new ArrayList<>();
        for (Metadata each : metadata)
            more.add(value.apply(each).map(found -> each.with(name, found)).orElse(each));
        return withMetadata(more);
    }

    Ensemble withMetadata(List<Metadata> ofRuns) {
        return new Ensemble(keys, ofRuns, values, nodes);
    }

    /// The runs for which a condition on their metadata holds, such as `ranks >= 64`; see
    /// [RunFilter].
    public Ensemble where(String condition) {
        return where(RunFilter.parse(condition));
    }

    public Ensemble where(RunFilter asked) {
        RunFilter condition = asked.renamed(name -> ProcessCount.named(this, name));
        condition.requireColumns(metadataColumns());
        return where(condition::holds);
    }

    public Ensemble where(Predicate<Metadata> kept) {
        return withRuns(run -> kept.test(metadata.get(run)));
    }

    /// Some of the runs over the nodes that any of them has.
    ///
    /// @throws IllegalArgumentException if none is left
    public Ensemble withRuns(IntPredicate kept) {
        int[] chosen = IntStream.range(0, runs()).filter(kept).toArray();
        if (chosen.length == runs()) return this;
        if (chosen.length == 0)
            throw new IllegalArgumentException("none of the %d runs matches".formatted(runs()));
        Ensemble fewer = RunSubset.chosen(this, chosen);
        var had = new BitSet();
        fewer.nodes.forEach(had::or);
        return had.cardinality() == tree().size()
                ? fewer
                : fewer.folded(NodeMapping.keeping(tree(), had::get));
    }

    /// Some of the runs over the same tree, so that node numbers stay valid.
    ///
    /// @param runs their indexes, ascending
    public Ensemble chosen(int... runs) {
        return RunSubset.chosen(this, runs);
    }

    /// The first of the runs that agree on these metadata: without those that were measured, or
    /// copied, twice.
    public Ensemble distinct(String... columns) {
        var first = new BitSet();
        for (RunGroup group : groupBy(columns)) first.set(group.members().getFirst());
        return withRuns(first::get);
    }

    /// The runs that have a value of a metric at every one of these nodes.
    public Ensemble complete(Metric metric, IntPredicate node) {
        MetricColumn column = column(metric);
        int[] needed = IntStream.range(0, tree().size()).filter(node).toArray();
        return withRuns(
                run -> Arrays.stream(needed).noneMatch(each -> Double.isNaN(column.at(run, each))));
    }

    /// Without the runs whose value at a node lies outside the fences ([BoxPlot]) of the runs that
    /// agree on these metadata. Runs without a value there stay.
    public Ensemble withoutOutliers(Metric metric, int node, String... columns) {
        Set<String> outliers = new HashSet<>();
        for (RunGroup group : groupBy(columns))
            outliers.addAll(BoxPlot.outliers(group.ensemble(), metric, node));
        return withRuns(run -> !outliers.contains(keys.get(run)));
    }

    /// With a metric in the scope that is asked for, computed if it is not stored. Values in this
    /// scope then stay the same if nodes are removed.
    public Ensemble storing(Metric metric) {
        return values.metrics().contains(metric)
                ? this
                : withValues(values.with(metric, values.column(metric)));
    }

    /// Only these nodes, each under its nearest caller that is kept. Inclusive values stay as
    /// measured, with what the nodes that are left out took.
    public Ensemble keeping(IntPredicate node) {
        return folded(NodeMapping.keeping(tree(), node));
    }

    Ensemble folded(NodeMapping fold) {
        return new Ensemble(
                keys,
                metadata,
                fold.of(values),
                nodes.stream().map(had -> folded(had, fold)).toList());
    }

    private static BitSet folded(BitSet had, NodeMapping fold) {
        var kept = new BitSet();
        had.stream()
                .map(fold::target)
                .filter(target -> target != NodeMapping.GONE)
                .forEach(kept::set);
        return kept;
    }

    /// The nodes that every run has.
    public Ensemble intersection() {
        var all = new BitSet();
        all.set(0, tree().size());
        nodes.forEach(all::and);
        return all.cardinality() == tree().size() ? this : keeping(all::get);
    }

    /// The nodes on call paths that a query finds, with metrics compared by their mean over the
    /// runs that have them.
    public Ensemble matching(Query query) {
        return matching(query, ContextQuantifier.MEAN);
    }

    /// The nodes on call paths that a query finds.
    ///
    /// @param across how many of the runs that have a value must fulfil its comparisons
    public Ensemble matching(Query query, ContextQuantifier across) {
        NodeSet found = query.onRuns(values, across, Matching.ALL);
        if (found.isEmpty()) throw new IllegalArgumentException("no call path matches the query");
        return keeping(found::contains);
    }

    /// The nodes whose statistic of a metric passes.
    public Ensemble keeping(Metric metric, Statistic statistic, DoublePredicate value) {
        double[] ofNode = Statistics.values(this, metric, statistic);
        return keeping(node -> !Double.isNaN(ofNode[node]) && value.test(ofNode[node]));
    }

    /// The nodes whose statistics fulfil a condition, such as `std(time) > 0.1`.
    ///
    /// @throws IllegalArgumentException if none does
    public Ensemble keeping(NodeCondition condition) {
        return keeping(condition.on(this));
    }

    /// The runs by what is known of them, in the order of the values; runs that do not tell stand
    /// last. Every group keeps the tree of the whole ensemble, so that groups compare node by node.
    public List<RunGroup> groupBy(String... columns) {
        List<String> chosen = ProcessCount.named(this, List.of(columns));
        chosen.forEach(this::requireMetadata);
        return RunGroup.of(this, chosen);
    }

    /// One run for each group, with a statistic over its runs in the place of their values.
    public Ensemble aggregated(Statistic statistic, String... columns) {
        return RunGroup.aggregated(this, groupBy(columns), statistic);
    }

    /// All runs of several ensembles over the union of their trees.
    public static Ensemble concat(List<Ensemble> ensembles) {
        return RunSubset.concat(ensembles);
    }

    /// A metric computed from others for every run, see [Formula], and from the numbers among its
    /// metadata: `time * ranks / size`; metrics go first where both have a name. With ensembles
    /// beside each other ([EnsembleJoin]) it compares groups: `CPU.time / "Base GPU".time`.
    public Ensemble with(String name, String formula) {
        return withValues(RunFormula.parse(formula).addedTo(this, name));
    }

    Ensemble withValues(Profile other) {
        return new Ensemble(keys, metadata, other, nodes);
    }

    /// These metrics only.
    public Ensemble withMetrics(List<Metric> chosen) {
        var outline = values.outline().withMetrics(chosen);
        return withValues(
                new Profile(
                        outline,
                        new MetricTable(chosen, chosen.stream().map(this::column).toList())));
    }

    public List<Metadata> metadataOfRuns() {
        return metadata;
    }

    List<BitSet> nodesOfRuns() {
        return nodes;
    }

    /// Refuses a name that no run knows.
    public void requireMetadata(String column) {
        if (metadata.stream().noneMatch(each -> each.keys().contains(column)))
            throw new IllegalArgumentException(
                    "no run has the metadata '%s'; available: %s"
                            .formatted(column, metadataColumns()));
    }

    @Override
    public String toString() {
        return "Ensemble of %d runs, %d nodes, %d metrics"
                .formatted(runs(), tree().size(), metrics().size());
    }
}
