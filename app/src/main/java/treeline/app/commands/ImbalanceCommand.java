package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.TextWidth;
import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.OutlierContexts;
import treeline.single.Threshold;
import treeline.table.Table;
import treeline.transform.ContextGroups;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// `treeline imbalance`: which nodes keep some contexts waiting for others.
final class ImbalanceCommand {

    /// What is compared with each other.
    enum Unit {
        CONTEXT,
        RANK,
        THREAD,
        HOST
    }

    private static final Option<Unit> BY =
            Option.of(
                    "by",
                    Value.choice(Unit.class),
                    "compare ranks, threads or hosts, each summed up (default: every context)");
    private static final Option<Threshold> THRESHOLD =
            Option.of(
                            "threshold",
                            new Value<>("SIZE", List::of, false, ImbalanceCommand::threshold),
                            "leave out nodes whose slowest context has less: 1% of the largest"
                                    + " such value, or a value in the metric's unit (default: 1%)")
                    .letter('t');
    private static final Option<Boolean> VERBOSE =
            Option.flag("verbose", "slowest contexts, percentiles and histogram of each node")
                    .letter('v');
    private static final Threshold USUAL = new Threshold.ShareOfLargest(0.01);
    private static final int OUTLIERS = 5;

    private final RunOptions options;

    ImbalanceCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    Command command() {
        return new Command(
                "imbalance",
                "find the nodes whose work is shared unevenly, and the slow ranks",
                List.of(RunOptions.PATH),
                List.of(
                        RunOptions.METRIC,
                        BY,
                        THRESHOLD,
                        VERBOSE,
                        RunOptions.REPETITION,
                        RunOptions.KEEP,
                        RunOptions.HIDE,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV,
                        options.format()),
                List.of(
                        new Command.Example(
                                "treeline imbalance run.tldb", "slowest over mean, node by node"),
                        new Command.Example(
                                "treeline imbalance run.tldb --verbose --top 3",
                                "how the ranks spread at the three heaviest nodes"),
                        new Command.Example(
                                "treeline imbalance run.tldb --threshold 0.5 --csv",
                                "all nodes with a rank of at least half a second, as CSV")),
                this::run);
    }

    private static Threshold threshold(String text) {
        try {
            return text.endsWith("%")
                    ? new Threshold.ShareOfLargest(
                            Double.parseDouble(text.substring(0, text.length() - 1)) / 100)
                    : new Threshold.Absolute(Double.parseDouble(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("a share such as 1%, or a value such as 0.5");
        }
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run = options.load(arguments, RunOptions.Part.SCOPES, console);
        Metric metric = run.scoped(Scope.EXCLUSIVE, arguments.value(RunOptions.METRIC));
        Profile profile = compared(Scoped.of(run, metric), arguments.value(BY, Unit.CONTEXT));
        if (profile.contexts().size() < 2)
            throw new IllegalArgumentException(
                    "%s has one context only: there is nothing to balance".formatted(run.path()));
        LoadImbalance imbalance =
                LoadImbalance.of(profile, metric, arguments.value(THRESHOLD, USUAL));
        boolean verbose = arguments.has(VERBOSE);
        boolean asData = arguments.has(Sheet.JSON) || arguments.has(Sheet.CSV);
        if (asData)
            Sheet.wroteData(
                    verbose ? imbalance.verboseTable() : imbalance.table(), arguments, console);
        else print(profile, metric, imbalance, arguments, console);
        TreeCommand.warnOfLoss(run.report(), console);
        return ExitCode.SUCCESS;
    }

    /// Repetitions are always summed: how long a rank took in all is what others wait for.
    private static Profile compared(Profile profile, Unit by) {
        UnaryOperator<Context> group =
                switch (by) {
                    case CONTEXT -> ContextGroups::withoutRepetition;
                    case RANK -> ContextGroups::rankOf;
                    case THREAD -> ContextGroups::threadOf;
                    case HOST -> ContextGroups::hostOf;
                };
        ContextGroups groups = ContextGroups.of(profile, group);
        return groups.groups().equals(profile.contexts()) ? profile : groups.reduced(Reduction.SUM);
    }

    private static void print(
            Profile profile,
            Metric metric,
            LoadImbalance imbalance,
            Arguments arguments,
            Console console) {
        console.out()
                .println(
                        "imbalance of %s (%s) over %s"
                                .formatted(
                                        TextWidth.printable(metric.name()),
                                        Value.nameOf(metric.scope()),
                                        ContextSummary.of(profile.contexts())));
        console.out().println();
        if (arguments.has(VERBOSE))
            printVerbose(profile, metric, imbalance, Sheet.top(arguments), console);
        else
            new Sheet(imbalance.table(), console.screen())
                    .number("imbalance", "max/mean")
                    .share("balance", "mean/max")
                    .value("mean", "mean", metric.unit())
                    .value("max", "max", metric.unit())
                    .text("path", "call path")
                    .print(Sheet.top(arguments), console);
        printOutliers(profile, metric, console);
    }

    private static void printVerbose(
            Profile profile, Metric metric, LoadImbalance imbalance, int top, Console console) {
        var quantity = new Quantity(3, console.screen().unicode());
        int[] nodes = imbalance.nodes();
        for (int i = 0; i < Math.min(top, nodes.length); i++) {
            int node = nodes[i];
            Distribution spread = imbalance.distribution(node);
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            TextWidth.printable(NodePath.of(profile.tree(), node)),
                                            Colour.BOLD));
            console.out()
                    .println(
                            "  max/mean %s, mean %s, max %s"
                                    .formatted(
                                            Quantity.decimal(imbalance.imbalance(node)),
                                            quantity.text(imbalance.mean(node), metric.unit()),
                                            quantity.text(imbalance.max(node), metric.unit())));
            console.out().println("  slowest: " + slowest(profile, spread));
            for (String line : Histogram.lines(spread, metric.unit(), console.screen()))
                console.out().println("  " + line);
            console.out().println();
        }
    }

    private static String slowest(Profile profile, Distribution spread) {
        return String.join(
                ", ",
                java.util.Arrays.stream(spread.slowest())
                        .mapToObj(context -> profile.contexts().get(context).toString())
                        .toList());
    }

    private static void printOutliers(Profile profile, Metric metric, Console console) {
        Table outliers = OutlierContexts.of(profile, metric).table();
        if (outliers.rows() == 0) return;
        console.out().println();
        console.out().println("slow at several nodes together");
        new Sheet(outliers, console.screen())
                .text("context", "context")
                .value("excess", "above median", metric.unit())
                .number("nodes", "nodes")
                .text("worst", "most at")
                .print(OUTLIERS, console);
    }
}
