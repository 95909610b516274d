package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.TreeAnswer;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.answer.TreeText;
import treeline.view.MatchRows;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline query`: the call paths that a query finds.
public final class QueryCommand {
    private static final Operand QUERY =
            Operand.once(
                    ParameterType.text("QUERY"),
                    "which call paths, such as 'MATCH (\"*\")->(p) WHERE p.\"time\" > 5'");
    private static final Parameter<Across> MODE =
            Parameter.of(
                    "mode",
                    ParameterType.choice(Across.class),
                    "how contexts count in comparisons (default: mean)");
    private static final Parameter<Matching> MATCHING =
            Parameter.of(
                    "matching",
                    ParameterType.choice(Matching.class),
                    "every path, or as Hatchet up to the first node that fits (default: all)");
    private final RunOptions options;

    public QueryCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "query",
                "find call paths by names, values and what is on the way",
                List.of(RunOptions.PATH, QUERY),
                options.with(MODE, MATCHING, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline query run.tldb 'MATCH (*)->(p) WHERE p.name STARTS WITH"
                                        + " \"MPI_\"'",
                                "all paths that lead to MPI"),
                        new Command.Example(
                                "treeline query run.tldb 'MATCH (p) WHERE ANY p.time > 5'",
                                "what took more than 5 on some rank")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Query query = Query.parse(arguments.one(QUERY));
        Across mode = arguments.value(MODE, Across.MEAN);
        RunOptions.Run run =
                options.load(
                        arguments.one(RunOptions.PATH),
                        arguments,
                        RunOptions.Part.METRIC,
                        Scope.INCLUSIVE,
                        Optional.of(query),
                        (values, _) -> {
                            if (query.comparesEach(values.simple(), mode))
                                values.requireAll(AggregationPlan.SINGLE_RANKS);
                            return AggregationPlan.Pass.NONE;
                        },
                        console);
        Outline named = run.values().simple();
        Matching matching = arguments.value(MATCHING, Matching.ALL);
        NodeSet matches = query.on(run.means(), named, mode, matching);
        TreeRows rows =
                MatchRows.of(
                        run.profile(),
                        run.metric(),
                        run.over(),
                        run.population(),
                        run.total(),
                        matches);
        var data = TreeAnswer.of("query", run.profile(), rows, "match", run);
        data.with(json -> json.name("matches").value(matches.size()));
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        print(run, rows, matches, console);
        return ExitCode.SUCCESS;
    }

    private static void print(RunOptions.Run run, TreeRows rows, NodeSet matches, Console console) {
        Profile profile = run.profile();
        console.out()
                .printf(
                        "%s of %s call paths match%n",
                        Quantity.whole(matches.size()), Quantity.whole(profile.tree().size()));
        if (matches.isEmpty()) return;
        console.out().println();
        new TreeText(
                        profile,
                        rows,
                        run.heading(),
                        console.screen(),
                        new Quantity(3, console.screen().unicode()),
                        "match")
                .printTo(console.out());
    }
}
