package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Measured;
import treeline.ensemble.RunGroup;
import treeline.ensemble.TopDown;
import treeline.figure.TopDownFigure;
import treeline.question.parameter.Arguments;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/// `treeline ensemble topdown`: where issue slots went at each node.
final class TopDownQuestion {
    private TopDownQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "topdown",
                "show where issue slots went: retiring, frontend, backend, bad speculation",
                options.choosingValues(Groups.GROUP_BY, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble topdown 'runs/*.cali' --group-by compiler",
                                "shares of each node, by compiler")),
                TopDownQuestion::answer);
    }

    private static int answer(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        String title =
                "shares of issue slots, mean of " + ContextSummary.counted(ensemble.runs(), "run");
        var answer = new Answer("topdown", title, "path");
        if (Groups.areAsked(arguments)) {
            Groups groups = Groups.of(ensemble, arguments);
            for (RunGroup group : groups.all()) {
                Table rows = TopDown.of(group.ensemble()).nodes();
                answer.add(
                        groups.keys(group, rows.rows(), Set.copyOf(rows.names())),
                        groups.heading(group),
                        plain(rows),
                        TopDownFigure.notes(rows, rows.rows()));
            }
        } else {
            Table rows = TopDown.of(ensemble).nodes();
            answer.add(plain(rows), TopDownFigure.notes(rows, rows.rows()));
        }
        return answer.print(arguments, console);
    }

    private static List<Measured> plain(Table rows) {
        return rows.columns().stream().map(Measured::plain).toList();
    }
}
