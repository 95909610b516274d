package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.figure.FigureOptions;
import treeline.figure.RanksFigure;
import treeline.figure.Wording;
import treeline.model.Metric.Scope;
import treeline.plot.Histogram;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.run.ImbalanceAggregations;
import treeline.question.run.ImbalanceQuestion;
import treeline.single.LoadImbalance;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/// `treeline plot ranks`: how ranks spread at the nodes that lose most, as `imbalance --verbose`
/// has it.
final class RanksPlot {
    private static final Parameter<Integer> PANELS = PlotKind.panels("what loses most");

    private RanksPlot() {}

    static Command command(RunOptions options) {
        return PlotKind.command(
                "ranks",
                "how ranks spread at the nodes that lose most",
                RunOptions.PATH,
                options.choosing(
                        RunOptions.EXCLUSIVE,
                        ImbalanceQuestion.BY,
                        ImbalanceQuestion.THRESHOLD,
                        RunOptions.WAITING,
                        PANELS),
                "run.tldb -o ranks.svg",
                "whether few ranks are slow or all differ",
                (arguments, console) -> figure(options, arguments, console));
    }

    private static Histogram figure(RunOptions options, Arguments arguments, Console console)
            throws IOException {
        var plan =
                new ImbalanceAggregations(
                        outline -> ImbalanceQuestion.places(outline, arguments),
                        arguments.all(RunOptions.WAITING));
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, plan, console);
        LoadImbalance imbalance =
                plan.answers(run, console).imbalance(ImbalanceQuestion.threshold(arguments));
        if (imbalance.nodes().length == 0)
            throw new IllegalArgumentException(run.path() + ": " + RanksFigure.BALANCED);
        return RanksFigure.of(
                imbalance,
                run.profile().tree(),
                run.partText(),
                new FigureOptions(
                        arguments.value(PANELS).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                        FigureOptions.DEFAULT_PERCENT,
                        List.of(),
                        Wording.COMMAND_LINE));
    }
}
