package treeline.question.run;

import treeline.figure.FigureOptions;
import treeline.figure.RanksFigure;
import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.pattern.UserPattern;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Call;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.Recording;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.statement.Argument;
import treeline.statement.FindingText;
import treeline.statement.Sentence;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.IterationImbalance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Load imbalance: the time that each node loses to its slowest rank, and the ranks that compute
/// longer than the others.
public record ImbalanceQuestion(RunOptions options) {

    public static final Parameter<Locations.By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Locations.By.class),
                    "what to compare (default: ranks; threads if there is one rank only)");
    public static final Parameter<Threshold> THRESHOLD =
            Parameter.of(
                            "threshold",
                            new ParameterType<>(
                                    "SIZE", List::of, false, ImbalanceQuestion::threshold),
                            "omit nodes whose slowest rank is below a threshold: a percentage of"
                                + " the largest maximum, or a value in the metric's unit; 0% also"
                                + " lists balanced nodes (default: 1%; 0% with --paths)")
                    .letter('t');
    private static final Parameter<Boolean> VERBOSE =
            Parameter.flag("verbose", "slowest ranks, percentiles and histogram of each node")
                    .letter('v');

    private static final Parameter<String> SORT =
            RowOrder.by(
                    "lost time, computation before waiting",
                    "lost",
                    "imbalance",
                    "mean",
                    "max",
                    "path");

    /// As many slow ranks as fit below a table of nodes.
    private static final int SLOW_RANKS = 5;

    /// Narrower screens have room for the loss, but not for mean and maximum.
    private static final int WIDE = 80;

    public Question question() {
        return Question.ofRun(
                        "imbalance",
                        "find nodes with load imbalance, and the slow ranks",
                        options.choosing(
                                RunOptions.EXCLUSIVE,
                                BY,
                                THRESHOLD,
                                RunOptions.WAITING,
                                VERBOSE,
                                SampledRanks.SAMPLE,
                                SampledRanks.SEED,
                                SORT,
                                RowLimit.TOP),
                        this::answer)
                .example("treeline imbalance run.tldb", "maximum over mean, by node")
                .example(
                        "treeline imbalance run.tldb --verbose --top 3",
                        "distribution over ranks of the three nodes with the largest loss")
                .example(
                        "treeline imbalance run.tldb --sample 1%",
                        "from a random sample of 1 % of the ranks")
                .example(
                        "treeline imbalance run.tldb --threshold 0.5 --csv",
                        "all nodes with a rank of at least half a second, as CSV");
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

    /// The threshold that the user set. The default omits small and balanced nodes, except if the
    /// user selected nodes.
    public static Threshold threshold(Arguments arguments) {
        return arguments.value(
                THRESHOLD,
                RunOptions.selectsNodes(arguments) ? Threshold.none() : LoadImbalance.DEFAULT);
    }

    /// The locations that are compared.
    public static Locations places(Outline outline, Arguments arguments) {
        return Locations.compared(outline, arguments.value(BY), arguments.one(RunOptions.PATH));
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        if (arguments.has(SampledRanks.SAMPLE)) return sampled(arguments, session);
        if (arguments.has(SampledRanks.SEED))
            throw new IllegalArgumentException("--seed is for --sample");
        List<UserPattern> waiting = arguments.all(RunOptions.WAITING);
        var plan = new ImbalanceAggregations(outline -> places(outline, arguments), waiting);
        RunOptions.Run run = load(arguments, plan, session);
        ImbalanceAggregations.Answers answers = plan.answers(run, session);
        LoadImbalance imbalance = answers.imbalance(threshold(arguments));
        Optional<Workload> workload = run.isPart() ? Optional.empty() : answers.workload();
        Answer.Builder answer = answer(run, imbalance, workload, arguments);
        addNodes(run, imbalance, arguments, answer);
        if (imbalance.nodes().length > 0)
            answer.figure(
                    () ->
                            RanksFigure.of(
                                    imbalance,
                                    run.profile().tree(),
                                    run.partText(),
                                    FigureOptions.defaults()));
        else if (workload.isPresent())
            withinIterations(arguments, waiting, session).ifPresent(answer::add);
        workload.filter(each -> !each.slow().isEmpty())
                .ifPresent(each -> addSlow(each, run.metric(), answer));
        return answer.build();
    }

    private RunOptions.Run load(Arguments arguments, ImbalanceAggregations plan, Session session)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, session)) {
            RunOptions.Run run =
                    RunOptions.load(
                            recording,
                            arguments,
                            Needs.SCOPES.in(Scope.EXCLUSIVE).with(plan),
                            session);
            return HostTimeNote.on(run, recording.source().outline(), arguments);
        }
    }

    private Answer sampled(Arguments arguments, Session session) throws IOException {
        if (arguments.has(VERBOSE) || arguments.value(BY, Locations.By.RANK) != Locations.By.RANK)
            throw new IllegalArgumentException(
                    "--sample compares ranks, without histograms; for threads or hosts, or with"
                            + " --verbose, select random ranks with --rank ~256");
        return SampledRanks.answer(
                options,
                arguments,
                threshold(arguments),
                table -> RowOrder.sorted(table, arguments, SORT),
                session);
    }

    private static Answer.Builder answer(
            RunOptions.Run run,
            LoadImbalance imbalance,
            Optional<Workload> workload,
            Arguments arguments) {
        return new Answer.Builder("imbalance", () -> table(imbalance, arguments))
                .of(run)
                .total(run.total())
                .text("compared", imbalance.places().counted())
                .with(json -> json.name("balanced").value(imbalance.belowFloor()))
                .with(
                        json -> {
                            json.name("slow");
                            if (workload.isPresent()) workload.get().table().toJson(json);
                            else json.nullValue();
                        })
                .title(
                        "imbalance of %s among %s%s%s"
                                .formatted(
                                        RunOptions.metricText(run.metric()),
                                        imbalance.places().counted(),
                                        run.combinedText(imbalance.places()),
                                        run.partText()));
    }

    private static Table table(LoadImbalance imbalance, Arguments arguments) {
        Table all = arguments.has(VERBOSE) ? imbalance.verboseTable() : imbalance.table();
        return RowLimit.forPrograms(RowOrder.sorted(all, arguments, SORT), arguments);
    }

    private static void addNodes(
            RunOptions.Run run,
            LoadImbalance imbalance,
            Arguments arguments,
            Answer.Builder answer) {
        int top = RowLimit.top(arguments);
        if (arguments.has(VERBOSE))
            answer.add(NodeHistograms.of(run.profile().tree(), imbalance, top));
        else answer.add(nodes(run.metric(), imbalance, arguments, top));
        if (imbalance.belowFloor() > 0)
            answer.add(
                    Statement.omission(
                            "{count} {nodes} balanced to {limit}: not listed",
                            Argument.count(imbalance.belowFloor()),
                            Argument.name(imbalance.belowFloor() == 1 ? "node" : "nodes"),
                            Argument.share(Moments.FLOOR)));
    }

    private static Block nodes(
            Metric metric, LoadImbalance imbalance, Arguments arguments, int top) {
        Table table = RowOrder.sorted(imbalance.table(), arguments, SORT);
        if (table.rows() > 0) return section(table, imbalance.places(), top);
        return imbalance.belowFloor() > 0 || imbalance.hasValues()
                ? Statement.verdict("all nodes are balanced over the whole run")
                : Statement.finding(
                        "there are no values of {metric}", Argument.name(metric.name()));
    }

    private static Section section(Table table, Locations places, int top) {
        Column waiting = table.column("waiting");
        var section =
                Section.of(table)
                        .columns("lost", "imbalance")
                        .onScreensFrom(WIDE)
                        .columns("mean", "max")
                        .onScreensFrom(0)
                        .columns("slowest")
                        .ranOn(places, top);
        if (table.head(top).filter(row -> waiting.number(row) == 1).rows() > 0)
            section.computed("", false, (row, _) -> waiting.number(row) == 1 ? "waits" : "");
        return section.columns("path").top(top);
    }

    /// Ranks that are balanced over the whole run may be slow in turn.
    private Optional<Statement> withinIterations(
            Arguments arguments, List<UserPattern> waiting, Session session) throws IOException {
        var plan = LoopAggregations.exclusive();
        RunOptions.Run run =
                options.load(arguments, Needs.SERIES.in(Scope.EXCLUSIVE).with(plan), session);
        Accounts accounts = Accounts.of(run.values().simple(), waiting);
        var iterations = new Call("iterations", List.of(run.path()));
        return IterationImbalance.of(plan.loops(run), accounts)
                .map(
                        found ->
                                Statement.finding(
                                                "ranks differ within iterations at {path}: the"
                                                    + " slowest of each takes {longer} longer than"
                                                    + " the mean; see '{command}'",
                                                Argument.path(
                                                        NodePath.of(
                                                                run.profile().tree(),
                                                                found.node())),
                                                Argument.share(found.lost() / found.mean()),
                                                Argument.name(iterations.command()))
                                        .followedBy(iterations));
    }

    private static void addSlow(Workload workload, Metric metric, Answer.Builder answer) {
        boolean threads = workload.hasThreads();
        String noun = workload.places().plural();
        answer.heading(
                        threads
                                ? "slow %s: critical threads that compute longer than the mean"
                                        .formatted(noun)
                                : "slow %s: computation longer than the mean".formatted(noun))
                .add(
                        Section.of(workload.table())
                                .columns(columns(workload))
                                .onScreensFrom(WIDE)
                                .columns("work")
                                .onScreensFrom(0)
                                .columns("excess")
                                .onScreensFrom(WIDE)
                                .columns("waiting", "others_wait")
                                .onScreensFrom(0)
                                .columns("most_at")
                                .top(SLOW_RANKS))
                .add(slowest(workload, metric));
    }

    /// The name of a rank is part of the name of its threads; that of a host is not.
    private static String[] columns(Workload workload) {
        if (!workload.hasThreads()) return new String[] {"place"};
        return workload.places().by() == Locations.By.HOST
                ? new String[] {"place", "thread"}
                : new String[] {"thread"};
    }

    /// The slowest rank as a sentence.
    private static Statement slowest(Workload workload, Metric metric) {
        Workload.Slow slow = workload.slow().getFirst();
        Locations places = workload.places();
        boolean time = metric.unit().dimension() == Unit.Dimension.TIME;
        var template =
                new StringBuilder(
                        time
                                ? "{place} computes {excess} longer than the mean"
                                : "{place} has {excess} more than the mean");
        List<Argument> arguments = new ArrayList<>();
        arguments.add(Argument.name(workload.worker(slow.place())));
        arguments.add(Argument.amount(slow.excess(), metric.unit()));
        if (slow.worst() >= 0) {
            template.append(FindingText.worstPart(slow));
            if (!slow.isMostlyAtWorst())
                arguments.add(Argument.amount(slow.worstExcess(), metric.unit()));
            arguments.add(Argument.path(workload.path(slow.worst())));
        }
        if (time && slow.othersWait() > 0) {
            template.append("; the other {places} wait {more} longer");
            arguments.add(Argument.name(places.plural()));
            arguments.add(Argument.amount(slow.othersWait(), metric.unit()));
        }
        return new Statement(Statement.Kind.FINDING, new Sentence(template.toString(), arguments));
    }
}
