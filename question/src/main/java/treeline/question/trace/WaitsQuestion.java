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
import treeline.question.parameter.UsageException;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Aggregate;
import treeline.table.Order;
import treeline.table.Table;
import treeline.trace.waiting.DelayCosts;
import treeline.trace.waiting.IdleWaves;
import treeline.trace.waiting.MainCause;
import treeline.trace.waiting.WaitAnalysis;
import treeline.trace.waiting.WaitTable;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Wait states of a traced run: who waited for whom, and whose work made them wait.
public record WaitsQuestion(RunOptions options) {
    private static final Parameter<Boolean> OCCURRENCES =
            Parameter.flag("occurrences", "list every wait with its time, longest first");

    private static final Parameter<Boolean> WAVES =
            Parameter.flag("waves", "list idle waves: delays that travel from rank to rank");

    private static final int MAX_PATHS = 10;
    private static final double NANOS = 1e9;

    public Question question() {
        return Question.ofRun(
                        "waits",
                        "find late senders and receivers, waits at collective operations, and the"
                                + " work that caused them, in a trace",
                        Parameter.all(
                                List.of(Between.OPTION, OCCURRENCES, WAVES, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline waits ring", "waiting time by kind, call path and cause")
                .example(
                        "treeline waits ring --occurrences --rank 3",
                        "the waits of rank 3, longest first");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        if (arguments.has(OCCURRENCES) && arguments.has(WAVES))
            throw new UsageException(
                    "--occurrences and --waves cannot be combined", "omit one of them");
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            WaitAnalysis dependences = run.dependences();
            Table waits = WaitTable.occurrences(dependences.waits(), run.outline(), run::isChosen);
            Answer.Builder answer;
            if (arguments.has(WAVES)) answer = waves(run, dependences, arguments);
            else if (arguments.has(OCCURRENCES)) answer = occurrences(run, waits, arguments);
            else answer = summary(run, dependences, waits, arguments);
            run.addLimits(answer, dependences);
            return answer.build();
        }
    }

    private static Answer.Builder occurrences(TracedRun run, Table waits, Arguments arguments) {
        return run.answer("waits", RowLimit.forPrograms(waits, arguments))
                .title("waits of " + run.text())
                .add(
                        Section.of(waits)
                                .columns("begin", "seconds", "kind")
                                .column("context", "waiting")
                                .columns("waits_for", "path")
                                .top(RowLimit.top(arguments)));
    }

    private static Answer.Builder waves(
            TracedRun run, WaitAnalysis dependences, Arguments arguments) {
        Table waves = IdleWaves.of(dependences.waits()).table(run.outline());
        Answer.Builder answer =
                run.answer("waits", RowLimit.forPrograms(waves, arguments))
                        .title("idle waves of " + run.text());
        if (waves.rows() == 0)
            return answer.add(
                    Statement.verdict(
                            "no delay travels through {ranks} or more ranks as waits of at least"
                                    + " {share} of the longest wait",
                            Argument.count(IdleWaves.MIN_RANKS),
                            Argument.share(IdleWaves.SHARE)));
        return answer.add(
                Section.of(waves)
                        .columns("begin", "first", "last", "contexts", "ranks_per_second", "origin")
                        .top(RowLimit.top(arguments)));
    }

    private static Answer.Builder summary(
            TracedRun run, WaitAnalysis dependences, Table waits, Arguments arguments) {
        Table places =
                waits.groupBy("kind", "path", "node_id", "context")
                        .aggregate(
                                Aggregate.count().as("waits"),
                                Aggregate.sum("seconds").as("seconds"),
                                Aggregate.max("seconds").as("longest"))
                        .sort(Order.descending("seconds"));
        Answer.Builder answer =
                run.answer("waits", RowLimit.forPrograms(places, arguments))
                        .title("waiting time of " + run.text());
        if (waits.rows() == 0)
            return answer.add(
                    Statement.verdict(
                            "no waits found among the operations that the trace connects"));
        addKinds(answer, run, dependences);
        addPaths(answer, waits, arguments);
        DelayCosts costs = dependences.delayCosts();
        addCauses(answer, run, costs, arguments);
        addContexts(answer, run, dependences, arguments);
        return answer;
    }

    private static void addKinds(Answer.Builder answer, TracedRun run, WaitAnalysis dependences) {
        Table kinds = WaitTable.kinds(dependences.waits(), run::isChosen);
        answer.add(Section.of(kinds).columns("seconds", "waits", "kind").all());
        answer.number("waiting", WaitTable.seconds(dependences.waits(), run::isChosen));
    }

    private static void addPaths(Answer.Builder answer, Table waits, Arguments arguments) {
        Table paths =
                waits.groupBy("kind", "path")
                        .aggregate(
                                Aggregate.count().as("waits"),
                                Aggregate.sum("seconds").as("seconds"),
                                Aggregate.max("seconds").as("longest"))
                        .sort(Order.descending("seconds"));
        answer.heading("Call paths that wait")
                .add(
                        Section.of(paths)
                                .columns("seconds", "longest", "waits", "kind", "path")
                                .top(Math.min(MAX_PATHS, RowLimit.top(arguments))));
    }

    private static void addCauses(
            Answer.Builder answer, TracedRun run, DelayCosts costs, Arguments arguments) {
        Table causes = WaitTable.causes(costs, run.outline());
        MainCause.unexplained(costs)
                .ifPresent(it -> answer.add(new Statement(Statement.Kind.OMISSION, it)));
        answer.number("unexplained", costs.unexplainedNanos() / NANOS);
        Optional<Sentence> main = MainCause.of(causes);
        if (main.isEmpty()) return;
        answer.heading("Work that makes others wait")
                .add(new Statement(Statement.Kind.FINDING, main.get()))
                .add(
                        Section.of(causes)
                                .column("seconds", "waiting")
                                .columns("share", "direct", "context", "path")
                                .top(Math.min(MAX_PATHS, RowLimit.top(arguments))));
        answer.with(
                json -> {
                    json.name("causes");
                    causes.toJson(json);
                });
    }

    private static void addContexts(
            Answer.Builder answer, TracedRun run, WaitAnalysis dependences, Arguments arguments) {
        Table contexts =
                WaitTable.contexts(dependences.waits(), run.outline(), run::isChosen)
                        .sort(Order.descending("caused"));
        answer.heading("Contexts")
                .add(
                        Section.of(contexts)
                                .columns("caused", "waited", "context")
                                .top(Math.min(MAX_PATHS, RowLimit.top(arguments))));
    }
}
