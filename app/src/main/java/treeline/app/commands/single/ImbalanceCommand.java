package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.Moments;
import treeline.numbers.Places;
import treeline.numbers.Spread;
import treeline.question.input.Recording;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.run.HostTimeNote;
import treeline.question.screen.Colour;
import treeline.question.screen.Histogram;
import treeline.question.screen.TextWidth;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.statement.FindingText;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.IterationImbalance;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// `treeline imbalance`: which nodes keep some contexts waiting for others.
public final class ImbalanceCommand {

    static final Parameter<Places.By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Places.By.class),
                    "what to compare (default: ranks; threads where there is one rank only)");
    static final Parameter<Threshold> THRESHOLD =
            Parameter.of(
                            "threshold",
                            new ParameterType<>(
                                    "SIZE", List::of, false, ImbalanceCommand::threshold),
                            "leave out nodes whose slowest rank has less: 1% of the largest such"
                                    + " value, or a value in the metric's unit; 0% lists balanced"
                                    + " nodes too (default: 1%; 0% with --paths)")
                    .letter('t');
    private static final Parameter<Boolean> VERBOSE =
            Parameter.flag("verbose", "slowest ranks, percentiles and histogram of each node")
                    .letter('v');

    /// The columns that rows may be sorted by.
    private enum Sort {
        LOST,
        IMBALANCE,
        MEAN,
        MAX,
        PATH
    }

    private static final Parameter<Sort> SORT =
            RowOrder.by(Sort.class, "what is lost, work before waits");
    private static final int SLOW_RANKS = 5;

    /// Narrower screens have room for what is lost, not for all that it is lost of.
    private static final int WIDE = 80;

    private final RunOptions options;

    public ImbalanceCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "imbalance",
                "find the nodes whose work is shared unevenly, and the slow ranks",
                List.of(RunOptions.PATH),
                options.choosing(
                        RunOptions.EXCLUSIVE,
                        BY,
                        THRESHOLD,
                        RunOptions.WAITING,
                        VERBOSE,
                        SampledRanks.SAMPLE,
                        SampledRanks.SEED,
                        SORT,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline imbalance run.tldb", "slowest over mean, node by node"),
                        new Command.Example(
                                "treeline imbalance run.tldb --verbose --top 3",
                                "how the ranks spread at the three nodes that lose most"),
                        new Command.Example(
                                "treeline imbalance run.tldb --sample 1%",
                                "from a random sample of 1 % of the ranks"),
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

    /// The threshold that the user set. The default leaves out small and balanced nodes, except if
    /// the user selected nodes.
    static Threshold threshold(Arguments arguments) {
        return arguments.value(
                THRESHOLD,
                RunOptions.selectsNodes(arguments) ? Threshold.none() : LoadImbalance.USUAL);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        if (arguments.has(SampledRanks.SAMPLE)) return runSampled(arguments, console);
        if (arguments.has(SampledRanks.SEED))
            throw new IllegalArgumentException("--seed is for --sample");
        List<Pattern> waiting = arguments.all(RunOptions.WAITING);
        var plan = new ImbalanceAggregations(outline -> places(outline, arguments), waiting);
        RunOptions.Run run = load(arguments, plan, console);
        ImbalanceAggregations.Answers answers = plan.answers(run, console);
        LoadImbalance imbalance = answers.imbalance(threshold(arguments));
        Optional<Workload> workload = answers.workload();
        if (data(run, imbalance, workload, arguments).wrote(arguments, console))
            return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        print(run, imbalance, arguments, console);
        if (imbalance.nodes().length == 0 && workload.isPresent())
            printWithinIterations(arguments, waiting, console);
        workload.ifPresent(each -> printSlow(each, run.metric(), console));
        return ExitCode.SUCCESS;
    }

    private RunOptions.Run load(Arguments arguments, ImbalanceAggregations plan, Console console)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, console)) {
            RunOptions.Run run =
                    RunOptions.load(
                            recording,
                            path,
                            arguments,
                            RunOptions.Part.SCOPES,
                            Scope.EXCLUSIVE,
                            Optional.empty(),
                            plan,
                            console);
            return HostTimeNote.on(run, recording.source().outline(), arguments);
        }
    }

    /// Ranks that are balanced over the whole run may be slow in turn.
    private void printWithinIterations(Arguments arguments, List<Pattern> waiting, Console console)
            throws IOException {
        var plan = LoopAggregations.exclusive();
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SERIES, Scope.EXCLUSIVE, plan, console);
        Profile profile = run.profile();
        var text = new FindingText(profile, run.metric());
        var quantity = new Quantity(3, console.screen().unicode());
        IterationImbalance.of(plan.loops(run), Activities.of(run.values().simple(), waiting))
                .ifPresent(
                        found ->
                                console.out()
                                        .println(
                                                "%s; see 'treeline iterations %s'"
                                                        .formatted(
                                                                text.iterationImbalance(found)
                                                                        .text(quantity),
                                                                run.path())));
    }

    /// What is compared.
    static Places places(Outline outline, Arguments arguments) {
        return Places.compared(outline, arguments.value(BY), arguments.one(RunOptions.PATH));
    }

    private int runSampled(Arguments arguments, Console console) throws IOException {
        if (arguments.has(VERBOSE) || arguments.value(BY, Places.By.RANK) != Places.By.RANK)
            throw new IllegalArgumentException(
                    "--sample compares ranks, without histograms; for threads or hosts, or with"
                            + " --verbose, select random ranks with --rank ~256");
        return SampledRanks.run(
                options,
                arguments,
                threshold(arguments),
                table -> RowOrder.sorted(table, arguments, SORT),
                console);
    }

    private static DataAnswer data(
            RunOptions.Run run,
            LoadImbalance imbalance,
            Optional<Workload> workload,
            Arguments arguments) {
        Table all = arguments.has(VERBOSE) ? imbalance.verboseTable() : imbalance.table();
        Table rows = Sheet.forPrograms(RowOrder.sorted(all, arguments, SORT), arguments);
        var data =
                new DataAnswer("imbalance", rows)
                        .of(run)
                        .values(run.metric(), "lost", "mean", "max")
                        .values(
                                run.metric(),
                                LoadImbalance.percentileNames().toArray(String[]::new))
                        .total(run.total())
                        .text("compared", imbalance.places().counted())
                        .with(json -> json.name("balanced").value(imbalance.belowFloor()));
        return data.with(
                json -> {
                    json.name("slow");
                    if (workload.isPresent()) workload.get().table().toJson(json);
                    else json.nullValue();
                });
    }

    private static void print(
            RunOptions.Run run, LoadImbalance imbalance, Arguments arguments, Console console) {
        Metric metric = run.metric();
        console.out()
                .println(
                        "imbalance of %s among %s%s%s\n"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        imbalance.places().counted(),
                                        run.repetitionsText(),
                                        run.partText()));
        if (arguments.has(VERBOSE))
            printVerbose(run.profile(), metric, imbalance, Sheet.top(arguments), console);
        else
            printTable(
                    metric,
                    imbalance,
                    RowOrder.sorted(imbalance.table(), arguments, SORT),
                    Sheet.top(arguments),
                    console);
        if (imbalance.belowFloor() > 0)
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            "%s balanced to %s: not listed"
                                                    .formatted(
                                                            ContextSummary.counted(
                                                                    imbalance.belowFloor(), "node"),
                                                            Quantity.percent(Spread.FLOOR)),
                                            Colour.GREY));
    }

    private static void printTable(
            Metric metric, LoadImbalance imbalance, Table table, int top, Console console) {
        if (table.rows() == 0) {
            boolean measured = imbalance.belowFloor() > 0 || imbalance.hasValues();
            console.out()
                    .println(
                            measured
                                    ? "all nodes are balanced over the whole run"
                                    : "there are no values of " + metric.name());
            return;
        }
        Table shown = table.head(top);
        Column waiting = table.column("waiting");
        boolean wide = console.screen().width() >= WIDE;
        var sheet =
                new Sheet(table, console.screen())
                        .value("lost", "max - mean", metric.unit())
                        .number("imbalance", "max/mean");
        if (wide) sheet.value("mean", "mean", metric.unit()).value("max", "max", metric.unit());
        sheet.text("slowest", "slowest").ranOn(imbalance.places(), top);
        if (shown.filter(row -> waiting.number(row) == 1).rows() > 0)
            sheet.computed("", false, row -> waiting.number(row) == 1 ? "waits" : "");
        sheet.text("path", "call path").print(top, console);
    }

    private static void printVerbose(
            Profile profile, Metric metric, LoadImbalance imbalance, int top, Console console) {
        var quantity = new Quantity(3, console.screen().unicode());
        int[] nodes = Arrays.copyOf(imbalance.nodes(), Math.min(top, imbalance.nodes().length));
        Distribution[] spreads = imbalance.distributions(nodes);
        for (int i = 0; i < nodes.length; i++) {
            int node = nodes[i];
            Distribution spread = spreads[i];
            Moments values = imbalance.spread(node);
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            TextWidth.printable(NodePath.of(profile.tree(), node)),
                                            Colour.BOLD));
            console.out()
                    .println(
                            "  max/mean %s, mean %s, max %s%s%s"
                                    .formatted(
                                            Quantity.decimal(values.imbalance()),
                                            quantity.text(values.mean(), metric.unit()),
                                            quantity.text(values.max(), metric.unit()),
                                            imbalance.isWaiting(node) ? ", waits" : "",
                                            ranOn(imbalance.places(), values)));
            console.out().println("  slowest: " + slowest(imbalance.places(), spread));
            for (String line : Histogram.lines(spread, metric.unit(), console.screen()))
                console.out().println("  " + line);
            if (i < nodes.length - 1) console.out().println();
        }
    }

    private static String ranOn(Places places, Moments values) {
        return values.present() == places.size()
                ? ""
                : ", ran on " + places.counted(values.present());
    }

    private static String slowest(Places places, Distribution spread) {
        return String.join(", ", spread.slowest().stream().mapToObj(places::name).toList());
    }

    private static void printSlow(Workload workload, Metric metric, Console console) {
        Table slow = workload.table();
        if (slow.rows() == 0) return;
        console.out()
                .println(
                        "\nslow %s: they work longer than the mean"
                                .formatted(workload.places().plural()));
        boolean wide = console.screen().width() >= WIDE;
        var sheet = new Sheet(slow, console.screen()).text("place", workload.places().noun());
        if (wide) sheet.value("work", "works", metric.unit());
        sheet.value("excess", "beyond mean", metric.unit());
        if (wide)
            sheet.value("waiting", "waits", metric.unit())
                    .value("others_wait", "others wait more", metric.unit());
        sheet.text("most_at", "most at").print(SLOW_RANKS, console);
    }
}
