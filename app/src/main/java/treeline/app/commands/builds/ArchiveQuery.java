package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.io.IOException;
import java.util.List;

/// `treeline archive query`: runs by a condition on their metadata, or whatever SQL asks.
final class ArchiveQuery {
    private static final Parameter<String> SQL =
            Parameter.of(
                    "sql",
                    ParameterType.text("SELECT"),
                    "ask the tables of the index: runs, metadata, nodes, metrics, measured,"
                            + " history");

    private ArchiveQuery() {}

    static Command command() {
        return new Command(
                "archive query",
                "find runs of an archive by a condition, or ask its index in SQL",
                List.of(),
                List.of(
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        ArchiveOptions.WHERE,
                        SQL,
                        RowLimit.TOP,
                        OutputFormat.JSON,
                        OutputFormat.CSV),
                List.of(
                        new Command.Example(
                                "treeline archive query --archive perf --where 'ranks >= 4'",
                                "runs on four ranks and more"),
                        new Command.Example(
                                "treeline archive query --archive perf --sql 'SELECT branch,"
                                        + " count(*) AS runs FROM runs GROUP BY branch'",
                                "how many runs each branch has")),
                ArchiveQuery::run);
    }

    private static int run(Arguments arguments, Console console) throws IOException {
        boolean byRuns =
                arguments.has(ArchiveOptions.WHERE) || arguments.has(ArchiveOptions.BRANCH);
        if (byRuns == arguments.has(SQL))
            throw new UsageException(
                    byRuns ? "--sql has a WHERE of its own" : "nothing is asked",
                    "ask by --where CONDITION, or by --sql SELECT");
        return ArchiveOptions.ask(
                arguments,
                console,
                index ->
                        arguments.has(SQL)
                                ? print(
                                        index.sql(arguments.value(SQL).orElseThrow()),
                                        arguments,
                                        console)
                                : RunRows.print(
                                        "archive-query",
                                        ArchiveOptions.chosen(index, arguments),
                                        index.runs().size(),
                                        arguments,
                                        console));
    }

    private static int print(Table found, Arguments arguments, Console console) throws IOException {
        Answer data = new Answer.Builder("archive sql", found).build();
        if (OutputFormat.wroteData(data, arguments, console)) return ExitCode.SUCCESS;
        Section.Builder shown = Section.of(found);
        for (Column column : found.columns())
            if (column instanceof TextColumn) shown.text(column.name(), column.name());
            else shown.number(column.name(), column.name());
        OutputFormat.print(shown.top(RowLimit.top(arguments)), console);
        return ExitCode.SUCCESS;
    }
}
