package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.figure.TopDownFigure;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;

/// `treeline plot topdown`: where issue slots went at each node, as `ensemble topdown` has it.
final class TopDownPlot {
    private TopDownPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "topdown",
                "where issue slots went at each node, as bars of shares",
                options.choosingValues(RunGrouping.GROUP_BY, PlotKind.TOP),
                "'runs/*.cali' --group-by compiler -o topdown.svg",
                "what bounds each node, by compiler",
                (ensemble, arguments, _) ->
                        TopDownFigure.of(ensemble, ThresholdOption.selection(arguments)));
    }
}
