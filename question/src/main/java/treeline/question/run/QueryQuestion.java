package treeline.question.run;

import treeline.aggregate.TestedRanksByNode;
import treeline.model.Metric;
import treeline.numbers.Locations;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.query.RankTest;
import treeline.query.TestedRanks;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.TreeSection;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.view.MatchRows;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// The call paths that match a call path query.
public record QueryQuestion(RunOptions options) {
    private static final Operand QUERY =
            Operand.once(
                    ParameterType.text("QUERY"),
                    "the query, such as 'MATCH (\"*\")->(p) WHERE p.\"time\" > 5'");
    private static final Parameter<ContextQuantifier> MODE =
            Parameter.of(
                    "mode",
                    ParameterType.choice(ContextQuantifier.class),
                    "how comparisons aggregate contexts (default: mean)");
    private static final Parameter<Matching> MATCHING =
            Parameter.of(
                    "matching",
                    ParameterType.choice(Matching.class),
                    "every match, or only up to the first matching node as in Hatchet (default:"
                            + " all)");

    public Question question() {
        return new Question(
                        "query",
                        "find call paths by name, value and callers (Hatchet's query language)",
                        Question.Subject.ONE_RUN,
                        List.of(RunOptions.PATH, QUERY),
                        options.with(MODE, MATCHING),
                        this::answer)
                .example(
                        "treeline query run.tldb 'MATCH (*)->(p) WHERE p.name STARTS WITH"
                                + " \"MPI_\"'",
                        "all paths that lead to MPI")
                .example(
                        "treeline query run.tldb 'MATCH (p) WHERE ANY p.time > 5'",
                        "nodes with more than 5 on some rank");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        Query query = Query.parse(arguments.one(QUERY));
        ContextQuantifier mode = arguments.value(MODE, ContextQuantifier.MEAN);
        var tested = new RankTestsPlan(query, mode);
        RunOptions.Run run =
                options.load(arguments, Needs.METRIC.with(tested).with(query), session);
        NodeSet matches =
                query.on(
                        run.means(),
                        run.values().simple(),
                        mode,
                        arguments.value(MATCHING, Matching.ALL),
                        tested.tested.get());
        TreeRows rows =
                MatchRows.of(
                        run.profile(),
                        run.metric(),
                        run.over(),
                        run.population(),
                        run.total(),
                        matches);
        var answer =
                new Answer.Builder("query", () -> TreeTable.of(run.profile(), rows, "match"))
                        .of(run)
                        .total(rows.total())
                        .with(json -> json.name("matches").value(matches.size()))
                        .add(
                                Statement.finding(
                                        "{matches} of {nodes} call paths match",
                                        Argument.count(matches.size()),
                                        Argument.count(run.profile().tree().size())));
        if (!matches.isEmpty())
            answer.add(TreeSection.of(run.profile(), rows, run.heading(), "match"));
        return answer.build();
    }

    /// The ranks that pass the comparisons of single ranks.
    private static final class RankTestsPlan implements AggregationPlan {
        private final Query query;
        private final ContextQuantifier mode;
        private Supplier<List<TestedRanks>> tested = List::of;

        RankTestsPlan(Query query, ContextQuantifier mode) {
            this.query = query;
            this.mode = mode;
        }

        @Override
        public void ask(RunValues values, Metric metric) {
            List<RankTest> tests = query.rankTests(values.simple(), mode);
            if (!tests.isEmpty())
                tested = values.ask(new TestedRanksByNode(tests), Locations.By.RANK);
        }
    }
}
