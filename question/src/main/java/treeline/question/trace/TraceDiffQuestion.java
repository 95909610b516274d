package treeline.question.trace;

import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Recording;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.trace.pattern.TraceDifference;

import java.io.IOException;
import java.util.List;

/// The difference of two traces by phase and function.
public record TraceDiffQuestion(RunOptions options) {
    private static final Operand BEFORE =
            Operand.once(ParameterType.file("BEFORE"), "the traced run to compare with");
    private static final Operand AFTER =
            Operand.once(ParameterType.file("AFTER"), "the other traced run");

    public Question question() {
        return new Question(
                        "trace-diff",
                        "compare two traced runs by phase and function: before, during and after"
                                + " their repeated calls",
                        Question.Subject.TWO_RUNS,
                        List.of(BEFORE, AFTER),
                        List.of(RowLimit.TOP, options.format()),
                        this::answer)
                .example(
                        "treeline trace-diff trace.json trace.json",
                        "phases and functions with the largest change");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (Recording before = options.openWhole(arguments.one(BEFORE), arguments, session);
                Recording after = options.openWhole(arguments.one(AFTER), arguments, session)) {
            Table rows =
                    TraceDifference.of(
                            before.source().outline(),
                            traces(before),
                            after.source().outline(),
                            traces(after));
            Answer.Builder answer =
                    new Answer.Builder("trace-diff", RowLimit.forPrograms(rows, arguments))
                            .run("before", before.path(), before.format().name())
                            .run("after", after.path(), after.format().name())
                            .notes(before.report().and(after.report()))
                            .title("exclusive time per thread or rank, by phase and function");
            if (!TraceDifference.hasPhases(rows))
                answer.add(
                        Statement.omission(
                                "the runs are not divided into phases: the calls of one of them do"
                                        + " not repeat"));
            if (rows.rows() > 0) answer.add(first(rows));
            return answer.add(
                            Section.of(rows)
                                    .columns(
                                            "change",
                                            "before",
                                            "after",
                                            "calls_before",
                                            "calls_after",
                                            "phase",
                                            "function")
                                    .top(RowLimit.top(arguments)))
                    .build();
        }
    }

    private static Traces traces(Recording recording) {
        Traces traces = recording.source().traces();
        if (traces.isEmpty())
            throw new IllegalArgumentException(
                    recording.path() + " has no traces, which record activity over time");
        return traces;
    }

    private static Statement first(Table rows) {
        return Statement.finding(
                "{function} changes most, by {change} in phase {phase} ({before} before)",
                Argument.name(rows.column("function").text(0)),
                Argument.change(rows.column("change").number(0), Unit.SECONDS),
                Argument.name(rows.column("phase").text(0)),
                Argument.amount(rows.column("before").number(0), Unit.SECONDS));
    }
}
