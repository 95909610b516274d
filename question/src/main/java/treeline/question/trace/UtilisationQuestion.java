package treeline.question.trace;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Header;
import treeline.table.Order;
import treeline.table.Table;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.Utilisation;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The fraction of time that each rank, thread and GPU stream of a traced run computes,
/// communicates, waits and is idle.
public record UtilisationQuestion(RunOptions options) {
    public Question question() {
        return Question.ofRun(
                        "utilisation",
                        "show how much of a traced run each rank, thread and stream computes,"
                                + " communicates and is idle",
                        Parameter.all(
                                List.of(Between.OPTION, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline utilisation ring", "activity of each rank, least busy first");
    }

    private static final String THREADS =
            "{contexts} threads compute {share} of the time on average";
    private static final String THREAD = "the only thread computes {share} of the time";
    private static final String STREAMS =
            "{contexts} GPU streams run kernels {share} of the time on average";
    private static final String STREAM = "the only GPU stream runs kernels {share} of the time";

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            TracePart part =
                    TracePart.of(
                            run.outline(),
                            run.traces(),
                            run.chosen(),
                            new TimeWindow(0, Math.max(1, run.traces().endNanos())));
            if (part.lines().isEmpty())
                throw new IllegalArgumentException("none of the selected contexts was traced");
            Table rows = Utilisation.of(part).sort(Order.descending("idle"));
            Answer.Builder answer =
                    run.answer("utilisation", RowLimit.forPrograms(rows, arguments))
                            .title("activity over time of " + run.text());
            Column stream = rows.column("stream");
            mean(rows, row -> stream.text(row).equals("false"), "computation", THREAD, THREADS)
                    .ifPresent(answer::add);
            mean(rows, row -> stream.text(row).equals("true"), "kernels", STREAM, STREAMS)
                    .ifPresent(answer::add);
            return answer.add(
                            Section.of(rows)
                                    .columns(used(rows))
                                    .columns("context")
                                    .top(RowLimit.top(arguments)))
                    .build();
        }
    }

    /// The mean of a column over some rows.
    private static Optional<Statement> mean(
            Table rows, IntPredicate which, String column, String one, String several) {
        int[] chosen = IntStream.range(0, rows.rows()).filter(which).toArray();
        return Arrays.stream(chosen).mapToDouble(rows.real(column)::at).average().stream()
                .mapToObj(
                        mean ->
                                chosen.length == 1
                                        ? Statement.finding(one, Argument.share(mean))
                                        : Statement.finding(
                                                several,
                                                Argument.count(chosen.length),
                                                Argument.share(mean)))
                .findFirst();
    }

    /// The accounts that some context has, and how long it is idle.
    private static String[] used(Table rows) {
        return rows.columns().stream()
                .filter(column -> column.header().form() == Header.Form.SHARE)
                .filter(
                        column ->
                                column.name().equals("idle")
                                        || DoubleStream.of(column.numbers()).anyMatch(x -> x > 0))
                .map(Column::name)
                .toArray(String[]::new);
    }
}
