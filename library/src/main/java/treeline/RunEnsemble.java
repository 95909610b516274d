package treeline;

import treeline.cluster.ClusterSearch;
import treeline.cluster.Clustering;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeCondition;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.Pivot;
import treeline.ensemble.statistics.TopDown;
import treeline.ensemble.statistics.Variability;
import treeline.model.Metric;
import treeline.query.Query;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingTable;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Order;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Many runs over one call tree. Calls that choose give another ensemble; calls that ask are named
/// as the commands of `treeline ensemble` are, and answer with the same numbers.
///
/// ```java
/// var runs = Treeline.openAll("runs/*.cali").ensemble();
/// runs.stats();                            // treeline ensemble stats 'runs/*.cali'
/// runs.where("ranks >= 64").speedup();     // treeline ensemble speedup 'runs/*.cali' --where ...
/// ```
public final class RunEnsemble {
    private final Ensemble ensemble;
    private final Samples samples;
    private final Optional<String> metric;

    private RunEnsemble(Ensemble ensemble, Samples samples, Optional<String> metric) {
        this.ensemble = ensemble;
        this.samples = samples;
        this.metric = metric;
    }

    /// The same runs, each repetition within a run by itself.
    @FunctionalInterface
    interface Samples {
        Ensemble read() throws IOException;
    }

    static RunEnsemble of(Ensemble ensemble) {
        return of(ensemble, () -> ensemble);
    }

    static RunEnsemble of(Ensemble ensemble, Samples samples) {
        return new RunEnsemble(ensemble, samples, Optional.empty());
    }

    private RunEnsemble changed(UnaryOperator<Ensemble> change) {
        return new RunEnsemble(change.apply(ensemble), () -> change.apply(samples.read()), metric);
    }

    /// The chosen metric in its scope, so that its values stay the same if nodes are removed.
    private Ensemble inScope(Ensemble runs) {
        return metric.map(name -> runs.storing(runs.metric(name))).orElse(runs);
    }

    /// The runs by another metric than the time.
    public RunEnsemble metric(String name) {
        return new RunEnsemble(ensemble, samples, Optional.of(name));
    }

    /// The runs whose metadata fulfil a condition, such as `ranks >= 64 and compiler = "gcc"`.
    public RunEnsemble where(String condition) {
        return changed(runs -> runs.where(condition));
    }

    /// Runs called by metadata instead of their path.
    public RunEnsemble keyedBy(String... metadata) {
        return changed(runs -> runs.keyedBy(metadata));
    }

    /// Only the nodes that a query finds, each under its nearest kept caller.
    public RunEnsemble paths(String query) {
        return changed(runs -> inScope(runs).matching(Query.parse(query)));
    }

    /// Only nodes whose statistics fulfil a condition, such as `std(time) > 0.1`.
    public RunEnsemble nodesWhere(String condition) {
        return changed(runs -> inScope(runs).keeping(NodeCondition.parse(condition)));
    }

    /// Only call paths that every run has.
    public RunEnsemble intersection() {
        return changed(runs -> inScope(runs).intersection());
    }

    /// One more metric, computed from others: `with("ipc", "instructions / cycles")`.
    public RunEnsemble with(String name, String formula) {
        return changed(runs -> runs.with(name, formula));
    }

    /// The runs for analyses that have no call here.
    public Ensemble data() {
        return ensemble;
    }

    /// The runs of each value of some metadata.
    public List<RunGroup> groupBy(String... metadata) {
        return ensemble.groupBy(metadata);
    }

    private Metric metricOf(Ensemble runs) {
        return metric.map(runs::metric).orElseGet(() -> runs.profile().outline().defaultMetric());
    }

    /// A row for each run: what is known about it.
    public Table metadata() {
        return ensemble.metadata();
    }

    /// A row for each run and node: the values of all metrics.
    public Table values() {
        return ensemble.performance();
    }

    /// A row for each node: how its values spread over runs.
    public Table stats() {
        return stats(Statistic.DEFAULT.toArray(Statistic[]::new));
    }

    public Table stats(Statistic... statistics) {
        List<Metric> metrics = List.of(metricOf(ensemble));
        return NodeThreshold.of(ensemble, metrics, Threshold.none())
                .rows(Statistics.of(ensemble, metrics, List.of(statistics)));
    }

    /// A row for each run, a column for each function: the sum of its nodes. Of an inclusive metric
    /// callees count in their callers too; `metric("time:exclusive")` counts each once.
    public Table pivot() {
        return Pivot.of(ensemble, metricOf(ensemble), Grouping.FUNCTION, Threshold.none());
    }

    /// Which nodes differ most between the fastest and the slowest run.
    public Table variability() {
        return Variability.of(ensemble, metricOf(ensemble)).nodes();
    }

    /// How each node scales with processes, and what it loses.
    public Table speedup() {
        return speedup(Scaling.Kind.SPEEDUP);
    }

    public Table speedup(Scaling.Kind kind) {
        return speedup(kind, ProcessCount.of(ensemble, Optional.empty(), "speedup(kind, column)"));
    }

    /// How each node scales.
    ///
    /// @param column the metadata that says how many processes there were
    public Table speedup(Scaling.Kind kind, String column) {
        List<String> settings =
                ensemble.groupBy(column).stream()
                        .filter(group -> group.key().getFirst().isPresent())
                        .map(RunGroup::label)
                        .toList();
        Scaling scaling = Scaling.of(kind, metricOf(ensemble), column);
        return ScalingTable.of(scaling, ensemble, settings, true).table();
    }

    /// How each node grows with the number of processes, and what it takes at four times the
    /// largest measured.
    public Table model() throws IOException {
        ModelResult models = models();
        return models.predictions(models.defaultPoint()).sort(Order.descending("predicted"));
    }

    /// The models themselves, for predictions elsewhere and for plots.
    ///
    /// @param parameters metadata that values depend on; none for the number of processes
    public ModelResult models(String... parameters) throws IOException {
        Ensemble runs = samples.read();
        String[] all =
                parameters.length > 0
                        ? parameters
                        : new String[] {
                            ProcessCount.of(runs, Optional.empty(), "models(parameters)")
                        };
        return Modeling.of(metricOf(runs), all).on(runs);
    }

    /// Which runs are alike, in as many clusters as tell them apart best.
    public Clustering cluster() {
        return ClusterSearch.withDefaults()
                .by(List.of(metricOf(ensemble)), List.of())
                .on(ensemble)
                .clusters();
    }

    /// Which runs are alike.
    ///
    /// @param clusters how many
    public Clustering cluster(int clusters) {
        return ClusterSearch.withDefaults()
                .by(List.of(metricOf(ensemble)), List.of())
                .in(clusters)
                .on(ensemble)
                .clusters();
    }

    /// What bound the processor, node by node and run by run, from counters of Intel's top-down
    /// method.
    public TopDown topDown() {
        return TopDown.of(ensemble);
    }

    @Override
    public String toString() {
        return ensemble.toString();
    }
}
