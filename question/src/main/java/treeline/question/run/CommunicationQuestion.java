package treeline.question.run;

import treeline.aggregate.NodeDistribution;
import treeline.breakdown.MpiCalls;
import treeline.breakdown.RoutineSpread;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Sparkline;
import treeline.single.Distribution;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;

/// MPI routines whose time is uneven or bimodal across ranks, with the slowest ranks of each.
public record CommunicationQuestion(RunOptions options) {
    private static final int SLOW_SHOWN = 1;
    private static final int SLOW_LISTED = 5;

    public Question question() {
        return Question.ofRun(
                        "communication",
                        "find MPI routines with uneven or bimodal time across ranks",
                        options.choosing(RunOptions.METRIC, RowLimit.TOP),
                        this::answer)
                .example(
                        "treeline communication runs/gcc-64-0.tldb",
                        "time of the ranks in each MPI routine, largest difference first")
                .example("treeline communication runs/gcc-64-0.tldb --csv", "all numbers, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        RunOptions.Run run = options.load(arguments, Needs.SCOPES, session);
        if (!run.metric().addsUp())
            throw new IllegalArgumentException(
                    "metric '%s' is a point reading: its values do not add up"
                            .formatted(run.metric().name()));
        Locations ranks = run.severalRanks();
        List<MpiCalls> calls = MpiCalls.of(run.profile().outline());
        var aggregation = RoutineSpread.question(run.metric(), calls);
        List<RoutineSpread> spreads =
                RoutineSpread.of(
                        calls,
                        run.values().run(aggregation, Locations.By.RANK, session),
                        ranks.size());
        return answer(run, ranks, spreads, arguments);
    }

    private static Answer answer(
            RunOptions.Run run, Locations ranks, List<RoutineSpread> spreads, Arguments arguments) {
        Metric metric = run.metric().in(Scope.INCLUSIVE);
        Table rows = RowLimit.forPrograms(table(run, spreads, SLOW_LISTED), arguments);
        var answer =
                new Answer.Builder("communication", rows)
                        .run("run", run)
                        .metric(metric)
                        .text("compared", ranks.counted())
                        .with(json -> Answer.writeNotes(run.report(), json))
                        .title(
                                "%s in MPI routines among %s%s%s"
                                        .formatted(
                                                RunOptions.metricText(metric),
                                                ranks.counted(),
                                                run.repetitionsText(),
                                                run.partText()));
        if (spreads.isEmpty())
            return answer.add(Statement.verdict("no call of an MPI routine was recorded")).build();
        Table shown = table(run, spreads, SLOW_SHOWN);
        answer.add(section(shown, spreads, ranks, RowLimit.top(arguments)));
        if (spreads.stream().anyMatch(each -> !each.isExact()))
            answer.add(
                    Statement.omission(
                            "more than {limit} ranks: means, deviations and histograms are accurate"
                                    + " to about {error}",
                            Argument.count(NodeDistribution.EXACT),
                            Argument.share(NodeDistribution.ERROR)));
        return answer.build();
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
            Table table, List<RoutineSpread> spreads, Locations ranks, int top) {
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
                .columns("slowest", "routine")
                .top(top);
    }

    private static double[] counts(RoutineSpread spread) {
        return spread.histogram().stream().asDoubleStream().toArray();
    }
}
