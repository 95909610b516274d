package treeline.app.mcp;

import treeline.app.cli.Command;
import treeline.app.mcp.Argument.Kind;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The questions that assistants may ask. What an argument means and which values it has is said by
/// the option of the command, so that both say the same.
final class Tools {
    static final String RUNS = "runs";

    private static final String RUN_TEXT =
            "name of an open run, see the tool runs; may be left out where one run is open";

    private final List<Command> commands;
    private final List<Tool> all;

    /// @param commands of the command line
    Tools(List<Command> commands) {
        this.commands = List.copyOf(commands);
        this.all =
                List.of(
                        runs(),
                        info(),
                        tree(),
                        hotPath(),
                        flat(),
                        imbalance(),
                        query(),
                        diff(),
                        ensemble(),
                        compare());
    }

    List<Tool> all() {
        return all;
    }

    Optional<Tool> called(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static Tool runs() {
        return new Tool(
                RUNS,
                "Open runs",
                "List the runs (performance profiles) that are open. Other tools take their names;"
                        + " no other file can be read.",
                List.of(),
                Shown.arguments(Tool.Limit.ROWS),
                Tool.Limit.ROWS);
    }

    private Tool info() {
        return tool(
                "info",
                "What is in a run",
                "Show what a run is: metadata, ranks and threads, metrics with units, size, and"
                        + " what its reader skipped. Ask this first to learn the names of metrics.",
                "info",
                List.of(run()));
    }

    private Tool tree() {
        return new Tool(
                "tree",
                "Call tree",
                "Show the call tree of a run: the nodes with the largest values and their callers,"
                        + " with value, share of the total, and the hot path. A row without a name"
                        + " stands for 'hidden' nodes that are not shown.",
                List.of("tree"),
                arguments(
                        List.of(
                                run(),
                                text("tree", "metric"),
                                text("tree", "of"),
                                option("tree", "depth", Kind.WHOLE),
                                option("tree", "threshold", Kind.NUMBER),
                                text("tree", "rank"),
                                text("tree", "only"),
                                text("tree", "paths")),
                        Tool.Limit.TOP),
                Tool.Limit.TOP);
    }

    private Tool hotPath() {
        return tool(
                "hot_path",
                "Hot path",
                "Follow the heaviest calls of a run from the root to where time spreads: where to"
                        + " look first.",
                "hot-path",
                List.of(
                        run(),
                        text("hot-path", "metric"),
                        text("hot-path", "of"),
                        option("hot-path", "threshold", Kind.NUMBER),
                        text("hot-path", "from"),
                        text("hot-path", "rank")));
    }

    private Tool flat() {
        return tool(
                "flat",
                "Flat profile",
                "List functions of a run (or modules, files, lines, loops, activities) by what they"
                        + " cost themselves, whoever called them.",
                "flat",
                List.of(
                        run(),
                        text("flat", "metric"),
                        text("flat", "of"),
                        text("flat", "by"),
                        text("flat", "rank"),
                        text("flat", "only")));
    }

    private Tool imbalance() {
        return tool(
                "imbalance",
                "Load imbalance",
                "Find the nodes of a run whose work is shared unevenly between ranks, what that"
                        + " costs ('lost'), and the slow ranks ('slow').",
                "imbalance",
                List.of(
                        run(),
                        text("imbalance", "metric"),
                        text("imbalance", "by"),
                        text("imbalance", "threshold")));
    }

    private Tool query() {
        return tool(
                "query",
                "Query call paths",
                "Find call paths of a run by names, values and what is on the way, for example:"
                        + " MATCH (*)->(p) WHERE p.name STARTS WITH \"MPI_\", or MATCH (p) WHERE"
                        + " p.\"time\" > 5.",
                "query",
                List.of(
                        run(),
                        new Argument("query", Kind.POSITIONAL, true, List.of(), "which call paths"),
                        text("query", "metric"),
                        text("query", "of")));
    }

    private Tool diff() {
        return tool(
                "diff",
                "Difference of two runs",
                "Compare two runs by call path or function: what became slower or faster, largest"
                        + " change first.",
                "diff",
                List.of(
                        runNamed("before", "the run to compare with"),
                        runNamed("after", "the other run"),
                        text("diff", "metric"),
                        text("diff", "of"),
                        text("diff", "by"),
                        option("diff", "threshold", Kind.NUMBER)));
    }

    private Tool ensemble() {
        String stats = "ensemble stats";
        String speedup = "ensemble speedup";
        String model = "ensemble model";
        var question =
                new Argument(
                        "question",
                        Kind.QUESTION,
                        true,
                        List.of("info", "metadata", "stats", "speedup", "model", "variability"),
                        "info: how runs differ; metadata: what is known of each run; stats: each"
                            + " node over all runs; speedup: how nodes scale, and what stops them;"
                            + " model: how nodes grow with ranks or another parameter, and a"
                            + " prediction; variability: what makes some runs slower than others");
        return tool(
                "ensemble",
                "Many runs together",
                "Ask about many runs together: how they differ, statistics, scaling, models of"
                        + " growth, variability.",
                "ensemble",
                List.of(
                        question,
                        runsNamed("runs", Kind.RUNS, false, "which open runs (default: all)"),
                        text(stats, "where"),
                        text(stats, "metric"),
                        text(stats, "of"),
                        text(stats, "group_by"),
                        forQuestion("stats", text(stats, "statistic")),
                        forQuestion("speedup", text(speedup, "kind")),
                        forQuestion("model", text(model, "parameter")),
                        forQuestion("model", text(model, "at"))));
    }

    private Tool compare() {
        return tool(
                "compare",
                "Compare two builds",
                "Compare two builds, each with several runs: what is slower, by how much, and"
                        + " whether that is significant or noise.",
                "compare",
                List.of(
                        runsNamed(
                                "baseline", Kind.OPTION_OF_RUNS, true, "the runs to compare with"),
                        runsNamed("candidate", Kind.RUNS, true, "the runs of the other build"),
                        text("compare", "metric"),
                        text("compare", "least_share"),
                        option("compare", "all", Kind.FLAG)));
    }

    private static Tool tool(
            String name, String title, String description, String command, List<Argument> own) {
        return new Tool(
                name,
                title,
                description,
                List.of(command),
                arguments(own, Tool.Limit.ROWS),
                Tool.Limit.ROWS);
    }

    private static List<Argument> arguments(List<Argument> own, Tool.Limit limit) {
        return Stream.concat(own.stream(), Shown.arguments(limit).stream()).toList();
    }

    private static Argument run() {
        return new Argument("run", Kind.RUN, false, List.of(), RUN_TEXT);
    }

    private static Argument runNamed(String name, String description) {
        return new Argument(name, Kind.RUN, true, List.of(), description + ": name of an open run");
    }

    private static Argument runsNamed(
            String name, Kind kind, boolean isRequired, String description) {
        return new Argument(
                name,
                kind,
                isRequired,
                List.of(),
                description + "; names of open runs, a * stands for any letters of them");
    }

    private static Argument forQuestion(String question, Argument argument) {
        return new Argument(
                argument.name(),
                argument.kind(),
                false,
                argument.choices(),
                "of question %s: %s".formatted(question, argument.description()));
    }

    private Argument text(String command, String name) {
        return option(command, name, Kind.TEXT);
    }

    /// An argument that is an option of a command.
    private Argument option(String command, String name, Kind kind) {
        Parameter<?> option =
                command(command).options().stream()
                        .filter(each -> each.name().equals(name.replace('_', '-')))
                        .findFirst()
                        .orElseThrow();
        String description = forPrograms(option.description());
        ParameterType<?> value = option.value();
        if (value == null) return new Argument(name, kind, false, List.of(), description);
        List<String> choices = value.choices().get();
        String what = choices.isEmpty() ? value.placeholder() + ": " : "";
        return new Argument(name, kind, false, choices, what + description);
    }

    /// Some defaults are others where a program asks.
    private static String forPrograms(String description) {
        return description.replaceFirst(
                "default: [^;)]*; 0 with --paths, --json and --csv", "default: 0");
    }

    private Command command(String name) {
        List<Command> everyone = new ArrayList<>(commands);
        commands.forEach(each -> everyone.addAll(each.members()));
        return everyone.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }
}
