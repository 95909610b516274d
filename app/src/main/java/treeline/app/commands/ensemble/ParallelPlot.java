package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.ParallelFigure;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.plot.ParallelCoordinates;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;

import java.util.List;

/// `treeline plot parallel`: runs as lines over the metadata in which they differ, and the metric
/// of the whole run at the end.
final class ParallelPlot {
    private static final Parameter<String> COLUMN =
            Parameter.of(
                            "column",
                            ParameterType.text("METADATA"),
                            "metadata to draw an axis of (default: those in which runs differ, few"
                                    + " values first)")
                    .severalTimes();
    private static final Parameter<String> COLOUR =
            Parameter.of(
                            "colour",
                            ParameterType.text("METADATA"),
                            "what gives lines their colour (default: the first that all runs have)")
                    .alsoCalled("color");

    private ParallelPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "parallel",
                "runs as lines over their metadata and their time",
                options.choosingValues(RunOptions.METRIC, COLUMN, COLOUR),
                "'runs/*.cali' --column compiler --column ranks -o settings.svg",
                "which settings go together with long times",
                ParallelPlot::figure);
    }

    private static ParallelCoordinates figure(
            Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        return ParallelFigure.of(
                runs, metric, arguments.all(COLUMN), arguments.value(COLOUR), Wording.COMMAND_LINE);
    }
}
