package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.ModelFigure;
import treeline.plot.ScalingLines;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.io.IOException;

/// `treeline plot model`: what was measured, the models of `ensemble model` and how far they reach.
final class ModelLines {
    private static final Parameter<Integer> LINES =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "how many nodes to draw, the largest predicted first (default: 3)")
                    .letter('n');

    private ModelLines() {}

    static Command command(EnsembleOptions options) {
        return PlotKind.command(
                "model",
                "measured values, the model through them and its interval",
                EnsembleOptions.PATHS,
                ModelQuestion.choosing(options, LINES),
                "'jacobi/*.cali' --parameter ranks --at 4096 -o models.svg",
                "what the largest nodes will take at 4096 ranks",
                (arguments, console) ->
                        figure(options.samples(arguments, console), arguments, console));
    }

    private static ScalingLines figure(Ensemble runs, Arguments arguments, Console console)
            throws IOException {
        return ModelQuestion.modelled(
                runs,
                arguments,
                console,
                (ensemble, result, at) ->
                        ModelFigure.of(ensemble, result, ShownRows.asked(arguments), at));
    }
}
