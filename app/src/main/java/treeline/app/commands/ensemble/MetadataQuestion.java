package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Facts;
import treeline.ensemble.ShortNames;
import treeline.question.parameter.Arguments;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;

/// `treeline ensemble metadata`: a row for each run with what is known of it.
final class MetadataQuestion {
    private static final int LONGEST_VALUE = 40;
    private static final String RUN = "run";

    private MetadataQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "metadata",
                "show what is known of each run",
                options.choosingRuns(Groups.GROUP_BY, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble metadata 'runs/*.cali' --csv",
                                "a row for each run, for another program")),
                MetadataQuestion::answer);
    }

    private static int answer(Ensemble all, Arguments arguments, Console console)
            throws IOException {
        Ensemble ensemble = Groups.means(all, arguments);
        Table metadata = ensemble.metadata();
        String heading =
                "metadata of "
                        + ContextSummary.counted(
                                ensemble.runs(), Groups.areAsked(arguments) ? "group" : "run");
        var data = new DataAnswer("ensemble-metadata", metadata).text("heading", heading);
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        console.out().println(heading + "\n");
        ShortNames names = ShortNames.of(ensemble.keys());
        Facts facts = Facts.of(ensemble);
        Table shown = metadata.with(Column.text(RUN, names.all()));
        Sheet sheet = new Sheet(shown, console.screen()).label(RUN, RUN);
        for (Facts.Fact fact : facts.differing()) {
            String name = fact.name().equals(RUN) ? "metadata.run" : fact.name();
            Column column = shown.column(name);
            sheet.computed(
                    TextWidth.printable(fact.name()),
                    !(column instanceof TextColumn),
                    row -> cell(column, row, console));
        }
        sheet.print(Sheet.top(arguments), console);
        FactsText.printConstants(facts, console);
        FactsText.printFolder(names, console);
        return ExitCode.SUCCESS;
    }

    /// Every digit: a date or a count that is rounded is another one.
    private static String cell(Column column, int row, Console console) {
        if (column.isMissing(row)) return "-";
        return TextWidth.cutInMiddle(
                TextWidth.printable(column.text(row).strip()),
                LONGEST_VALUE,
                console.screen().ellipsis());
    }
}
