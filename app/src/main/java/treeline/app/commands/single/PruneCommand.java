package treeline.app.commands.single;

import static treeline.view.ContextSummary.counted;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.ProfileFile;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Library;
import treeline.prune.PruneRule;
import treeline.prune.PruneRules;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.prune.TreeCosts;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.Explanation;
import treeline.question.input.PruneOption;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.RunTotals;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// `treeline prune`: how small rules make the call tree, before anybody waits for its values.
public final class PruneCommand {
    private static final Operand PATHS =
            Operand.some(ParameterType.file("PATH"), "files, directories or patterns, a run each");
    private static final Parameter<Boolean> TABLE =
            Parameter.flag(
                    "table",
                    "how many nodes stay by usual rules: of one run by share of the total, of"
                            + " several by number of ranks");
    private static final Parameter<List<PruneRule>> THRESHOLDS =
            Parameter.of(
                    "thresholds",
                    new ParameterType<>("LIST", List::of, false, PruneCommand::shares),
                    "shares of --table in percent (default: 0.0001,0.001,0.01,0.1,1; of several"
                            + " runs 1)");
    private static final String USUAL_SHARES = "0.0001,0.001,0.01,0.1,1";
    private static final String USUAL_SHARE = "1";
    private static final PruneRule INSIDE_MPI = PruneRules.inside(Library.MPI);
    private static final int ALL = Integer.MAX_VALUE;

    private final Supplier<Formats> formats;
    private final RunOptions options;

    public PruneCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "prune",
                "say how small rules make the call tree, and write it",
                List.of(PATHS),
                List.of(
                        PruneOption.PRUNE,
                        TABLE,
                        THRESHOLDS,
                        RunOptions.METRIC,
                        Between.OPTION,
                        PrunedFile.OUTPUT,
                        ProfileFile.FORCE,
                        options.format(),
                        Explanation.OPTION,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline prune run.tldb --prune 1%,mpi,functions",
                                "how many nodes stay, and what each rule leaves out"),
                        new Command.Example(
                                "treeline prune run.tldb --prune 1%,mpi -o pruned.tldb",
                                "the run with the small call tree, as a file"),
                        new Command.Example(
                                "treeline prune run.tldb --table", "which share is a good one")),
                this::run);
    }

    private static List<PruneRule> shares(String list) {
        List<PruneRule> shares = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            String percent = each.strip();
            shares.addAll(PruneRules.parse(percent.endsWith("%") ? percent : percent + "%"));
        }
        return shares;
    }

    /// A run, with what its nodes cost where rules ask for it.
    private record Costs(RunOptions.Run run, TreeCosts tree) {
        int ranks() {
            return run.population().ranks();
        }

        String name() {
            String path = TextWidth.printable(run.path());
            return run.time().isEmpty() ? path : "%s, %s".formatted(path, run.time());
        }
    }

    private int run(Arguments arguments, Console console) throws IOException {
        boolean table = arguments.has(TABLE);
        if (!table && !arguments.has(PruneOption.PRUNE))
            throw new UsageException(
                    "nothing says what to leave out",
                    "name rules by --prune, or compare the usual ones by --table");
        if (!table && arguments.has(THRESHOLDS))
            throw new UsageException(
                    "--thresholds are those of --table", "name a share by --prune, or add --table");
        if (arguments.has(Explanation.OPTION) && arguments.all(PATHS).size() > 1)
            throw new UsageException("--explain is about one run", "name one of them");
        Optional<PrunedFile> file = file(arguments);
        boolean needsCosts = table || arguments.value(PruneOption.PRUNE).orElseThrow().needsCosts();
        List<Costs> runs = new ArrayList<>();
        for (String path : arguments.all(PATHS))
            runs.add(costs(path, needsCosts, arguments, console));
        if (needsCosts) requireOneMetric(runs);
        if (!table) printRules(runs, file, arguments, console);
        else if (runs.size() == 1) printShares(runs.getFirst(), arguments, console);
        else printRuns(runs, arguments, console);
        return ExitCode.SUCCESS;
    }

    private Optional<PrunedFile> file(Arguments arguments) throws IOException {
        if (!arguments.has(PrunedFile.OUTPUT)) {
            if (arguments.has(ProfileFile.FORCE))
                throw new UsageException("--force is for --output", "name a file to write by -o");
            return Optional.empty();
        }
        if (arguments.has(TABLE) || arguments.all(PATHS).size() > 1)
            throw new UsageException(
                    "--output is about one run and its --prune",
                    "write run by run, without --table");
        return Optional.of(PrunedFile.of(formats.get(), arguments));
    }

    private static void requireOneMetric(List<Costs> runs) {
        RunOptions.Run first = runs.getFirst().run;
        for (Costs each : runs)
            if (!each.run.metric().name().equals(first.metric().name()))
                throw new IllegalArgumentException(
                        "shares are of %s in %s and of %s in %s; choose one by --metric"
                                .formatted(
                                        first.metric().name(),
                                        first.path(),
                                        each.run.metric().name(),
                                        each.run.path()));
    }

    private Costs costs(String path, boolean needsCosts, Arguments arguments, Console console)
            throws IOException {
        try (Recording recording = options.open(path, arguments, console)) {
            var outline = recording.source().outline();
            if (outline.tree().size() == 0)
                throw new IllegalArgumentException(path + " has no call paths");
            Metric metric =
                    Choice.of(
                                    outline,
                                    arguments.value(RunOptions.METRIC),
                                    Scope.INCLUSIVE,
                                    arguments)
                            .metric();
            Set<Metric> needed = needsCosts ? Set.of(metric) : Set.of();
            RunTotals read = RunTotals.of(path, recording, metric, needed, arguments, console);
            return new Costs(
                    read.run(),
                    needsCosts
                            ? TreeCosts.of(outline, read.totals().apply(metric))
                            : TreeCosts.none(outline));
        }
    }

    private void printRules(
            List<Costs> runs, Optional<PrunedFile> file, Arguments arguments, Console console)
            throws IOException {
        Pruning pruning = arguments.value(PruneOption.PRUNE).orElseThrow();
        List<Pruned> pruned = runs.stream().map(each -> pruning.in(each.tree)).toList();
        boolean asData = wrote(runs, rules(runs, pruning, pruned), arguments, console);
        for (int i = 0; i < runs.size() && !asData; i++) {
            if (i > 0) console.out().println();
            printRules(runs.get(i), pruning, pruned.get(i), console);
        }
        if (file.isEmpty()) return;
        String path = runs.getFirst().run.path();
        try (Recording recording = options.open(path, arguments, console)) {
            file.get().write(recording, pruning, pruned.getFirst(), arguments, console);
        }
    }

    private static void printRules(Costs run, Pruning pruning, Pruned pruned, Console console) {
        Notes.print(run.run.report(), console);
        String shares =
                pruning.hasShare()
                        ? "; shares are of %s".formatted(RunOptions.metricText(run.run.metric()))
                        : "";
        console.out()
                .println(
                        "%s: %s of %s after %s, %s removed%s\n"
                                .formatted(
                                        run.name(),
                                        Quantity.whole(pruned.size()),
                                        counted(pruned.before(), "node"),
                                        pruning.text(),
                                        Quantity.percent(
                                                1 - (double) pruned.size() / pruned.before()),
                                        shares));
        Table rules = rules(List.of(run), pruning, List.of(pruned));
        new Sheet(rules, console.screen())
                .computed(
                        "removes alone", true, row -> Quantity.whole(rules.whole("alone").at(row)))
                .computed("stay after it", true, row -> Quantity.whole(rules.whole("left").at(row)))
                .text("rule", "rule")
                .print(ALL, console);
    }

    /// One row for each run and rule, in the order of the user.
    private static Table rules(List<Costs> runs, Pruning pruning, List<Pruned> pruned) {
        int rules = pruning.rules().size();
        int rows = runs.size() * rules;
        IntStream all = IntStream.range(0, rows);
        return Table.of(names(all.mapToObj(row -> runs.get(row / rules)).toList()))
                .with(
                        Column.text(
                                "rule",
                                IntStream.range(0, rows)
                                        .mapToObj(row -> pruning.rules().get(row % rules).text())
                                        .toList()))
                .with(Column.whole("nodes", rows, row -> pruned.get(row / rules).before()))
                .with(
                        Column.whole(
                                "alone", rows, row -> pruned.get(row / rules).alone(row % rules)))
                .with(Column.whole("left", rows, row -> pruned.get(row / rules).left(row % rules)));
    }

    /// The usual rules, and those of the user.
    private static List<Pruning> rows(List<Pruning> usual, Arguments arguments) {
        List<Pruning> rows = new ArrayList<>(usual);
        arguments.value(PruneOption.PRUNE).ifPresent(rows::add);
        return rows;
    }

    private static void printShares(Costs run, Arguments arguments, Console console)
            throws IOException {
        List<PruneRule> shares = arguments.value(THRESHOLDS, shares(USUAL_SHARES));
        PruneRule functions = PruneRules.functions();
        var sizes =
                PrunedSizes.ofShares(
                        run.tree,
                        shares,
                        rows(
                                List.of(
                                        Pruning.of(),
                                        Pruning.of(INSIDE_MPI),
                                        Pruning.of(functions),
                                        Pruning.of(INSIDE_MPI, functions)),
                                arguments));
        Table rows =
                sizes.table(
                        of ->
                                List.of(
                                        Column.text(
                                                "threshold",
                                                Arrays.stream(of)
                                                        .mapToObj(sizes.columns()::get)
                                                        .toList())));
        if (wrote(List.of(run), rows, arguments, console)) return;
        Notes.print(run.run.report(), console);
        console.out()
                .println(
                        "%s: columns leave out what is below a share of %s\n"
                                .formatted(run.name(), RunOptions.metricText(run.run.metric())));
        sizes.print("nodes that stay", false, console);
    }

    private static void printRuns(List<Costs> given, Arguments arguments, Console console)
            throws IOException {
        List<Costs> runs = given.stream().sorted(Comparator.comparingInt(Costs::ranks)).toList();
        PruneRule functions = PruneRules.functions();
        List<Pruning> usual =
                new ArrayList<>(
                        List.of(Pruning.of(), Pruning.of(INSIDE_MPI), Pruning.of(functions)));
        List<PruneRule> shares = arguments.value(THRESHOLDS, shares(USUAL_SHARE));
        for (PruneRule share : shares) usual.add(Pruning.of(share));
        for (PruneRule share : shares) usual.add(Pruning.of(INSIDE_MPI, functions, share));
        boolean byRanks = runs.stream().mapToInt(Costs::ranks).distinct().count() == runs.size();
        var sizes =
                PrunedSizes.ofRuns(
                        runs.stream()
                                .map(each -> byRanks ? counted(each.ranks(), "rank") : each.name())
                                .toList(),
                        runs.stream().map(Costs::tree).toList(),
                        rows(usual, arguments));
        Table rows = sizes.table(of -> names(Arrays.stream(of).mapToObj(runs::get).toList()));
        if (wrote(runs, rows, arguments, console)) return;
        Notes.print(reports(runs), console);
        console.out()
                .println(
                        "%s; shares are of %s\n"
                                .formatted(
                                        counted(runs.size(), "run"),
                                        RunOptions.metricText(runs.getFirst().run.metric())));
        sizes.print("nodes that stay", true, console);
    }

    private static List<Column> names(List<Costs> ofRows) {
        return List.of(
                Column.text("run", ofRows.stream().map(each -> each.run.path()).toList()),
                Column.whole("ranks", ofRows.size(), row -> ofRows.get(row).ranks()));
    }

    private static ReadReport reports(List<Costs> runs) {
        if (runs.size() == 1) return runs.getFirst().run.report();
        return runs.stream()
                .map(each -> each.run.report().inFile(each.run.path()))
                .reduce(ReadReport::and)
                .orElseThrow();
    }

    /// Whether the user asked for data instead of text; then it has been printed.
    private static boolean wrote(List<Costs> runs, Table rows, Arguments arguments, Console console)
            throws IOException {
        RunOptions.Run first = runs.getFirst().run;
        var answer = new DataAnswer("prune", rows);
        if (runs.size() == 1) answer.run("run", first);
        else answer.with(json -> writeRuns(runs, json));
        answer.metric(first.metric()).with(json -> Notes.write(reports(runs), json));
        if (!answer.wrote(arguments, console)) return false;
        if (runs.size() > 1) Notes.warn(reports(runs), console);
        return true;
    }

    private static void writeRuns(List<Costs> runs, JsonWriter json) {
        json.name("runs").array();
        for (Costs each : runs) {
            json.object().name("path").value(each.run.path());
            json.name("format").value(each.run.format()).end();
        }
        json.end();
    }
}
