package treeline;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.question.answer.Answer;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Many runs with one call tree. Calls that select ([#metric], [#where], [#with]) return the same
/// runs with a parameter set; calls that ask are named after the commands of `treeline ensemble`
/// and return the same answers.
///
/// ```java
/// var runs = Treeline.openAll("runs/*.tldb");
/// runs.stats();                            // treeline ensemble stats 'runs/*.tldb'
/// runs.where("ranks >= 64").speedup();     // treeline ensemble speedup 'runs/*.tldb' --where ...
/// runs.with("k", 3).cluster().table();     // its rows, as --csv prints them
/// ```
///
/// The first question reads the runs. A parameter that a question does not have is rejected.
public final class RunEnsemble {
    private static final EnsembleOptions OPTIONS = new EnsembleOptions(Formats::all);

    private final List<String> patterns;
    private final List<String> paths;
    private final EnsembleSession session;
    private final Asking asking;

    private RunEnsemble(
            List<String> patterns, List<String> paths, EnsembleSession session, Asking asking) {
        this.patterns = List.copyOf(patterns);
        this.paths = List.copyOf(paths);
        this.session = session;
        this.asking = asking;
    }

    static RunEnsemble named(List<String> patterns) throws IOException {
        List<String> paths = Runs.of(Formats.all()).named(patterns);
        return new RunEnsemble(patterns, paths, EnsembleSession.ofFiles(), Asking.NOTHING_SET);
    }

    static RunEnsemble of(Ensemble ensemble) {
        return new RunEnsemble(
                List.of("ensemble"),
                ensemble.keys(),
                EnsembleSession.of(ensemble),
                Asking.NOTHING_SET);
    }

    private RunEnsemble asking(Asking other) {
        return new RunEnsemble(patterns, paths, session, other);
    }

    /// The runs by another metric than the time.
    ///
    /// @param name `cycles`, which is inclusive, or `time:exclusive`
    public RunEnsemble metric(String name) {
        return with("metric", name);
    }

    /// The runs with ranks aggregated in another way than by their mean.
    public RunEnsemble of(Reduction how) {
        return with("of", how.name().toLowerCase(Locale.ROOT));
    }

    /// The runs whose metadata match a condition, such as `ranks >= 64 and compiler = "gcc"`, and
    /// those set before.
    public RunEnsemble where(String condition) {
        return asking(
                asking.merged(
                        "where", condition, (both, more) -> "(%s) and (%s)".formatted(both, more)));
    }

    /// The runs, named by metadata instead of their paths.
    public RunEnsemble keyedBy(String... metadata) {
        Asking keyed = asking;
        for (String each : metadata) keyed = keyed.with("key", each);
        return asking(keyed);
    }

    /// The nodes that a query matches, each below its nearest remaining caller.
    public RunEnsemble paths(String query) {
        return with("paths", query);
    }

    /// The nodes whose statistics match a condition, such as `std(time) > 0.1`.
    public RunEnsemble nodesWhere(String condition) {
        return with("nodes-where", condition);
    }

    /// The call paths that all runs have.
    public RunEnsemble intersection() {
        return with("intersection");
    }

    /// The runs with a metric that is computed from others: `define("ipc", "instructions /
    /// cycles")`. Questions are about it unless [#metric] names another.
    public RunEnsemble define(String name, String formula) {
        return with("define", name + "=" + formula);
    }

    /// The runs with any parameter of a question set, as by its option on the command line.
    ///
    /// @param parameter without dashes: `top`, `group-by`, `threshold`
    public RunEnsemble with(String parameter, Object value) {
        return asking(asking.with(parameter, value));
    }

    /// The runs with a flag of a question set: `skip-unreadable`.
    public RunEnsemble with(String flag) {
        return asking(asking.with("--" + flag));
    }

    /// The paths of all runs, before any selection, in the order in which they were named.
    public List<String> paths() {
        return paths;
    }

    /// The number of [#paths()].
    public int size() {
        return paths.size();
    }

    /// Opens one of the runs.
    public OneRun open(int run) throws IOException {
        if (session.inMemory().isPresent())
            throw new IllegalArgumentException(
                    "the ensemble is in memory and has no files; open its runs from their files");
        return Treeline.open(paths.get(run));
    }

    /// The selected runs, nodes and metrics, for analyses and figures that are not questions.
    public Ensemble data() throws IOException {
        return OPTIONS.load(selection(), session);
    }

    /// Performance models of all nodes, for predictions and figures.
    ///
    /// @param parameters metadata that values depend on (default: the process count)
    public ModelResult models(String... parameters) throws IOException {
        Ensemble samples = OPTIONS.samples(selection(), session);
        String[] all =
                parameters.length > 0
                        ? parameters
                        : new String[] {
                            ProcessCount.of(samples, Optional.empty(), "models(parameters)")
                        };
        return Modeling.of(EnsembleOptions.metric(samples, selection()), all).on(samples);
    }

    private Arguments selection() {
        return asking.arguments(OPTIONS.signature("data"), patterns);
    }

    /// Any question about an ensemble by its name.
    ///
    /// @param question without `ensemble`: `stats`
    public Answer ask(String question) throws IOException {
        return asking.ask("ensemble " + question, patterns, session);
    }

    /// The size of the ensemble, and the metadata in which its runs differ.
    public Answer info() throws IOException {
        return ask("info");
    }

    /// The metadata of each run.
    public Answer metadata() throws IOException {
        return ask("metadata");
    }

    /// The values of each run and node.
    public Answer values() throws IOException {
        return ask("values");
    }

    /// Statistics of each node over the runs.
    public Answer stats() throws IOException {
        return ask("stats");
    }

    /// The call tree with a statistic over the runs.
    public Answer tree() throws IOException {
        return ask("tree");
    }

    /// The share of pipeline slots by cause, after Intel's top-down method.
    public Answer topdown() throws IOException {
        return ask("topdown");
    }

    /// A row per run and a column per function.
    public Answer pivot() throws IOException {
        return ask("pivot");
    }

    /// The scaling of each node with processes, and its losses.
    public Answer speedup() throws IOException {
        return ask("speedup");
    }

    /// Performance models of each node, and their predictions.
    public Answer model() throws IOException {
        return ask("model");
    }

    /// Clusters of similar runs.
    public Answer cluster() throws IOException {
        return ask("cluster");
    }

    /// The nodes that differ most between fast and slow runs.
    public Answer variability() throws IOException {
        return ask("variability");
    }

    /// The number of runs, and the first and last of them.
    @Override
    public String toString() {
        return size() == 1
                ? "1 run, " + paths.getFirst()
                : String.format(
                        Locale.ROOT,
                        "%,d runs, from %s to %s",
                        size(),
                        paths.getFirst(),
                        paths.getLast());
    }
}
