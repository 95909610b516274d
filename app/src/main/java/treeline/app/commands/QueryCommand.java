package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;
import treeline.transform.Reduction;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// `treeline query`: the call paths that a query finds.
final class QueryCommand {
    private static final Parameter PATH = Commands.path("a file, directory or pattern");
    private static final Parameter QUERY =
            Parameter.once(
                    Value.text("QUERY"),
                    "which call paths, such as 'MATCH (\"*\")->(p) WHERE p.\"time\" > 5'");
    private static final Option<String> METRIC =
            Option.of(
                            "metric",
                            Value.text("NAME"),
                            "what to show, such as time or time:exclusive (default: the time)")
                    .letter('m');
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
    private static final Option<Integer> RANK =
            Option.of("rank", Value.whole("N", 0, Integer.MAX_VALUE), "only this rank").letter('r');
    private static final Option<Boolean> CSV = Option.flag("csv", "print CSV for programs");
    private static final Option<Boolean> JSON = Option.flag("json", "print JSON for programs");

    private final Supplier<Formats> formats;
    private final Option<String> format;

    QueryCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = Commands.formatOption(formats);
    }

    Command command() {
        return new Command(
                "query",
                "find call paths by what lies on them",
                List.of(PATH, QUERY),
                List.of(METRIC, MODE, MATCHING, RANK, CSV, JSON, format),
                List.of(
                        new Command.Example(
                                "treeline query run.csv 'MATCH (*)->(p) WHERE p.name STARTS WITH"
                                        + " \"MPI_\"'",
                                "all paths that lead to MPI"),
                        new Command.Example(
                                "treeline query run.csv 'MATCH (p) WHERE ANY p.time > 5'",
                                "what took more than 5 on some rank")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        String path = arguments.one(PATH);
        Query query = Query.parse(arguments.one(QUERY));
        Profile profile;
        Choice choice;
        ReadReport report;
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(format), console)) {
            Outline outline = recording.source().outline();
            choice =
                    Choice.of(
                            outline,
                            arguments.value(METRIC),
                            arguments.value(RANK),
                            java.util.Optional.empty());
            profile = recording.load(slice(query, choice, outline), console);
            report = recording.source().report();
        }
        NodeSet matches =
                query.on(
                        profile,
                        arguments.value(MODE, Across.MEAN),
                        arguments.value(MATCHING, Matching.ALL));
        TreeRows rows = MatchRows.of(profile, choice.metric(), Reduction.MEAN, matches);
        if (arguments.has(JSON)) table(profile, rows).toJson(console.out());
        else if (arguments.has(CSV)) table(profile, rows).toCsv(console.out());
        else print(profile, rows, matches, console);
        TreeCommand.warnOfLoss(report, console);
        return ExitCode.SUCCESS;
    }

    /// Only the metrics that are asked for and shown, and all of their contexts.
    private static Slice slice(Query query, Choice choice, Outline outline) {
        Set<Metric> metrics = new LinkedHashSet<>(query.metrics(outline));
        metrics.add(choice.metric());
        int[] indexes = metrics.stream().mapToInt(outline.metrics()::indexOf).toArray();
        return choice.slice().withMetrics(Selection.of(indexes));
    }

    private static void print(Profile profile, TreeRows rows, NodeSet matches, Console console) {
        console.out()
                .printf(
                        "%s of %s call paths match%n",
                        Quantity.whole(matches.size()), Quantity.whole(profile.tree().size()));
        if (matches.isEmpty()) return;
        console.out().println();
        new TreeText(
                        profile,
                        rows,
                        console.screen(),
                        new Quantity(3, console.screen().unicode()),
                        "match")
                .printTo(console.out());
    }

    /// Matches and their callers; callers come first, so every parent is known.
    private static Table table(Profile profile, TreeRows tree) {
        List<TreeRows.Shown> rows = tree.rows().stream().map(TreeRows.Shown.class::cast).toList();
        CallTree calls = profile.tree();
        int count = rows.size();
        return Table.of(
                Column.whole("node", count, row -> rows.get(row).node()),
                Column.whole("parent", count, row -> parent(calls, rows.get(row).node())),
                Column.whole("depth", count, row -> rows.get(row).depth()),
                Column.text("name", count, row -> calls.name(rows.get(row).node())),
                Column.flag("match", count, row -> rows.get(row).hot()),
                Column.real("value", count, row -> rows.get(row).value()),
                Column.real("share", count, row -> rows.get(row).share()));
    }

    private static long parent(CallTree calls, int node) {
        int parent = calls.parent(node);
        return parent == CallTree.NO_PARENT ? WholeColumn.MISSING : parent;
    }
}
