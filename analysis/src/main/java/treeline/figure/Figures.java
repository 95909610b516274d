package treeline.figure;

import treeline.cluster.ClusterSearch;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Population;
import treeline.plot.Boxes;
import treeline.plot.CorrelationMatrix;
import treeline.plot.HeatMap;
import treeline.plot.Histogram;
import treeline.plot.MessageMatrix;
import treeline.plot.ParallelCoordinates;
import treeline.plot.ScalingLines;
import treeline.plot.Scatter;
import treeline.plot.StackedAreas;
import treeline.plot.StackedBars;
import treeline.plot.TimelineChart;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.select.MetricSelector;
import treeline.single.Correlation;
import treeline.single.Grouping;
import treeline.single.LoadImbalance;
import treeline.single.Regression;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.MessageGrid;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.trace.timeline.TimelineMessages;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The figures of `treeline plot`, one method each, with the same defaults and numbers:
///
/// ```java
/// String picture = Figures.scaling(ensemble).svg();
/// Boxes spread = Figures.boxes(ensemble, FigureOptions.defaults().by("compiler").top(5));
/// ```
///
/// The default metric is the time. For another metric or other settings use the class of the
/// figure: `SpreadFigure.boxes(ensemble, ensemble.metric("bytes"), FigureOptions.defaults())`.
/// Notes below a figure state what was omitted.
public final class Figures {
    private Figures() {}

    /// The usual statistics of nodes over runs, as colours.
    public static HeatMap heatMap(Ensemble runs) {
        return heatMap(runs, FigureOptions.defaults());
    }

    public static HeatMap heatMap(Ensemble runs, FigureOptions shown) {
        return HeatMapFigure.of(
                NamedStatistics.of(runs, List.of(defaultMetric(runs)), NamedStatistics.DEFAULT),
                shown);
    }

    /// How the values of the largest nodes spread over runs.
    public static Histogram histogram(Ensemble runs) {
        return histogram(runs, FigureOptions.defaults());
    }

    public static Histogram histogram(Ensemble runs, FigureOptions shown) {
        return HistogramFigure.of(runs, defaultMetric(runs), shown);
    }

    /// Quartiles and outliers of nodes over runs.
    public static Boxes boxes(Ensemble runs) {
        return boxes(runs, FigureOptions.defaults());
    }

    public static Boxes boxes(Ensemble runs, FigureOptions shown) {
        return SpreadFigure.boxes(runs, defaultMetric(runs), shown);
    }

    /// The density of the values of nodes over runs.
    public static Boxes violins(Ensemble runs) {
        return violins(runs, FigureOptions.defaults());
    }

    public static Boxes violins(Ensemble runs, FigureOptions shown) {
        return SpreadFigure.violins(runs, defaultMetric(runs), shown);
    }

    /// How nodes scale with the number of processes.
    public static ScalingLines scaling(Ensemble runs) {
        return scaling(runs, ScalingFigure.Kind.VALUE, FigureOptions.defaults());
    }

    public static ScalingLines scaling(
            Ensemble runs, ScalingFigure.Kind kind, FigureOptions shown) {
        return ScalingFigure.of(
                        runs, defaultMetric(runs), processes(runs), kind, Optional.empty(), shown)
                .figure();
    }

    /// What was measured and the models through it by the number of processes, predicted at the
    /// usual point.
    public static ScalingLines model(Ensemble runs) {
        ModelResult result = Modeling.of(defaultMetric(runs), processes(runs)).on(runs);
        result.requireModels();
        return model(runs, result);
    }

    /// The same of models that are there.
    public static ScalingLines model(Ensemble runs, ModelResult result) {
        return model(runs, result, FigureOptions.defaults());
    }

    public static ScalingLines model(Ensemble runs, ModelResult result, FigureOptions shown) {
        return ModelFigure.of(runs, result, shown, result.defaultPoint());
    }

    /// The functions of each run on top of each other, slowest run first.
    ///
    /// @param by metadata, the mean of all runs of each of its values is one bar
    public static StackedBars runs(Ensemble runs, String... by) {
        Metric metric = defaultMetric(runs);
        return RunsFigure.of(
                runs,
                metric.addsUp() ? metric.in(Scope.EXCLUSIVE) : metric,
                Grouping.FUNCTION,
                List.of(by));
    }

    /// Which runs are alike.
    public static Scatter clusters(Ensemble runs) {
        return clusters(runs, ClusterSearch.withDefaults());
    }

    public static Scatter clusters(Ensemble runs, ClusterSearch search) {
        return ClusterFigure.of(runs, runs.runs(), search.on(runs), Wording.PROGRAM);
    }

    /// Where issue slots went at each node.
    public static StackedBars topDown(Ensemble runs) {
        return topDown(runs, FigureOptions.defaults());
    }

    public static StackedBars topDown(Ensemble runs, FigureOptions shown) {
        return TopDownFigure.of(runs, shown);
    }

    /// Runs as lines over their metadata and their time.
    ///
    /// @param columns the axes; none for the metadata in which runs differ
    public static ParallelCoordinates parallel(Ensemble runs, String... columns) {
        return ParallelFigure.of(
                runs, defaultMetric(runs), List.of(columns), Optional.empty(), Wording.PROGRAM);
    }

    /// How ranks spread at the nodes that lose most of the time, exclusive.
    public static Histogram ranks(Profile profile) {
        return ranks(
                profile,
                MetricSelector.one(profile.outline(), Optional.empty(), Scope.EXCLUSIVE),
                FigureOptions.defaults());
    }

    public static Histogram ranks(Profile profile, Metric metric, FigureOptions shown) {
        LoadImbalance imbalance =
                LoadImbalance.of(
                        profile,
                        metric,
                        Locations.compared(profile.outline(), Optional.empty(), "the run"),
                        Accounts.of(profile.outline()),
                        LoadImbalance.DEFAULT);
        return RanksFigure.of(imbalance, profile.tree(), "", shown);
    }

    /// Which metrics of a run go together.
    public static CorrelationMatrix correlation(Profile profile) {
        return correlation(profile, profile.outline().metrics(), Correlation.Method.SPEARMAN);
    }

    public static CorrelationMatrix correlation(
            Profile profile, List<Metric> metrics, Correlation.Method method) {
        if (metrics.size() < 2)
            throw new IllegalArgumentException("two metrics are compared, not " + metrics.size());
        return CorrelationFigure.of(
                Correlation.of(profile, metrics, method), method, profile.contexts());
    }

    /// Two metrics of all nodes, means of ranks, with the line through them.
    ///
    /// @param of the metric that is explained
    /// @param on the metric that explains it
    /// @param logarithmic on that scale small nodes count as much
    public static Scatter scatter(Profile profile, Metric of, Metric on, boolean logarithmic) {
        Population population = Population.of(profile.outline());
        return ScatterFigure.of(
                Regression.of(profile, of, on, Reduction.MEAN, logarithmic),
                of,
                on,
                profile.outline().defaultMetric().addsUp()
                        ? population.text(Reduction.MEAN)
                        : population.textOfReadings(Reduction.MEAN));
    }

    /// What each context of a traced run did when, by function.
    public static TimelineChart timeline(ProfileSource run) {
        TracePart part = traced(run);
        NodeCategories functions =
                NodeCategories.of(run.outline(), NodeCategories.By.FUNCTION, OptionalInt.empty());
        Timeline timeline = Timeline.of(part, TimelineFigure.MAX_ROWS, TimelineFigure.COLUMNS);
        return TimelineFigure.of(
                timeline,
                functions,
                NodeCategories.By.FUNCTION,
                CategoryTimes.of(part, functions, 1),
                TimelineMessages.of(
                        run.traces().interactions(),
                        run.outline().contexts().size(),
                        timeline,
                        TimelineFigure.MAX_MESSAGES),
                contextsOf(part));
    }

    /// Share of the contexts of a traced run per activity over time, threads and GPU streams alike.
    public static StackedAreas utilisation(ProfileSource run) {
        TracePart part = traced(run);
        NodeCategories accounts =
                NodeCategories.of(run.outline(), NodeCategories.By.ACTIVITY, OptionalInt.empty());
        return UtilisationFigure.of(
                CategoryTimes.of(part, accounts, UtilisationFigure.BINS), contextsOf(part));
    }

    /// Bytes from senders to receivers in a traced run.
    public static MessageMatrix messages(ProfileSource run) {
        TracePart part = traced(run);
        MessageGrid grid =
                MessageGrid.of(
                        run.outline(),
                        run.traces().interactions(),
                        Selection.ALL,
                        part.window(),
                        MessagesFigure.MAX_BINS);
        return MessagesFigure.of(grid, MessagesFigure.Of.BYTES, contextsOf(part));
    }

    private static TracePart traced(ProfileSource run) {
        Traces traces = run.traces();
        if (traces.isEmpty()) throw new IllegalArgumentException("the run has no traces");
        TimeWindow whole = new TimeWindow(0, Math.max(1, traces.endNanos()));
        return TracePart.of(run.outline(), traces, Selection.ALL, whole);
    }

    private static String contextsOf(TracePart part) {
        return ContextSummary.of(part.outline()).toString();
    }

    private static String processes(Ensemble runs) {
        return ProcessCount.of(runs, Optional.empty(), "ScalingFigure.of or Modeling.of");
    }

    private static Metric defaultMetric(Ensemble runs) {
        return runs.profile().outline().defaultMetric();
    }
}
