package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.commands.input.Choice;
import treeline.app.commands.input.FileOptions;
import treeline.app.commands.input.Recording;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.TreeTable;
import treeline.app.commands.output.TreeText;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.formats.Formats;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Population;
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline query`: the call paths that a query finds.
public final class QueryCommand {
    private static final Parameter QUERY =
            Parameter.once(
                    Value.text("QUERY"),
                    "which call paths, such as 'MATCH (\"*\")->(p) WHERE p.\"time\" > 5'");
    private static final Option<Across> MODE =
            Option.of(
                    "mode",
                    Value.choice(Across.class),
                    "how contexts count in comparisons (default: mean)");
    private static final Option<Matching> MATCHING =
            Option.of(
                    "matching",
                    Value.choice(Matching.class),
                    "every path, or as Hatchet up to the first node that fits (default: all)");
    private final Supplier<Formats> formats;
    private final Option<String> format;

    public QueryCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                "query",
                "find call paths by what lies on them",
                List.of(RunOptions.PATH, QUERY),
                Stream.of(
                                Stream.of(RunOptions.METRIC, RunOptions.OF, MODE, MATCHING),
                                Choice.OPTIONS.stream(),
                                Stream.of(Sheet.JSON, Sheet.CSV, format))
                        .<Option<?>>flatMap(each -> each)
                        .toList(),
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
        RunOptions.Run run = load(query, arguments, console);
        NodeSet matches =
                query.on(
                        run.profile(),
                        arguments.value(MODE, Across.MEAN),
                        arguments.value(MATCHING, Matching.ALL));
        TreeRows rows = MatchRows.of(run.profile(), run.metric(), run.over(), matches);
        var data = new DataAnswer("query", TreeTable.of(run.profile(), rows, "match")).of(run);
        data.total(rows.total()).with(json -> json.name("matches").value(matches.size()));
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        print(run, rows, matches, console);
        return ExitCode.SUCCESS;
    }

    private RunOptions.Run load(Query query, Arguments arguments, Console console)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(format), console)) {
            Outline outline = recording.source().outline();
            Choice choice =
                    Choice.of(
                            outline,
                            arguments.value(RunOptions.METRIC),
                            Scope.INCLUSIVE,
                            arguments);
            Profile loaded = recording.load(slice(query, choice, outline), console);
            ReadReport report = recording.report();
            return new RunOptions.Run(
                    path,
                    recording.format().name(),
                    Choice.chosenIterations(loaded, arguments, report),
                    Population.of(loaded.contexts()),
                    choice.metric(),
                    arguments.value(RunOptions.OF, Reduction.MEAN),
                    arguments
                            .value(Choice.ITERATION)
                            .map(chosen -> report.and(RunOptions.note(chosen)))
                            .orElse(report));
        }
    }

    /// Only the metrics that are asked for and shown, and all of their contexts.
    private static Slice slice(Query query, Choice choice, Outline outline) {
        var compared = query.metrics(outline);
        return choice.slice()
                .withMetrics(
                        Selection.where(
                                outline.metrics().size(),
                                i ->
                                        choice.slice().metrics().contains(i)
                                                || compared.contains(outline.metrics().get(i))));
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
