package treeline.question.builds;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.io.IOException;
import java.util.List;

/// `archive query`: the runs whose metadata match a condition, or the result of an SQL query on the
/// index of the archive.
public final class ArchiveQueryQuestion {
    private static final Parameter<String> SQL =
            Parameter.of(
                    "sql",
                    ParameterType.text("SELECT"),
                    "query the tables of the index: runs, metadata, nodes, metrics, measured,"
                            + " history");

    private ArchiveQueryQuestion() {}

    public static Question question() {
        return new Question(
                        "archive query",
                        "find runs of an archive by a condition, or query its index in SQL",
                        Question.Subject.ARCHIVE,
                        List.of(),
                        List.of(
                                ArchiveOptions.ARCHIVE,
                                ArchiveOptions.BRANCH,
                                ArchiveOptions.WHERE,
                                SQL,
                                RowLimit.TOP),
                        ArchiveQueryQuestion::answer)
                .example(
                        "treeline archive query --archive perf --where 'ranks >= 4'",
                        "runs with at least four ranks")
                .example(
                        "treeline archive query --archive perf --sql 'SELECT branch,"
                                + " count(*) AS runs FROM runs GROUP BY branch'",
                        "the number of runs per branch");
    }

    private static Answer answer(Arguments arguments, Session session) throws IOException {
        boolean byRuns =
                arguments.has(ArchiveOptions.WHERE) || arguments.has(ArchiveOptions.BRANCH);
        if (byRuns == arguments.has(SQL))
            throw new UsageException(
                    byRuns ? "--where and --sql cannot be combined" : "no condition given",
                    "use --where CONDITION or --sql SELECT");
        return ArchiveOptions.ask(
                arguments,
                session,
                index ->
                        arguments.has(SQL)
                                ? rows(index.sql(arguments.value(SQL).orElseThrow()), arguments)
                                : RunRows.answer("archive query", index, arguments));
    }

    private static Answer rows(Table found, Arguments arguments) {
        Section.Builder section = Section.of(found);
        for (Column column : found.columns())
            if (column instanceof TextColumn) section.text(column.name(), column.name());
            else section.number(column.name(), column.name());
        return new Answer.Builder("archive sql", RowLimit.forPrograms(found, arguments))
                .add(section.top(RowLimit.top(arguments)))
                .build();
    }
}
