package treeline.app.commands.builds;

import treeline.app.cli.ExitCode;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.model.Metadata.Value;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Arguments;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs of an archive as rows: people see what finds a run again, programs all that is known.
final class RunRows {
    private RunRows() {}

    /// @param runs oldest first; they are printed newest first
    static int print(
            String command, List<ArchivedRun> runs, int all, Arguments arguments, Console console)
            throws IOException {
        List<ArchivedRun> newest = runs.reversed();
        Table table = table(newest);
        var data =
                new Answer.Builder(command, table)
                        .with(json -> json.name("runs").value(runs.size()))
                        .with(json -> json.name("runs_in_archive").value(all))
                        .build();
        if (OutputFormat.wroteData(data, arguments, console)) return ExitCode.SUCCESS;
        console.out()
                .println(
                        runs.size() == all
                                ? ContextSummary.counted(all, "run")
                                : "%d of %s"
                                        .formatted(
                                                runs.size(), ContextSummary.counted(all, "run")));
        if (runs.isEmpty()) return ExitCode.SUCCESS;
        console.out().println();
        OutputFormat.print(
                Section.of(table)
                        .text("time", "time")
                        .text("branch", "branch")
                        .text("commit", "commit")
                        .text("run", "run")
                        .text("source", "source")
                        .top(RowLimit.top(arguments)),
                console);
        return ExitCode.SUCCESS;
    }

    private static Table table(List<ArchivedRun> runs) {
        int rows = runs.size();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("run", rows, row -> runs.get(row).name()));
        columns.add(Column.text("time", rows, row -> runs.get(row).time().toString()));
        columns.add(Column.text("branch", rows, row -> runs.get(row).branch()));
        columns.add(Column.text("commit", rows, row -> runs.get(row).commit()));
        columns.add(Column.text("source", rows, row -> runs.get(row).source()));
        List<String> known =
                Stream.concat(columns.stream().map(Column::name), Stream.of(ArchivedRun.SOURCE))
                        .toList();
        for (String name : ArchiveIndex.metadataColumns(runs))
            if (!known.contains(name))
                columns.add(
                        Column.text(
                                name,
                                rows,
                                row ->
                                        runs.get(row)
                                                .metadata()
                                                .get(name)
                                                .map(Value::toString)
                                                .orElse(null)));
        return Table.of(columns);
    }
}
