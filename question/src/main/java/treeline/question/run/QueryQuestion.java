package treeline.question.run;

import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.TreeSection;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
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
        RunOptions.Run run = load(query, mode, arguments, session);
        NodeSet matches =
                query.on(
                        run.means(),
                        run.values().simple(),
                        mode,
                        arguments.value(MATCHING, Matching.ALL));
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
                        .values(run.metric(), "value")
                        .values(run.metric().unit(), "elapsed")
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

    private RunOptions.Run load(
            Query query, ContextQuantifier mode, Arguments arguments, Session session)
            throws IOException {
        return options.load(
                arguments,
                RunOptions.Part.METRIC
                        .with(
                                (values, _) -> {
                                    if (query.comparesEach(values.simple(), mode))
                                        values.requireAll(AggregationPlan.SINGLE_RANKS);
                                    return AggregationPlan.Pass.NONE;
                                })
                        .with(query),
                session);
    }
}
