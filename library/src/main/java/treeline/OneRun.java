package treeline;

import treeline.aggregate.Chosen;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.ReducedRun;
import treeline.compare.Difference;
import treeline.dashboard.Dashboard;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.numbers.Population;
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.select.ContextSelector;
import treeline.select.Items;
import treeline.select.MetricSelector;
import treeline.single.CallGraph;
import treeline.single.Correlation;
import treeline.single.Distribution;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.table.Table;
import treeline.transform.Reduction;
import treeline.view.MatchRows;
import treeline.view.TreeTable;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One run that is open. Calls that choose ([#metric], [#of], [#ranks]) give the same run seen in
/// another way; calls that ask are named as the commands are, and answer with the same numbers.
///
/// ```java
/// var run = Treeline.open("run.tldb");
/// run.tree();                                   // treeline tree run.tldb
/// run.metric("cycles").ranks("0-63").flat();    // treeline flat run.tldb --metric cycles --rank 0-63
/// ```
///
/// A run that does not fit into memory is read in parts, as by the commands; what cannot be
/// answered so says that.
public final class OneRun implements Closeable {
    private final OpenedRun file;
    private final Optional<String> metric;
    private final Reduction over;
    private final ContextSelector contexts;

    private OneRun(
            OpenedRun file, Optional<String> metric, Reduction over, ContextSelector contexts) {
        this.file = file;
        this.metric = metric;
        this.over = over;
        this.contexts = contexts;
    }

    static OneRun of(OpenedRun file) {
        return new OneRun(file, Optional.empty(), Reduction.MEAN, ContextSelector.all());
    }

    /// The run by another metric than the time.
    ///
    /// @param name `cycles`, which is inclusive, or `time:exclusive`
    public OneRun metric(String name) {
        return new OneRun(file, Optional.of(name), over, contexts);
    }

    /// The run with ranks combined in another way than by their mean.
    public OneRun of(Reduction how) {
        return new OneRun(file, metric, how, contexts);
    }

    /// Some ranks of the run.
    ///
    /// @param numbers `3`, `0-7,12`, `0-63:8` or, at random, `~64`
    public OneRun ranks(String numbers) {
        return choosing(ContextSelector.of("rank", Items.numbers(numbers)));
    }

    /// Some contexts of the run.
    ///
    /// @param selector such as `rank(0-63:8).thread(0)` or `host(nid00*)`
    public OneRun contexts(String selector) {
        return choosing(ContextSelector.parse(selector));
    }

    private OneRun choosing(ContextSelector some) {
        ContextSelector both = contexts.and(some);
        both.of(outline()); // refuses what is not there
        return new OneRun(file, metric, over, both);
    }

    /// As it was opened.
    public String path() {
        return file.path();
    }

    /// The name of its format.
    public String format() {
        return file.format();
    }

    /// Call tree, contexts, metrics and metadata, without values.
    public Outline outline() {
        return file.outline();
    }

    /// What was skipped, mended or missing in what was read up to now.
    public ReadReport report() {
        return file.report();
    }

    /// The metric that questions are about which nodes share with their callers.
    public Metric metric() {
        return metric(Scope.INCLUSIVE);
    }

    private Metric metric(Scope usual) {
        return MetricSelector.one(outline(), metric, usual);
    }

    /// All values of the chosen contexts, for analyses and transforms that have no call here.
    public Profile profile() throws IOException {
        return file.load(contexts, Set.of());
    }

    /// The call tree; it prints itself.
    public RunTree tree() throws IOException {
        Metric shown = metric(Scope.INCLUSIVE);
        if (fits(shown)) return new RunTree(loaded(shown), shown, over, Optional.empty());
        Profile reduced = reduced(shown, false);
        return new RunTree(reduced, shown, over, elapsedInParts(shown));
    }

    /// Where to look first: the heaviest calls from the root. `path`, `value`, `share`, `ofParent`.
    public Table hotPath() throws IOException {
        return hotPath(HotPath.USUAL_SHARE);
    }

    /// The heaviest calls from the root.
    ///
    /// @param share go on while a child has so much of its parent
    public Table hotPath(double share) throws IOException {
        Metric followed = metric(Scope.INCLUSIVE);
        HotPath.require(followed);
        Profile profile = perNode(followed, false);
        Numbers numbers = Numbers.of(profile, followed);
        double[] inclusive = numbers.inclusive(over);
        List<int[]> paths = List.of(HotPath.of(profile.tree(), inclusive, share));
        return HotPath.table(profile.tree(), inclusive, numbers.total(inclusive), paths);
    }

    /// What each function costs, whoever called it.
    public Table flat() throws IOException {
        return flat(Grouping.FUNCTION);
    }

    /// What each function, line, module or activity costs.
    public Table flat(Grouping by) throws IOException {
        Metric asked = metric(Scope.INCLUSIVE);
        return FlatProfile.of(perNode(asked, true), asked, by, over);
    }

    /// Which nodes keep some ranks waiting for others.
    public Table imbalance() throws IOException {
        return imbalance(LoadImbalance.USUAL);
    }

    /// Which nodes keep some ranks waiting for others.
    ///
    /// @param threshold leaves out nodes whose slowest rank has less
    public Table imbalance(Threshold threshold) throws IOException {
        Metric compared = metric(Scope.EXCLUSIVE);
        Outline chosen = file.slice(contexts, Set.of(compared.name())).of(outline());
        Places places = Places.compared(chosen, Optional.empty(), path());
        Activities activities = Activities.of(chosen);
        if (fits(compared))
            return LoadImbalance.of(loaded(compared), compared, places, activities, threshold)
                    .table();
        Slice slice = file.slice(contexts, Set.of(compared.name()));
        int[] ofFile = slice.contexts().indexes(outline().contexts().size());
        NodeMoments moments =
                file.inParts(MomentsByNode.of(List.of(compared), places.by()), slice, places.by())
                        .getFirst()
                        .withPlaces(Chosen.of(ofFile), places);
        return LoadImbalance.of(
                        chosen.tree(),
                        compared,
                        places,
                        moments,
                        OneRun::withoutDistributions,
                        activities,
                        threshold)
                .table();
    }

    /// The table has no percentiles.
    private static Distribution[] withoutDistributions(int[] nodes) {
        throw new IllegalStateException("%d distributions were not read".formatted(nodes.length));
    }

    /// The call paths that a query finds, with the callers that lead to them.
    ///
    /// @param query as text, such as `MATCH (*)->(p) WHERE p.name STARTS WITH "MPI_"`
    public Table query(String query) throws IOException {
        return query(Query.parse(query));
    }

    public Table query(Query query) throws IOException {
        Metric shown = metric(Scope.INCLUSIVE);
        Set<String> names =
                Stream.concat(Stream.of(shown), query.metrics(outline()).stream())
                        .map(Metric::name)
                        .collect(Collectors.toSet());
        boolean each = query.comparesEach(outline(), Across.MEAN);
        Profile profile =
                each || file.fits(contexts, names)
                        ? file.load(contexts, names)
                        : reduced(names, true);
        Outline named = file.slice(contexts, names).of(outline());
        NodeSet matches = query.on(profile, named, Across.MEAN, Matching.ALL);
        Population population = Population.of(named);
        Numbers numbers = Numbers.of(profile, shown);
        double total = numbers.total(numbers.inclusive(over));
        return TreeTable.of(
                profile, MatchRows.of(profile, shown, over, population, total, matches), "match");
    }

    /// What changed from this run to another, by call path.
    public Table diff(OneRun after) throws IOException {
        Metric compared = metric(Scope.EXCLUSIVE);
        return Difference.of(
                perNode(compared, true), after.perNode(after.like(compared), true), compared, over);
    }

    /// What changed from this run to another, by function, line, module or activity.
    public Table diff(OneRun after, Grouping by) throws IOException {
        Metric compared = metric(Scope.EXCLUSIVE);
        return Difference.of(
                perNode(compared, true),
                after.perNode(after.like(compared), true),
                compared,
                over,
                by);
    }

    /// The metric of another run, here.
    private Metric like(Metric other) {
        return MetricSelector.one(outline(), Optional.of(other.toString()), other.scope());
    }

    /// Who calls whom, by function.
    public CallGraph callGraph() throws IOException {
        Metric asked = metric(Scope.INCLUSIVE);
        return CallGraph.of(perNode(asked, true), asked, over);
    }

    /// How metrics go together over nodes and ranks, as a matrix.
    public Table correlate() throws IOException {
        Profile profile = profile();
        return Correlation.of(profile, profile.metrics(), Correlation.Method.PEARSON);
    }

    /// Which loops change from iteration to iteration.
    public Table iterations() throws IOException {
        Metric asked = metric(Scope.INCLUSIVE);
        Slice slice =
                file.slice(contexts, Set.of(asked.name())).withIterations(0, Integer.MAX_VALUE);
        return Drift.of(file.source().load(slice), asked);
    }

    /// The dashboard of the chosen contexts as a page that is one file.
    public String html() throws IOException {
        return Dashboard.html(path(), format(), new LoadedSource(profile(), report()), List.of());
    }

    private boolean fits(Metric asked) throws IOException {
        return file.fits(contexts, Set.of(asked.name()));
    }

    private Profile loaded(Metric asked) throws IOException {
        return file.load(contexts, Set.of(asked.name()));
    }

    /// A profile that has one value per node at least: that of all contexts, or of one with what
    /// all of them have.
    private Profile perNode(Metric asked, boolean exclusive) throws IOException {
        return fits(asked) ? loaded(asked) : reduced(asked, exclusive);
    }

    private Profile reduced(Metric asked, boolean exclusive) throws IOException {
        return reduced(Set.of(asked.name()), exclusive);
    }

    private Profile reduced(Set<String> names, boolean exclusive) throws IOException {
        boolean extreme = over == Reduction.MIN || over == Reduction.MAX;
        if (extreme && exclusive)
            throw new IllegalArgumentException(
                    "%s: %s of what adds up nodes needs all values in memory; choose fewer ranks"
                            .formatted(path(), over));
        Slice slice = file.slice(contexts, names);
        Outline chosen = slice.of(outline());
        ReducedRun whole =
                extreme
                        ? ReducedRun.inBothScopes(chosen)
                        : exclusive ? ReducedRun.withExclusive(chosen) : ReducedRun.of(chosen);
        return whole.profile(file.inParts(whole.question(), slice, Places.By.RANK), over);
    }

    /// The longest threads of ranks do not follow from what all threads have together.
    private Optional<double[]> elapsedInParts(Metric asked) throws IOException {
        Slice slice = file.slice(contexts, Set.of(asked.name()));
        Population population = Population.of(slice.of(outline()));
        boolean clock = asked.scope() == Scope.INCLUSIVE && over != Reduction.SUM;
        if (!clock || !Numbers.hasElapsed(asked, population)) return Optional.empty();
        MomentsByNode question = MomentsByNode.ofLongestThreads(asked);
        return Optional.of(
                file.inParts(question, slice, Places.By.RANK)
                        .getFirst()
                        .reduced(population.ranks(), over));
    }

    /// Closes its files. The same run seen in other ways is closed with it.
    @Override
    public void close() throws IOException {
        file.close();
    }

    /// What it is, in two lines.
    @Override
    public String toString() {
        Outline outline = file.slice(contexts, Set.of()).of(outline());
        Population population = Population.of(outline);
        return "%s (%s): %,d call paths, %s%n%s"
                .formatted(
                        path(),
                        format(),
                        outline.tree().size(),
                        population.text(over),
                        outline.metrics().stream()
                                .map(OneRun::withUnit)
                                .collect(Collectors.joining(", ")));
    }

    private static String withUnit(Metric each) {
        String unit = each.unit().symbol();
        return unit.isEmpty() ? each.toString() : "%s [%s]".formatted(each, unit);
    }
}
