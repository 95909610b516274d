package treeline.question.trace;

import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Order;
import treeline.table.Table;
import treeline.trace.pattern.PatternTable;
import treeline.trace.pattern.RepeatingPattern;

import java.io.IOException;
import java.util.List;

/// Iterations of a traced run that the program did not annotate, and the slow ones among them.
public record PatternQuestion(RunOptions options) {
    private static final Parameter<String> SORT =
            RowOrder.by("longest first", "seconds", "iteration", "max", "ratio");

    public Question question() {
        return Question.ofRun(
                        "pattern",
                        "find the sequence of calls that a traced run repeats most, and its slow"
                                + " repetitions",
                        Parameter.all(
                                List.of(Between.OPTION, SORT, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example(
                        "treeline pattern ring",
                        "iterations of a loop without annotation, longest first")
                .example(
                        "treeline pattern ring --sort iteration --csv",
                        "all iterations in time order, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            PatternTable pattern =
                    PatternTable.of(run.outline(), run.traces(), run::isChosenThread);
            Table iterations = pattern.iterations(run.outline());
            Table rows =
                    arguments.has(SORT)
                            ? RowOrder.sorted(iterations, arguments, SORT)
                            : iterations.sort(Order.descending("seconds"));
            Answer.Builder answer =
                    run.answer("pattern", RowLimit.forPrograms(rows, arguments))
                            .title("repeated calls of " + run.text());
            if (pattern.isEmpty())
                return answer.add(
                                Statement.verdict(
                                        "no sequence of up to {period} calls repeats {times} times"
                                                + " or more",
                                        Argument.count(RepeatingPattern.MAX_PERIOD),
                                        Argument.count(RepeatingPattern.MIN_REPETITIONS)))
                        .build();
            add(answer, run, pattern, rows, arguments);
            return answer.build();
        }
    }

    private static void add(
            Answer.Builder answer,
            TracedRun run,
            PatternTable pattern,
            Table rows,
            Arguments arguments) {
        RepeatingPattern first = pattern.patterns().getFirst();
        CallTree tree = run.outline().tree();
        answer.add(
                Statement.finding(
                        "{contexts} contexts repeat {calls} {repetitions} times in {caller};"
                                + " the median repetition takes {median}",
                        Argument.count(pattern.patterns().size()),
                        Argument.name(first.text(tree)),
                        Argument.count(pattern.repetitions()),
                        Argument.name(
                                first.caller() == CallTree.NO_PARENT
                                        ? "the program"
                                        : tree.name(first.caller())),
                        Argument.amount(pattern.median(), Unit.SECONDS)));
        answer.add(
                Section.of(rows)
                        .columns("seconds", "max", "ratio", "begin", "iteration", "slowest")
                        .top(RowLimit.top(arguments)));
        if (pattern.others() > 0)
            answer.add(
                    Statement.omission(
                            "{contexts} contexts repeat other calls, or another number of times,"
                                    + " and were ignored",
                            Argument.count(pattern.others())));
    }
}
