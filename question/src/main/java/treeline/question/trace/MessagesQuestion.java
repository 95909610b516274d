package treeline.question.trace;

import treeline.model.Unit;
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
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.trace.communication.MessageTable;
import treeline.trace.waiting.WaitAnalysis;

import java.io.IOException;
import java.util.List;

/// Point-to-point messages of a traced run by pair, size, context or time.
public record MessagesQuestion(RunOptions options) {
    private static final int MAX_BINS = 10_000;
    private static final int DEFAULT_BINS = 20;

    /// The rows of the answer.
    private enum By {
        PAIR,
        SIZE,
        CONTEXT,
        TIME
    }

    private static final Parameter<By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(By.class),
                    "one row per pair of sender and receiver, size range, context or time bin"
                            + " (default: pair)");
    private static final Parameter<Integer> BINS =
            Parameter.of(
                    "bins",
                    ParameterType.whole("N", 1, MAX_BINS),
                    "number of time bins with --by time (default: 20)");

    public Question question() {
        return Question.ofRun(
                        "messages",
                        "show who sends how much to whom in a traced run: the communication matrix,"
                                + " sizes, and messages over time",
                        Parameter.all(
                                List.of(Between.OPTION, BY, BINS, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline messages ring", "the pairs that exchange most bytes")
                .example("treeline messages ring --by size", "messages by range of their size")
                .example(
                        "treeline messages ring --by time --bins 50 --csv",
                        "messages and bytes in each fiftieth of the run, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            WaitAnalysis dependences = run.dependences();
            var messages =
                    new MessageTable(
                            dependences.operations(),
                            dependences.messages(),
                            run.outline(),
                            run::isChosen);
            By by = arguments.value(BY, By.PAIR);
            Table rows = rows(messages, by, dependences.traces().endNanos(), arguments);
            Answer.Builder answer =
                    run.answer("messages", RowLimit.forPrograms(rows, arguments))
                            .title("messages of " + run.text())
                            .number("messages", messages.count())
                            .number("bytes", (double) messages.bytes());
            if (messages.count() == 0)
                answer.add(Statement.verdict("no point-to-point message was recorded"));
            else answer.add(total(messages)).add(section(rows, by, arguments));
            run.addLimits(answer, dependences);
            return answer.build();
        }
    }

    private static Statement total(MessageTable messages) {
        return Statement.finding(
                "{messages} messages carry {bytes}",
                Argument.count(messages.count()),
                Argument.amount((double) messages.bytes(), Unit.BYTES));
    }

    private static Table rows(MessageTable messages, By by, long end, Arguments arguments) {
        return switch (by) {
            case SIZE -> messages.sizes();
            case CONTEXT -> messages.contexts();
            case TIME -> messages.overTime(Math.max(1, end), arguments.value(BINS, DEFAULT_BINS));
            case PAIR -> messages.pairs();
        };
    }

    private static Section section(Table rows, By by, Arguments arguments) {
        Section.Builder section = Section.of(rows);
        return switch (by) {
            case SIZE -> section.columns("from", "below", "messages", "bytes").all();
            case CONTEXT ->
                    section.columns("bytes_sent", "sent", "bytes_received", "received", "context")
                            .top(RowLimit.top(arguments));
            case TIME -> section.columns("begin", "end", "messages", "bytes").all();
            case PAIR ->
                    section.columns("bytes", "messages", "transfer", "sender", "receiver")
                            .footnote(
                                    "transfer: from each send to the end of its receive, including"
                                            + " waiting, summed over the messages")
                            .top(RowLimit.top(arguments));
        };
    }
}
