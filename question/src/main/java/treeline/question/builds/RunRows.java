package treeline.question.builds;

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

/// The table of archived runs, newest first: readers see what identifies a run, programs all of its
/// metadata.
final class RunRows {
    private RunRows() {}

    static Answer answer(String question, ArchiveIndex index, Arguments arguments)
            throws IOException {
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        int all = index.runs().size();
        Table table = table(runs.reversed());
        var answer =
                new Answer.Builder(question, RowLimit.forPrograms(table, arguments))
                        .with(json -> json.name("runs").value(runs.size()))
                        .with(json -> json.name("runs_in_archive").value(all))
                        .title(
                                (runs.size() == all ? "" : runs.size() + " of ")
                                        + ContextSummary.counted(all, "run"));
        if (!runs.isEmpty())
            answer.add(
                    Section.of(table)
                            .columns("time", "branch", "commit", "run", "source")
                            .top(RowLimit.top(arguments)));
        return answer.build();
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
