package treeline.question.trace;

import treeline.model.Outline;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.trace.path.CriticalPath;
import treeline.trace.path.CriticalPathTable;
import treeline.trace.path.PathFunction;
import treeline.trace.waiting.WaitAnalysis;

import java.io.IOException;
import java.util.List;

/// The critical path of a traced run by function and context, or its segments.
public record CriticalPathQuestion(RunOptions options) {
    private static final Parameter<Boolean> SEGMENTS =
            Parameter.flag("segments", "list the stretches of the path in time order");

    private static final int MAX_CONTEXTS = 10;

    public Question question() {
        return Question.ofRun(
                        "critical-path",
                        "find the chain of work and waiting that determines the length of a traced"
                                + " run",
                        Parameter.all(
                                List.of(Between.OPTION, SEGMENTS, RowLimit.TOP),
                                List.of(options.format())),
                        this::answer)
                .example(
                        "treeline critical-path ring",
                        "functions and ranks on the critical path, and what faster functions would"
                                + " gain")
                .example(
                        "treeline critical-path ring --segments --csv",
                        "which rank is on the path when, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            WaitAnalysis dependences = run.dependences();
            CriticalPath path =
                    CriticalPath.of(
                            dependences.traces(),
                            dependences.operations(),
                            dependences.pathWaits());
            Answer.Builder answer =
                    arguments.has(SEGMENTS)
                            ? segments(run, path, arguments)
                            : composition(run, dependences, path, arguments);
            run.addLimits(answer, dependences);
            return answer.number("length", path.nanos() / 1e9).build();
        }
    }

    private static Answer.Builder segments(TracedRun run, CriticalPath path, Arguments arguments) {
        Table segments = CriticalPathTable.segments(path, run.outline());
        return run.answer("critical-path", RowLimit.forPrograms(segments, arguments))
                .title("critical path of " + run.text())
                .add(
                        Section.of(segments)
                                .columns("begin", "seconds", "context")
                                .top(RowLimit.top(arguments)));
    }

    private static Answer.Builder composition(
            TracedRun run, WaitAnalysis dependences, CriticalPath path, Arguments arguments) {
        Table functions = CriticalPathTable.functions(path, dependences.traces(), run.outline());
        Table contexts = CriticalPathTable.contexts(path, run.outline());
        Answer.Builder answer =
                run.answer("critical-path", RowLimit.forPrograms(functions, arguments))
                        .title("critical path of " + run.text());
        if (functions.rows() == 0) return answer.add(Statement.verdict("the trace is empty"));
        return answer.add(first(functions, contexts, run.outline()))
                .add(
                        Section.of(functions)
                                .column("seconds", "on the path")
                                .columns("share", "mean", "imbalance", "gain", "function")
                                .footnote(
                                        "mean: exclusive time averaged over all threads and"
                                                + " processes; gain: if the function were 10 %"
                                                + " faster everywhere")
                                .top(RowLimit.top(arguments)))
                .heading("Contexts on the path")
                .add(
                        Section.of(contexts)
                                .columns("seconds", "share", "context")
                                .top(Math.min(MAX_CONTEXTS, RowLimit.top(arguments))));
    }

    private static Statement first(Table functions, Table contexts, Outline outline) {
        return Statement.finding(
                "{longest}; {context} is on it for {contextShare} of the time",
                Argument.clause(PathFunction.of(functions, outline)),
                Argument.name(contexts.column("context").text(0)),
                Argument.share(contexts.column("share").number(0)));
    }
}
