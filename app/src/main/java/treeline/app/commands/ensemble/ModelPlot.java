package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.ModelFigure;
import treeline.plot.ScalingLines;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.EnsembleModel;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.ThresholdOption;

/// `treeline plot model`: measured values, the models of `ensemble model` and their prediction
/// intervals.
final class ModelPlot {
    private static final Parameter<Integer> LINES =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "how many nodes to draw, the largest predicted first (default: 3)")
                    .letter('n');

    private ModelPlot() {}

    static Command command(EnsembleOptions options) {
        return PlotKind.command(
                "model",
                "measured values, the model through them and its interval",
                EnsembleOptions.PATHS,
                EnsembleModel.choosing(options, LINES),
                "'jacobi/*.cali' --parameter ranks --at 4096 -o models.svg",
                "what the largest nodes will take at 4096 ranks",
                (arguments, console) ->
                        figure(options.samples(arguments, console), arguments, console));
    }

    private static ScalingLines figure(Ensemble runs, Arguments arguments, Console console) {
        EnsembleModel.Models models =
                EnsembleModel.models(runs, arguments, console, Warnings.to(console));
        return ModelFigure.of(
                models.ensemble(),
                models.result(),
                ThresholdOption.selection(arguments),
                models.point());
    }
}
