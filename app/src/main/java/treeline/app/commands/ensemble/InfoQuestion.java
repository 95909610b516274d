package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Facts;
import treeline.question.parameter.Arguments;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline ensemble info`: what there is, and in which metadata runs differ.
final class InfoQuestion {
    private InfoQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "info",
                "show how runs differ: their metadata, nodes and metrics",
                options.choosingValues(Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble info 'runs/*.cali'", "how the runs differ")),
                InfoQuestion::answer);
    }

    private static int answer(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        String heading =
                "%s, %s (%d in every run), %s"
                        .formatted(
                                ContextSummary.counted(ensemble.runs(), "run"),
                                ContextSummary.counted(ensemble.tree().size(), "node"),
                                ensemble.intersection().tree().size(),
                                ContextSummary.counted(ensemble.metrics().size(), "metric"));
        Facts facts = Facts.of(ensemble);
        var data = new DataAnswer("ensemble-info", table(facts)).text("heading", heading);
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        console.out().println(heading);
        List<Facts.Fact> differing = facts.differing();
        if (!differing.isEmpty()) {
            console.out().println();
            Table shown = table(differing);
            new Sheet(shown, console.screen())
                    .text("metadata", "metadata")
                    .number("different", "different")
                    .computed(
                            "values",
                            false,
                            row -> FactsText.of(differing.get(row), console.screen()))
                    .print(Sheet.top(arguments), console);
        }
        FactsText.printConstants(facts, console);
        return ExitCode.SUCCESS;
    }

    private static Table table(Facts facts) {
        List<Facts.Fact> all = new ArrayList<>(facts.differing());
        all.addAll(facts.constant());
        return table(all);
    }

    private static Table table(List<Facts.Fact> facts) {
        return Table.of(
                Column.text("metadata", facts.stream().map(Facts.Fact::name).toList()),
                Column.whole(
                        "different",
                        facts.stream().mapToLong(each -> each.values().size()).toArray()),
                Column.text(
                        "values",
                        facts.stream().map(each -> String.join(", ", each.values())).toList()));
    }
}
