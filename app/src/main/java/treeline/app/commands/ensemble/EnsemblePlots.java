package treeline.app.commands.ensemble;

import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.figure.Bins;
import treeline.figure.ClusterFigure;
import treeline.figure.FigureOptions;
import treeline.figure.HeatMapFigure;
import treeline.figure.HistogramFigure;
import treeline.figure.ModelFigure;
import treeline.figure.ParallelFigure;
import treeline.figure.RunsFigure;
import treeline.figure.ScalingFigure;
import treeline.figure.SpreadFigure;
import treeline.figure.TopDownFigure;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.plot.Boxes;
import treeline.plot.Figure;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.EnsembleCluster;
import treeline.question.runs.EnsembleModel;
import treeline.question.runs.EnsembleSpeedup;
import treeline.question.runs.ScalingStatements;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.StatisticOptions;
import treeline.question.runs.input.ThresholdOption;
import treeline.single.Grouping;

import java.io.IOException;
import java.util.List;

/// The plots of many runs, each of the numbers that the question of its kind answers with.
public record EnsemblePlots(EnsembleOptions options) {
    private static final Parameter<Integer> PANELS = PlotKind.panels("the largest");
    private static final Parameter<Integer> MODELS = PlotKind.top("the largest predicted", "3");
    private static final Parameter<ScalingFigure.Kind> KIND =
            Parameter.of(
                    "kind",
                    ParameterType.choice(ScalingFigure.Kind.class),
                    "quantity to plot: the metric with its ideal slope, or a measure of scaling"
                            + " (default: value)");
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "how to group nodes (default: function)");
    private static final Parameter<Integer> BINS =
            Parameter.of(
                    "bins",
                    ParameterType.whole("N", 1, Bins.MAX_COUNT),
                    "number of bins (default: %d)".formatted(Bins.DEFAULT_COUNT));
    private static final Parameter<Boolean> LOG =
            Parameter.flag(
                    "log", "logarithmic axis and bins (default: only if values span two decades)");
    private static final Parameter<Boxes.Axes> AXES =
            Parameter.of(
                    "axes",
                    ParameterType.choice(Boxes.Axes.class),
                    "one value axis for all nodes, or one per node (default: auto, one per node if"
                            + " a shared axis would hide the spread)");
    private static final Parameter<String> COLUMN =
            Parameter.of(
                            "column",
                            ParameterType.text("METADATA"),
                            "metadata to plot as an axis (default: metadata that differ between"
                                    + " runs, fewest distinct values first)")
                    .severalTimes();
    private static final Parameter<String> COLOUR =
            Parameter.of(
                            "colour",
                            ParameterType.text("METADATA"),
                            "axis that colours the lines (default: the first axis that all runs"
                                    + " have)")
                    .alsoCalled("color");

    public List<PlotKind> all() {
        return List.of(
                plot(
                        "heatmap",
                        "statistics of nodes over runs as colours",
                        options.choosingValues(
                                EnsembleOptions.METRICS,
                                StatisticOptions.STATISTIC,
                                StatisticOptions.WITH,
                                StatisticOptions.BETWEEN,
                                ThresholdOption.THRESHOLD,
                                PlotKind.TOP),
                        "'runs/*.tldb' --statistic mean --statistic std -o spread.svg",
                        "which nodes differ from run to run",
                        EnsemblePlots::heatMap),
                plot(
                        "histogram",
                        "histograms of nodes over runs",
                        options.choosingValues(RunOptions.METRIC, BINS, LOG, PANELS),
                        "'runs/*.tldb' --paths 'function(solve)' -o solve.svg",
                        "whether some runs are slower at one node",
                        EnsemblePlots::histogram),
                plot(
                        "box",
                        "quartiles and outliers of nodes over runs",
                        ofSpread(),
                        "'runs/*.tldb' --group-by compiler -o compilers.svg",
                        "how much each node varies, by compiler",
                        (runs, arguments, console) ->
                                spread(runs, SpreadFigure::boxes, arguments, console)),
                plot(
                        "violin",
                        "the density of the values of nodes over runs",
                        ofSpread(),
                        "'runs/*.tldb' -o spread.svg",
                        "whether values are bimodal",
                        (runs, arguments, console) ->
                                spread(runs, SpreadFigure::violins, arguments, console)),
                plot(
                        "scaling",
                        "values, speedup or efficiency of nodes by process count",
                        options.choosingValues(
                                RunOptions.METRIC,
                                KIND,
                                EnsembleSpeedup.PROCESSES,
                                EnsembleSpeedup.BASELINE,
                                RunGrouping.GROUP_BY,
                                ThresholdOption.THRESHOLD,
                                PlotKind.TOP),
                        "'runs/*.tldb' --kind strong_efficiency -o efficiency.svg",
                        "which nodes stop scaling",
                        EnsemblePlots::scaling),
                new PlotKind(
                        "model",
                        "measured values, the fitted model and its prediction interval",
                        EnsembleOptions.PATHS,
                        EnsembleModel.choosing(options, MODELS),
                        "'scaling/*.tldb' --parameter ranks --at 4096 -o models.svg",
                        "predicted time of the largest nodes at 4096 ranks",
                        this::model),
                plot(
                        "runs",
                        "functions of each run as stacked bars, slowest run first",
                        options.choosingValues(RunOptions.EXCLUSIVE, RunGrouping.GROUP_BY, BY),
                        "'runs/*.tldb' -o runs.svg",
                        "which functions are slower in the slow runs",
                        EnsemblePlots::runs),
                plot(
                        "clusters",
                        "clusters of similar runs, nodes or values, as points",
                        EnsembleCluster.choosing(options),
                        "'runs/*.tldb' --metric time -o clusters.svg",
                        "which runs are similar",
                        EnsemblePlots::clusters),
                plot(
                        "topdown",
                        "top-down breakdown of issue slots per node, as stacked bars",
                        options.choosingValues(RunGrouping.GROUP_BY, PlotKind.TOP),
                        "'runs/*.tldb' --group-by compiler -o topdown.svg",
                        "what bounds each node, by compiler",
                        (runs, arguments, _) ->
                                TopDownFigure.of(runs, ThresholdOption.selection(arguments))),
                plot(
                        "parallel",
                        "runs as lines over their metadata and their time",
                        options.choosingValues(RunOptions.METRIC, COLUMN, COLOUR),
                        "'runs/*.tldb' --column compiler --column ranks -o settings.svg",
                        "which settings correlate with long times",
                        EnsemblePlots::parallel));
    }

    /// Creates the figure of an ensemble.
    @FunctionalInterface
    private interface Maker {
        Figure figure(Ensemble runs, Arguments arguments, Console console) throws IOException;
    }

    private PlotKind plot(
            String name,
            String summary,
            List<Parameter<?>> parameters,
            String example,
            String purpose,
            Maker maker) {
        return new PlotKind(
                name,
                summary,
                EnsembleOptions.PATHS,
                parameters,
                example,
                purpose,
                (arguments, console) ->
                        maker.figure(options.load(arguments, console), arguments, console));
    }

    private List<Parameter<?>> ofSpread() {
        return options.choosingValues(
                RunOptions.METRIC,
                RunGrouping.GROUP_BY,
                AXES,
                ThresholdOption.THRESHOLD,
                PlotKind.TOP);
    }

    private static Figure heatMap(Ensemble ensemble, Arguments arguments, Console console) {
        List<Metric> metrics = EnsembleOptions.metrics(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, metrics, arguments, Warnings.to(console));
        if (!arguments.has(StatisticOptions.BETWEEN))
            RunChecks.warnOfSettingsWithoutGroups(runs, Warnings.to(console));
        return HeatMapFigure.of(
                StatisticOptions.of(runs, arguments), ThresholdOption.selection(arguments));
    }

    private static Figure histogram(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        RunChecks.warnOfSettingsWithoutGroups(runs, Warnings.to(console));
        return HistogramFigure.of(
                runs,
                metric,
                ThresholdOption.selection(arguments),
                new Bins(arguments.value(BINS, Bins.DEFAULT_COUNT), arguments.has(LOG)));
    }

    /// Boxes or violins.
    @FunctionalInterface
    private interface Spread {
        Boxes of(Ensemble runs, Metric metric, FigureOptions shown);
    }

    private static Figure spread(
            Ensemble ensemble, Spread spread, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        if (RunGrouping.isAsked(arguments))
            RunChecks.warnOfSettings(RunGrouping.of(runs, arguments).all(), Warnings.to(console));
        else RunChecks.warnOfSettings(runs, Warnings.to(console));
        return spread.of(runs, metric, ThresholdOption.selection(arguments))
                .withAxes(arguments.value(AXES, Boxes.Axes.AUTO));
    }

    private static Figure scaling(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        String processes =
                ProcessCount.of(runs, arguments.value(EnsembleSpeedup.PROCESSES), "--processes");
        ScalingFigure.Kind kind = arguments.value(KIND, ScalingFigure.Kind.VALUE);
        if (kind == ScalingFigure.Kind.VALUE && arguments.has(EnsembleSpeedup.BASELINE))
            throw new IllegalArgumentException(
                    "--baseline requires a speedup or an efficiency; select it with --kind");
        ScalingFigure figure =
                ScalingFigure.of(
                        runs,
                        metric,
                        processes,
                        kind,
                        arguments.value(EnsembleSpeedup.BASELINE),
                        ThresholdOption.selection(arguments));
        for (ScalingFigure.Part part : figure.parts()) warn(part, kind, console);
        return figure.figure();
    }

    private static void warn(ScalingFigure.Part part, ScalingFigure.Kind kind, Console console) {
        part.leftOut().forEach(console::warn);
        RunChecks.warnOfSettings(part.settings(), Warnings.to(console));
        boolean weak = kind == ScalingFigure.Kind.WEAK_EFFICIENCY;
        part.scaled()
                .ifPresent(
                        scaled -> ScalingStatements.warn(scaled, weak, "", Warnings.to(console)));
    }

    private Figure model(Arguments arguments, Console console) throws IOException {
        EnsembleModel.Models models =
                EnsembleModel.models(
                        options.samples(arguments, console),
                        arguments,
                        console,
                        Warnings.to(console));
        return ModelFigure.of(
                models.ensemble(),
                models.result(),
                ThresholdOption.selection(arguments),
                models.point());
    }

    /// The parts of a bar add up only if the values are exclusive.
    private static Figure runs(Ensemble ensemble, Arguments arguments, Console console) {
        Metric asked = EnsembleOptions.metric(ensemble, arguments);
        Metric metric =
                arguments.has(RunOptions.EXCLUSIVE) || !asked.addsUp()
                        ? asked
                        : asked.in(Scope.EXCLUSIVE);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        if (RunGrouping.isAsked(arguments))
            RunChecks.warnOfSettings(RunGrouping.of(runs, arguments).all(), Warnings.to(console));
        return RunsFigure.of(
                runs,
                metric,
                arguments.value(BY, Grouping.FUNCTION),
                arguments.all(RunGrouping.GROUP_BY));
    }

    private static Figure clusters(Ensemble all, Arguments arguments, Console console) {
        Ensemble runs = RunGrouping.means(all, arguments);
        return ClusterFigure.of(
                runs,
                all.runs(),
                EnsembleCluster.found(runs, arguments, Warnings.to(console)),
                Wording.COMMAND_LINE);
    }

    private static Figure parallel(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        return ParallelFigure.of(
                runs, metric, arguments.all(COLUMN), arguments.value(COLOUR), Wording.COMMAND_LINE);
    }
}
