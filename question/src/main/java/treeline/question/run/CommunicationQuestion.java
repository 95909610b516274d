package treeline.question.run;

import treeline.aggregate.NodeDistribution;
import treeline.breakdown.RoutineCalls;
import treeline.breakdown.RoutineSpread;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.pattern.UserPattern;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Sparkline;
import treeline.single.Distribution;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// MPI routines, or functions that the user names, whose time is uneven or bimodal across ranks,
/// with the slowest ranks of each.
public record CommunicationQuestion(RunOptions options) {
    private static final int SLOW_SHOWN = 1;
    private static final int SLOW_LISTED = 5;

    /// The values of ranks that are kept, 32 MB, and functions that are compared in any case.
    private static final int MAX_VALUES = 1 << 22;

    private static final int MIN_FUNCTIONS = 100;

    private static final Parameter<UserPattern> FUNCTION =
            Parameter.of(
                    "function",
                    ParameterType.regex(),
                    "compare functions whose whole name matches, instead of MPI routines");

    public Question question() {
        return Question.ofRun(
                        "communication",
                        "find MPI routines or other functions with uneven or bimodal time across"
                                + " ranks",
                        options.choosing(RunOptions.METRIC, FUNCTION, RowLimit.TOP),
                        this::answer)
                .example(
                        "treeline communication runs/gcc-64-0.tldb",
                        "time of the ranks in each MPI routine, largest difference first")
                .example(
                        "treeline communication runs/gcc-64-0.tldb --function 'step|stencil'",
                        "load balance of functions")
                .example("treeline communication runs/gcc-64-0.tldb --csv", "all numbers, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        RunOptions.Run run = options.load(arguments, Needs.SCOPES, session);
        if (!run.metric().addsUp())
            throw new IllegalArgumentException(
                    "metric '%s' is a point reading: its values do not add up"
                            .formatted(run.metric().name()));
        Locations ranks = run.severalRanks();
        List<RoutineCalls> all = calls(run.profile().outline(), arguments);
        if (run.metric().scope() == Scope.EXCLUSIVE && arguments.has(RunOptions.METRIC))
            throw new IllegalArgumentException(
                    "values of calls include their callees: use --metric '%s:inclusive'"
                            .formatted(run.metric().name()));
        int most = Math.max(MIN_FUNCTIONS, MAX_VALUES / ranks.size());
        List<RoutineCalls> compared = arguments.has(FUNCTION) ? largest(all, most, run) : all;
        List<RoutineSpread> spreads =
                RoutineSpread.of(
                        compared,
                        run.values()
                                .run(
                                        RoutineSpread.question(run.metric(), compared),
                                        Locations.By.RANK,
                                        session),
                        ranks.size());
        Answer.Builder answer = answer(run, ranks, spreads, arguments);
        if (compared.size() < all.size())
            answer.add(
                    Statement.warning(
                            "only the {count} functions with the most time are compared; the other"
                                    + " {others} need an expression that matches fewer functions",
                            Argument.count(compared.size()),
                            Argument.count(all.size() - compared.size())));
        return answer.build();
    }

    private static List<RoutineCalls> calls(Outline outline, Arguments arguments) {
        return arguments
                .value(FUNCTION)
                .map(name -> RoutineCalls.named(outline, name))
                .orElseGet(() -> RoutineCalls.ofMpi(outline));
    }

    private static List<RoutineCalls> largest(
            List<RoutineCalls> calls, int most, RunOptions.Run run) {
        Metric metric = run.metric().in(Scope.INCLUSIVE);
        double[] sums = Numbers.of(run.profile(), metric).inclusive(Reduction.SUM);
        ToDoubleFunction<RoutineCalls> total =
                each ->
                        each.nodes().stream()
                                .mapToDouble(node -> sums[node])
                                .filter(sum -> !Double.isNaN(sum))
                                .sum();
        return calls.stream()
                .sorted(Comparator.comparingDouble(total).reversed())
                .limit(most)
                .toList();
    }

    private static Answer.Builder answer(
            RunOptions.Run run, Locations ranks, List<RoutineSpread> spreads, Arguments arguments) {
        Metric metric = run.metric().in(Scope.INCLUSIVE);
        Table rows = RowLimit.forPrograms(table(run, spreads, SLOW_LISTED), arguments);
        boolean ofMpi = !arguments.has(FUNCTION);
        var answer =
                new Answer.Builder("communication", rows)
                        .run("run", run)
                        .metric(metric)
                        .text("compared", ranks.counted())
                        .with(json -> Answer.writeNotes(run.report(), json))
                        .title(
                                "%s in %s among %s%s%s"
                                        .formatted(
                                                RunOptions.metricText(metric),
                                                ofMpi ? "MPI routines" : "functions",
                                                ranks.counted(),
                                                run.combinedText(ranks),
                                                run.partText()));
        if (spreads.isEmpty())
            return answer.add(
                    ofMpi
                            ? Statement.verdict("no call of an MPI routine was recorded")
                            : Statement.verdict(
                                    "no selected rank ran a function whose name matches; the"
                                            + " expression must match the whole name, such as"
                                            + " '.*solve.*'"));
        Table shown = table(run, spreads, SLOW_SHOWN);
        String noun = ofMpi ? "routine" : "function";
        answer.add(section(shown, spreads, ranks, noun, RowLimit.top(arguments)));
        if (spreads.stream().anyMatch(each -> !each.isExact()))
            answer.add(
                    Statement.omission(
                            "more than {limit} ranks: means, deviations and histograms are accurate"
                                    + " to about {error}",
                            Argument.count(NodeDistribution.EXACT),
                            Argument.share(NodeDistribution.ERROR)));
        return answer;
    }

    private static Table table(RunOptions.Run run, List<RoutineSpread> spreads, int slow) {
        Locations all = Locations.of(run.values().contextsOfFile(), Locations.By.RANK);
        return RoutineSpread.table(
                spreads,
                run.metric().in(Scope.INCLUSIVE),
                context -> all.name(all.of(context)),
                slow);
    }

    private static Section section(
            Table table, List<RoutineSpread> spreads, Locations ranks, String noun, int top) {
        Column bimodal = table.column("bimodal");
        return Section.of(table)
                .columns("min", "mean", "max", "deviation", "imbalance")
                .computed(
                        "min to max",
                        false,
                        (row, screen) ->
                                Sparkline.of(counts(spreads.get(row)), Distribution.BINS, screen))
                .computed("", false, (row, _) -> bimodal.number(row) == 1 ? "bimodal" : "")
                .ranOn(ranks, top)
                .columns("slowest")
                .column("routine", noun)
                .top(top);
    }

    private static double[] counts(RoutineSpread spread) {
        return spread.histogram().stream().asDoubleStream().toArray();
    }
}
