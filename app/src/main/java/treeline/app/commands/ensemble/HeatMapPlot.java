package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.HeatMapFigure;
import treeline.model.Metric;
import treeline.plot.HeatMap;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.StatisticOptions;
import treeline.question.runs.input.ThresholdOption;

import java.util.List;

/// `treeline plot heatmap`: the table of `ensemble stats` as colours.
final class HeatMapPlot {
    private HeatMapPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "heatmap",
                "statistics of nodes over runs as colours",
                options.choosingValues(
                        EnsembleOptions.METRICS,
                        StatisticOptions.STATISTIC,
                        StatisticOptions.WITH,
                        StatisticOptions.BETWEEN,
                        ThresholdOption.THRESHOLD,
                        PlotKind.TOP),
                "'runs/*.cali' --statistic mean --statistic std -o spread.svg",
                "which nodes differ from run to run",
                HeatMapPlot::figure);
    }

    private static HeatMap figure(Ensemble ensemble, Arguments arguments, Console console) {
        List<Metric> metrics = EnsembleOptions.metrics(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, metrics, arguments, Warnings.to(console));
        if (!arguments.has(StatisticOptions.BETWEEN))
            RunChecks.warnOfSettingsWithoutGroups(runs, Warnings.to(console));
        return HeatMapFigure.of(
                StatisticOptions.of(runs, arguments), ThresholdOption.selection(arguments));
    }
}
