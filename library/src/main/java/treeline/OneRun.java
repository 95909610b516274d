package treeline;

import treeline.aggregate.MemoryBudget;
import treeline.dashboard.Dashboard;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Population;
import treeline.question.answer.Answer;
import treeline.select.ContextSelector;
import treeline.select.Items;
import treeline.select.MetricSelector;
import treeline.source.LoadedSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An open run. Calls that select ([#metric], [#of], [#rank], [#with]) return the same run with a
/// parameter set; calls that ask are named after the commands and return the same answers. [#ask]
/// asks any question by its name; frequent questions have a method.
///
/// ```java
/// var run = Treeline.open("run.tldb");
/// run.tree();                                   // treeline tree run.tldb
/// run.metric("cycles").rank("0-63").flat();     // treeline flat run.tldb --metric cycles --rank 0-63
/// run.imbalance().table();                      // its rows, as --csv prints them
/// ```
///
/// A run that does not fit into memory is read in parts, as by the commands. A parameter that a
/// question does not have is rejected.
public final class OneRun implements Closeable {
    private final OpenedRun file;
    private final Asking asking;
    private final Asking selection;
    private final ContextSelector contexts;
    private final Optional<String> metric;
    private final Reduction over;

    private OneRun(
            OpenedRun file,
            Asking asking,
            Asking selection,
            ContextSelector contexts,
            Optional<String> metric,
            Reduction over) {
        this.file = file;
        this.asking = asking;
        this.selection = selection;
        this.contexts = contexts;
        this.metric = metric;
        this.over = over;
    }

    static OneRun of(OpenedRun file) {
        return new OneRun(
                file,
                Asking.NOTHING_SET,
                Asking.NOTHING_SET,
                ContextSelector.all(),
                Optional.empty(),
                Reduction.MEAN);
    }

    /// The run by another metric than the time.
    ///
    /// @param name `cycles`, which is inclusive, or `time:exclusive`
    public OneRun metric(String name) {
        return new OneRun(
                file, asking.with("metric", name), selection, contexts, Optional.of(name), over);
    }

    /// The run with ranks aggregated in another way than by their mean.
    public OneRun of(Reduction how) {
        String name = how.name().toLowerCase(Locale.ROOT);
        return new OneRun(file, asking.with("of", name), selection, contexts, metric, how);
    }

    /// Some ranks of the run.
    ///
    /// @param numbers `3`, `0-7,12`, `0-63:8` or, at random, `~64`
    public OneRun rank(String numbers) {
        return selecting("rank", numbers, ContextSelector.of("rank", Items.numbers(numbers)));
    }

    /// Some contexts of the run.
    ///
    /// @param selector such as `rank(0-63:8).thread(0)` or `host(nid00*)`
    public OneRun contexts(String selector) {
        return selecting("contexts", selector, ContextSelector.parse(selector));
    }

    private OneRun selecting(String parameter, String text, ContextSelector some) {
        ContextSelector both = contexts.and(some);
        both.of(outline()); // rejects what the run does not have
        return new OneRun(file, asking, selection.with(parameter, text), both, metric, over);
    }

    /// The run with any parameter of a question set, as by its option on the command line.
    ///
    /// @param parameter without dashes: `top`, `by`, `threshold`
    public OneRun with(String parameter, Object value) {
        return new OneRun(file, asking.with(parameter, value), selection, contexts, metric, over);
    }

    /// The run with a flag of a question set: `verbose`.
    public OneRun with(String flag) {
        return new OneRun(file, asking.with("--" + flag), selection, contexts, metric, over);
    }

    /// The path that was opened.
    public String path() {
        return file.path();
    }

    /// The name of its format.
    public String format() {
        return file.format();
    }

    /// Call tree, contexts, metrics and metadata, without values.
    public Outline outline() {
        return file.source().outline();
    }

    /// Data that the reader skipped, repaired or assumed so far.
    public ReadReport notes() {
        return file.source().report();
    }

    /// The metric of questions about inclusive values.
    public Metric metric() {
        return MetricSelector.one(outline(), metric, Scope.INCLUSIVE);
    }

    /// All values of the selected contexts, for analyses and transforms that are not questions.
    public Profile profile() throws IOException {
        Slice slice = Slice.summed().withContexts(contexts.of(outline()));
        ReadPlan plan = file.source().plan(slice);
        if (!MemoryBudget.fits(plan))
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%s: this needs all values in memory, and up to %,d do not fit; select"
                                + " fewer ranks with rank(\"0-63\"), or give Java more memory with"
                                + " -Xmx",
                            path(),
                            plan.values()));
        Profile profile = file.source().load(slice);
        file.logLosses();
        return profile;
    }

    /// Any question by its name.
    ///
    /// @param operands those after the run, such as a function or a query
    public Answer ask(String question, String... operands) throws IOException {
        List<String> all = Stream.concat(Stream.of(path()), Stream.of(operands)).toList();
        Answer answer = asking.and(selection).ask(question, all, file);
        file.logLosses();
        return answer;
    }

    /// Metadata, contexts, metrics and size.
    public Answer info() throws IOException {
        return ask("info");
    }

    /// The call tree with values, shares and the hot path.
    public Answer tree() throws IOException {
        return ask("tree");
    }

    /// The call paths that a query matches, with their callers.
    ///
    /// @param query such as `MATCH (*)->(p) WHERE p.name STARTS WITH "MPI_"`
    public Answer query(String query) throws IOException {
        return ask("query", query);
    }

    /// The summary: what bounds the run, and its most important findings.
    public Answer report() throws IOException {
        return ask("report");
    }

    /// Time by kind of operation, and the bottleneck.
    public Answer hpcreport() throws IOException {
        return ask("hpcreport");
    }

    /// How far rules reduce the call tree.
    public Answer prune() throws IOException {
        return ask("prune");
    }

    /// The heaviest calls from the root.
    public Answer hotPath() throws IOException {
        return ask("hot-path");
    }

    /// The nodes whose work is shared unevenly, and the slow ranks.
    public Answer imbalance() throws IOException {
        return ask("imbalance");
    }

    /// Clusters of ranks, and ranks that stand out.
    public Answer ranks() throws IOException {
        return ask("ranks");
    }

    /// MPI routines with uneven or bimodal time over ranks.
    public Answer communication() throws IOException {
        return ask("communication");
    }

    /// The iterations of the loop that takes longest.
    public Answer iterations() throws IOException {
        return ask("iterations");
    }

    /// The iterations of a loop.
    ///
    /// @param node a call path, or an unambiguous suffix of one
    public Answer iterations(String node) throws IOException {
        return ask("iterations", node);
    }

    /// The longest iterations of all loops.
    public Answer longestIterations() throws IOException {
        return ask("longest-iterations");
    }

    /// One node over all ranks.
    ///
    /// @param node a call path, or an unambiguous suffix of one
    public Answer node(String node) throws IOException {
        return ask("node", node);
    }

    /// The flat profile.
    public Answer flat() throws IOException {
        return ask("flat");
    }

    /// The callers of the most expensive functions, and what each contributes.
    public Answer callers() throws IOException {
        return ask("callers");
    }

    /// The callers of a function, and what each contributes.
    public Answer callers(String function) throws IOException {
        return ask("callers", function);
    }

    /// Callers and callees by function.
    public Answer callgraph() throws IOException {
        return ask("callgraph");
    }

    /// Correlations of metrics, and outlier nodes.
    public Answer correlate() throws IOException {
        return ask("correlate");
    }

    /// The changes from this run to another, by call path. Each run keeps its own selection of
    /// contexts; the other parameters are those of this run.
    public Answer diff(OneRun after) throws IOException {
        return askWith("diff", after);
    }

    /// The changes from the trace of this run to that of another, by phase and function.
    public Answer traceDiff(OneRun after) throws IOException {
        return askWith("trace-diff", after);
    }

    private Answer askWith(String question, OneRun after) throws IOException {
        boolean sameName = after.path().equals(path());
        String name = sameName ? after.path() + " (after)" : after.path();
        return asking.ask(question, List.of(path(), name), selected().with(name, after.selected()));
    }

    /// The run with its selected contexts only, as the subject of a question.
    private OpenedRun selected() throws IOException {
        return selection.words().isEmpty()
                ? file
                : OpenedRun.inMemory(path(), new LoadedSource(profile(), notes()));
    }

    /// The metrics: id, name, unit and scope.
    public Answer tableMetrics() throws IOException {
        return ask("table metrics");
    }

    /// The contexts: hosts, ranks, threads, streams and labels.
    public Answer tableContexts() throws IOException {
        return ask("table contexts");
    }

    /// The call paths: kind, name, source line, parent and depth.
    public Answer tableTree() throws IOException {
        return ask("table tree");
    }

    /// The stored values of contexts, call paths and metrics.
    public Answer tableSlice() throws IOException {
        return ask("table slice");
    }

    /// Samples of a trace.
    public Answer trace() throws IOException {
        return ask("trace");
    }

    /// Fractions of a trace that contexts compute, communicate and are idle.
    public Answer utilisation() throws IOException {
        return ask("utilisation");
    }

    /// Waits in a trace, and the work that caused them.
    public Answer waits() throws IOException {
        return ask("waits");
    }

    /// The critical path of a trace.
    public Answer criticalPath() throws IOException {
        return ask("critical-path");
    }

    /// Messages of a trace by sender and receiver.
    public Answer messages() throws IOException {
        return ask("messages");
    }

    /// The calls that a trace repeats most, and the slow repetitions.
    public Answer pattern() throws IOException {
        return ask("pattern");
    }

    /// GPU streams of a trace, and why they were idle.
    public Answer gpu() throws IOException {
        return ask("gpu");
    }

    /// Durations of the calls of a trace.
    public Answer instances() throws IOException {
        return ask("instances");
    }

    /// Activity of contexts over time, as characters and as a figure.
    public Answer timeline() throws IOException {
        return ask("timeline");
    }

    /// The dashboard of the selected contexts as a page that is one file.
    public String html() throws IOException {
        return Dashboard.html(path(), format(), new LoadedSource(profile(), notes()), List.of());
    }

    /// Closes its files. The same run with other parameters is closed, too.
    @Override
    public void close() throws IOException {
        file.close();
    }

    /// Its path, format, size and metrics, in two lines.
    @Override
    public String toString() {
        Outline outline = Slice.summed().withContexts(contexts.of(outline())).of(outline());
        Population population = Population.of(outline);
        return String.format(
                Locale.ROOT,
                "%s (%s): %,d call paths, %s%n%s",
                path(),
                format(),
                outline.tree().size(),
                population.text(over),
                outline.metrics().stream().map(OneRun::withUnit).collect(Collectors.joining(", ")));
    }

    private static String withUnit(Metric each) {
        String unit = each.unit().symbol();
        return unit.isEmpty() ? each.toString() : "%s [%s]".formatted(each, unit);
    }
}
