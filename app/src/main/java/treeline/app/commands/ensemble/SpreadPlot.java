package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.FigureOptions;
import treeline.figure.SpreadFigure;
import treeline.model.Metric;
import treeline.plot.Boxes;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;

import java.util.List;

/// `treeline plot box` and `plot violin`: how nodes spread over runs, as `ensemble stats
/// --statistic box` has it.
final class SpreadPlot {
    private SpreadPlot() {}

    static Command box(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "box",
                "quartiles and outliers of nodes over runs",
                own(options),
                "'runs/*.cali' --group-by compiler -o compilers.svg",
                "how much each node varies, by compiler",
                (ensemble, arguments, console) ->
                        figure(ensemble, SpreadFigure::boxes, arguments, console));
    }

    static Command violin(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "violin",
                "the density of the values of nodes over runs",
                own(options),
                "'runs/*.cali' -o spread.svg",
                "whether values bunch together",
                (ensemble, arguments, console) ->
                        figure(ensemble, SpreadFigure::violins, arguments, console));
    }

    private static List<Parameter<?>> own(EnsembleOptions options) {
        return options.choosingValues(
                RunOptions.METRIC, RunGrouping.GROUP_BY, ThresholdOption.THRESHOLD, PlotKind.TOP);
    }

    /// Boxes or violins.
    @FunctionalInterface
    private interface Spread {
        Boxes of(Ensemble runs, Metric metric, FigureOptions shown);
    }

    private static Boxes figure(
            Ensemble ensemble, Spread spread, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        if (RunGrouping.isAsked(arguments))
            RunChecks.warnOfSettings(RunGrouping.of(runs, arguments).all(), Warnings.to(console));
        else RunChecks.warnOfSettings(runs, Warnings.to(console));
        return spread.of(runs, metric, ThresholdOption.selection(arguments));
    }
}
