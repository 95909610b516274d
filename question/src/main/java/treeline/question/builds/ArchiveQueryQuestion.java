package treeline.question.builds;

import treeline.archive.ArchiveIndex;
import treeline.archive.QueryLimits;
import treeline.archive.QueryResult;
import treeline.archive.QueryTimeoutException;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.statement.Argument;
import treeline.table.Table;

import java.io.IOException;
import java.time.Duration;
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

    private static final int DEFAULT_SECONDS = 30;
    private static final int DEFAULT_ROWS = 100_000;

    private static final Parameter<Integer> TIMEOUT =
            Parameter.of(
                    "timeout",
                    ParameterType.whole("SECONDS", 1, 86_400),
                    "stop the SQL query after this time (default: 30)");

    private static final Parameter<Integer> LIMIT =
            Parameter.of(
                    "limit",
                    ParameterType.whole("ROWS", 1, Integer.MAX_VALUE),
                    "read at most this many rows of the SQL query (default: 100000)");

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
                                TIMEOUT,
                                LIMIT,
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
        if (byRuns && (arguments.has(TIMEOUT) || arguments.has(LIMIT)))
            throw new UsageException(
                    "--timeout and --limit are for --sql", "use --top to show fewer runs");
        return ArchiveOptions.ask(
                arguments,
                session,
                index ->
                        arguments.has(SQL)
                                ? rows(found(index, arguments), arguments)
                                : RunRows.answer("archive query", index, arguments));
    }

    private static QueryResult found(ArchiveIndex index, Arguments arguments) throws IOException {
        int seconds = arguments.value(TIMEOUT, DEFAULT_SECONDS);
        var limits =
                new QueryLimits(Duration.ofSeconds(seconds), arguments.value(LIMIT, DEFAULT_ROWS));
        try {
            return index.sql(arguments.value(SQL).orElseThrow(), limits);
        } catch (QueryTimeoutException stopped) {
            throw new UsageException(
                    stopped.getMessage() + " without a complete result",
                    "restrict the query, or raise the limit with --timeout SECONDS");
        }
    }

    private static Answer rows(QueryResult result, Arguments arguments) {
        Table found = result.rows();
        var answer =
                new Answer.Builder("archive sql", RowLimit.forPrograms(found, arguments))
                        .add(
                                Section.of(found)
                                        .columns(found.names().toArray(String[]::new))
                                        .top(RowLimit.top(arguments)));
        if (result.isCut()) answer.add(cut(found.rows()));
        return answer.build();
    }

    private static Statement cut(int rows) {
        return Statement.warning(
                "the query found more than {rows} rows: the others were not read; raise the limit"
                        + " with --limit ROWS",
                Argument.count(rows));
    }
}
