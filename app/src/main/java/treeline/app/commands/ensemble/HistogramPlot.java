package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.HistogramFigure;
import treeline.model.Metric;
import treeline.plot.Histogram;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.ThresholdOption;

import java.util.List;

/// `treeline plot histogram`: how the values of the largest nodes spread over runs.
final class HistogramPlot {
    private static final Parameter<Integer> PANELS = PlotKind.panels("the largest");

    private HistogramPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "histogram",
                "how the values of nodes spread over runs",
                options.choosingValues(RunOptions.METRIC, PANELS),
                "'runs/*.cali' --paths 'function(solve)' -o solve.svg",
                "whether some runs are slower at one node",
                HistogramPlot::figure);
    }

    private static Histogram figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        RunChecks.warnOfSettingsWithoutGroups(runs, Warnings.to(console));
        return HistogramFigure.of(runs, metric, ThresholdOption.selection(arguments));
    }
}
