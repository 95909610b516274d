package treeline.question.trace;

import treeline.aggregate.QuantileSketch;
import treeline.pattern.UserPattern;
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
import treeline.trace.calls.CallInstances;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Calls of a traced run: the distribution of their durations by function, and the longest ones.
public record InstancesQuestion(RunOptions options) {
    private static final Parameter<Boolean> LONGEST =
            Parameter.flag("longest", "list the longest calls with their context and time");
    private static final Parameter<UserPattern> FUNCTION =
            Parameter.of(
                    "function", ParameterType.regex(), "only functions whose whole name matches");

    public Question question() {
        return Question.ofRun(
                        "instances",
                        "show how long the calls of each function take in a traced run, and the"
                                + " longest calls",
                        Parameter.all(
                                List.of(Between.OPTION, LONGEST, FUNCTION, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline instances ring", "durations of calls by function")
                .example(
                        "treeline instances ring --longest --function 'MPI_.*'",
                        "the longest MPI calls, with rank and time");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            Optional<UserPattern> function = arguments.value(FUNCTION);
            int top = RowLimit.top(arguments);
            CallInstances calls =
                    CallInstances.of(
                            run.outline(),
                            run.traces(),
                            run::isChosen,
                            name -> function.isEmpty() || function.get().matches(name),
                            arguments.has(LONGEST) ? top : 1);
            return arguments.has(LONGEST)
                    ? longest(run, calls.longest(), top)
                    : distributions(run, calls.distributions(), arguments);
        }
    }

    private static Answer longest(TracedRun run, Table calls, int top) {
        return run.answer("instances", calls)
                .title("longest calls of " + run.text())
                .add(Section.of(calls).columns("seconds", "begin", "context", "function").top(top))
                .build();
    }

    private static Answer distributions(TracedRun run, Table functions, Arguments arguments) {
        Answer.Builder answer =
                run.answer("instances", RowLimit.forPrograms(functions, arguments))
                        .title("durations of calls of " + run.text());
        if (functions.rows() == 0)
            return answer.add(Statement.verdict("no call was recorded")).build();
        return answer.add(
                        Section.of(functions)
                                .columns("total", "calls", "min", "median", "p95", "max")
                                .column("context", "longest in")
                                .columns("function")
                                .footnote("times include callees")
                                .top(RowLimit.top(arguments)))
                .add(
                        Statement.omission(
                                "median and 95 % are accurate to about {error}",
                                Argument.share(QuantileSketch.ERROR)))
                .build();
    }
}
