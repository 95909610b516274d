package treeline.question.run;

import static treeline.view.ContextSummary.counted;

import treeline.ledger.Library;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.prune.PruneRule;
import treeline.prune.PruneRules;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.prune.TreeCosts;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.Explanation;
import treeline.question.input.PruneOption;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.RunTotals;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// `prune`: the number of nodes that rules remove from a call tree.
public record PruneQuestion(RunOptions options) {
    public static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"), "files, directories or patterns; each is one run");
    public static final Parameter<Boolean> TABLE =
            Parameter.flag(
                    "table",
                    "print the number of remaining nodes for common rules: by threshold for one"
                            + " run, by rank count for several runs");
    private static final Parameter<List<PruneRule>> THRESHOLDS =
            Parameter.of(
                    "thresholds",
                    new ParameterType<>("LIST", List::of, false, PruneQuestion::shares),
                    "thresholds of --table in percent (default: 0.0001,0.001,0.01,0.1,1; for"
                            + " several runs 1)");
    private static final String DEFAULT_SHARES = "0.0001,0.001,0.01,0.1,1";
    private static final String DEFAULT_SHARE = "1";
    private static final PruneRule INSIDE_MPI = PruneRules.inside(Library.MPI);

    public Question question() {
        return new Question(
                        "prune",
                        "prune the call tree by rules; report its size or write the result",
                        Question.Subject.RUNS,
                        List.of(PATHS),
                        List.of(
                                PruneOption.PRUNE,
                                TABLE,
                                THRESHOLDS,
                                RunOptions.METRIC,
                                Between.OPTION,
                                options.format(),
                                Explanation.OPTION),
                        this::answer)
                .example(
                        "treeline prune run.tldb --prune 1%,mpi,functions",
                        "how many nodes remain, and how many each rule removes")
                .example("treeline prune run.tldb --table", "compare thresholds");
    }

    private static List<PruneRule> shares(String list) {
        List<PruneRule> shares = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            String percent = each.strip();
            shares.addAll(PruneRules.parse(percent.endsWith("%") ? percent : percent + "%"));
        }
        return shares;
    }

    /// A run with the node costs that rules need.
    private record Costs(RunOptions.Run run, TreeCosts tree) {
        int ranks() {
            return run.population().ranks();
        }

        String name() {
            String path = TextWidth.printable(run.path());
            return run.time().isEmpty() ? path : "%s, %s".formatted(path, run.time());
        }
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        boolean table = arguments.has(TABLE);
        if (!table && !arguments.has(PruneOption.PRUNE))
            throw new UsageException(
                    "no rules to prune by",
                    "name rules with --prune, or compare common ones with --table");
        if (!table && arguments.has(THRESHOLDS))
            throw new UsageException(
                    "--thresholds requires --table",
                    "give a threshold with --prune, or add --table");
        if (arguments.has(Explanation.OPTION) && arguments.all(PATHS).size() > 1)
            throw new UsageException("--explain accepts one run", "name one of them");
        boolean needsCosts = table || arguments.value(PruneOption.PRUNE).orElseThrow().needsCosts();
        List<Costs> runs = new ArrayList<>();
        for (String path : arguments.all(PATHS))
            runs.add(costs(path, needsCosts, arguments, session));
        if (needsCosts) requireOneMetric(runs);
        if (!table) return rules(runs, arguments);
        return runs.size() == 1 ? shares(runs.getFirst(), arguments) : runs(runs, arguments);
    }

    /// The nodes of the first run that remain after the rules of `--prune`.
    public Pruned pruned(Arguments arguments, Session session) throws IOException {
        Pruning pruning = arguments.value(PruneOption.PRUNE).orElseThrow();
        String path = arguments.all(PATHS).getFirst();
        return pruning.in(costs(path, pruning.needsCosts(), arguments, session).tree);
    }

    private static void requireOneMetric(List<Costs> runs) {
        RunOptions.Run first = runs.getFirst().run;
        for (Costs each : runs)
            if (!each.run.metric().name().equals(first.metric().name()))
                throw new IllegalArgumentException(
                        "percentages refer to %s in %s and to %s in %s; select one metric with --metric"
                                .formatted(
                                        first.metric().name(),
                                        first.path(),
                                        each.run.metric().name(),
                                        each.run.path()));
    }

    private Costs costs(String path, boolean needsCosts, Arguments arguments, Session session)
            throws IOException {
        try (Recording recording = options.open(path, arguments, session)) {
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
            RunTotals read = RunTotals.of(recording, metric, needed, arguments, session);
            return new Costs(
                    read.run(),
                    needsCosts
                            ? TreeCosts.of(outline, read.totals().apply(metric))
                            : TreeCosts.none(outline));
        }
    }

    private static Answer rules(List<Costs> runs, Arguments arguments) {
        Pruning pruning = arguments.value(PruneOption.PRUNE).orElseThrow();
        List<Pruned> pruned = runs.stream().map(each -> pruning.in(each.tree)).toList();
        Answer.Builder answer = answer(runs, rules(runs, pruning, pruned));
        for (int i = 0; i < runs.size(); i++) {
            if (i > 0) answer.heading(runs.get(i).name());
            answer.add(removed(runs.get(i), pruning, pruned.get(i)));
            Table rules = rules(List.of(runs.get(i)), pruning, List.of(pruned.get(i)));
            answer.heading("rules in order of application")
                    .add(
                            Section.of(rules)
                                    .computed(
                                            "removes alone",
                                            true,
                                            (row, _) ->
                                                    Quantity.whole(rules.whole("alone").at(row)))
                                    .computed(
                                            "remaining",
                                            true,
                                            (row, _) -> Quantity.whole(rules.whole("left").at(row)))
                                    .columns("rule")
                                    .all());
        }
        return answer.build();
    }

    private static Statement removed(Costs run, Pruning pruning, Pruned pruned) {
        return Statement.finding(
                "{run}: {left} of {nodes} remain after {rules}, {share} removed{metric}",
                Argument.name(run.name()),
                Argument.count(pruned.size()),
                Argument.name(counted(pruned.before(), "node")),
                Argument.name(pruning.text()),
                Argument.share(1 - (double) pruned.size() / pruned.before()),
                pruning.hasShare()
                        ? Argument.clause(
                                "; percentages refer to {metric}",
                                Argument.name(RunOptions.metricText(run.run.metric())))
                        : Argument.clause());
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

    private static Answer shares(Costs run, Arguments arguments) {
        List<PruneRule> shares = arguments.value(THRESHOLDS, shares(DEFAULT_SHARES));
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
        return answer(List.of(run), rows)
                .title(
                        "%s: columns omit nodes below a share of %s"
                                .formatted(run.name(), RunOptions.metricText(run.run.metric())))
                .add(sizes.sections("remaining nodes", false))
                .build();
    }

    private static Answer runs(List<Costs> given, Arguments arguments) {
        List<Costs> runs = given.stream().sorted(Comparator.comparingInt(Costs::ranks)).toList();
        PruneRule functions = PruneRules.functions();
        List<Pruning> usual =
                new ArrayList<>(
                        List.of(Pruning.of(), Pruning.of(INSIDE_MPI), Pruning.of(functions)));
        List<PruneRule> shares = arguments.value(THRESHOLDS, shares(DEFAULT_SHARE));
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
        return answer(runs, rows)
                .title(
                        "%s; percentages refer to %s"
                                .formatted(
                                        counted(runs.size(), "run"),
                                        RunOptions.metricText(runs.getFirst().run.metric())))
                .add(sizes.sections("remaining nodes", true))
                .build();
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

    private static Answer.Builder answer(List<Costs> runs, Table rows) {
        RunOptions.Run first = runs.getFirst().run;
        var answer = new Answer.Builder("prune", rows);
        if (runs.size() == 1) answer.run("run", first.path(), first.format());
        else answer.with(json -> writeRuns(runs, json));
        ReadReport report = reports(runs);
        return answer.notes(report)
                .metric(first.metric())
                .with(json -> Answer.writeNotes(report, json));
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
