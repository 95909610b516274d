package treeline.question.run;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.IterationSums;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Drift;
import treeline.single.NodePath;
import treeline.source.ReadReport;
import treeline.statement.FindingText;
import treeline.table.JsonWriter;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.transform.NodePredicates;
import treeline.view.LoopIterations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Iterations of loops: their course, the slowest ones with their slowest rank, level shifts and
/// drift.
public record IterationsQuestion(RunOptions options) {
    private static final Operand NODE =
            Operand.maybe(
                    ParameterType.text("CALLPATH"),
                    "a call path, a name or a regular expression (default: every loop)");
    private static final int DEFAULT_TOP = 5;
    private static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "maximum number of slow iterations to list per loop" + " (default: 5)")
                    .letter('n');
    private static final String HOW =
            "Treeline records iterations of events with Loop.EACH, Caliper those of loops in its"
                    + " aggregation key (iteration#NAME) or time series";

    public Question question() {
        return new Question(
                        "iterations",
                        "show which iterations of loops are slow, and on which rank",
                        Question.Subject.ONE_RUN,
                        List.of(RunOptions.PATH, NODE),
                        options.choosingContexts(RunOptions.METRIC, TOP),
                        this::answer)
                .example(
                        "treeline iterations run.tldb",
                        "every loop: time per iteration, slowest iterations, jumps and drift")
                .example(
                        "treeline iterations run.tldb main/step --top 20",
                        "the 20 slowest iterations of one loop")
                .example(
                        "treeline iterations run.tldb 'st.*' --csv",
                        "every iteration of the matching loops, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        var plan = LoopAggregations.ofMetric();
        RunOptions.Run read = options.load(arguments, Needs.SERIES.with(plan), session);
        IterationSums sums = plan.sums(read);
        List<LoopIterations> found = found(read, sums, arguments.maybe(NODE));
        RunOptions.Run run = read.with(unknown(read, sums, arguments.maybe(NODE)));
        CallTree tree = run.profile().tree();
        Locations ranks = LoopAggregations.ranks(run);
        return new Answer.Builder("iterations", () -> table(tree, run.metric(), ranks, found))
                .of(run)
                .with(json -> writeLoops(tree, found, json))
                .title(
                        "%s of each iteration, %s"
                                .formatted(RunOptions.metricText(run.metric()), run.contextsText()))
                .add(new LoopBlocks(run, ranks, arguments.value(TOP, DEFAULT_TOP)).of(found))
                .build();
    }

    private static List<LoopIterations> found(
            RunOptions.Run run, IterationSums sums, Optional<String> node) {
        List<LoopIterations> all = LoopIterations.ofNodes(run.values().simple(), sums);
        CallTree tree = run.profile().tree();
        IntPredicate asked = node.map(text -> asked(tree, text)).orElse(each -> true);
        List<LoopIterations> chosen =
                all.stream()
                        .filter(each -> asked.test(each.node()))
                        .filter(each -> node.isPresent() || each.isLoop())
                        .toList();
        if (chosen.isEmpty()) throw noneOf(run, sums, node);
        return chosen;
    }

    private static IllegalArgumentException noneOf(
            RunOptions.Run run, IterationSums sums, Optional<String> node) {
        List<ReadReport.Entry> unknown = unknown(run, sums, node).entries();
        if (!unknown.isEmpty())
            return new IllegalArgumentException(
                    "%s; %s"
                            .formatted(
                                    unknown.getFirst().reason(),
                                    run.metric().scope() == Scope.EXCLUSIVE
                                            ? "select the inclusive value, or record the callee"
                                                    + " with Loop.EACH"
                                            : "record it with Loop.EACH, or select threads with"
                                                    + " iterations using --thread"));
        return new IllegalArgumentException(
                node.isPresent() && sums.nodes().length > 0
                        ? "%s has no iterations; call paths with iterations: %s"
                                .formatted(node.get(), paths(run.profile().tree(), sums.nodes()))
                        : "%s has no iterations of %s; %s"
                                .formatted(run.path(), run.metric().name(), reason(run.report())));
    }

    /// The nodes that were asked for and kept iterations, but have none in this scope.
    private static ReadReport unknown(
            RunOptions.Run run, IterationSums sums, Optional<String> node) {
        CallTree tree = run.profile().tree();
        IntPredicate asked = node.map(text -> asked(tree, text)).orElse(each -> true);
        var text = new FindingText(run.profile(), run.metric());
        return new ReadReport(
                IntStream.of(sums.unknown())
                        .filter(asked)
                        .mapToObj(
                                each ->
                                        text.unknownIterations(
                                                each, sums.unknown(each).orElseThrow()))
                        .map(reason -> new ReadReport.Entry(reason.text(), 1, "", false))
                        .toList());
    }

    /// Iterations that were not read are not the same as iterations that were not recorded.
    private static String reason(ReadReport report) {
        return report.entries().stream()
                .filter(ReadReport.Entry::lossy)
                .findFirst()
                .map(lost -> "values are missing: " + lost)
                .orElse(HOW);
    }

    /// The node of this path or, where there is none, those of this name, or that match it.
    private static IntPredicate asked(CallTree tree, String text) {
        int[] same =
                IntStream.range(0, tree.size())
                        .filter(node -> NodePath.of(tree, node).equals(text))
                        .toArray();
        return same.length > 0
                ? node -> IntStream.of(same).anyMatch(each -> each == node)
                : NodePredicates.called(tree, text);
    }

    private static String paths(CallTree tree, int[] nodes) {
        List<String> paths =
                new ArrayList<>(
                        IntStream.of(nodes)
                                .limit(8)
                                .mapToObj(each -> NodePath.of(tree, each))
                                .toList());
        if (nodes.length > paths.size())
            paths.add("%d more".formatted(nodes.length - paths.size()));
        return String.join(", ", paths);
    }

    /// A row for each iteration of each node.
    private static Table table(
            CallTree tree, Metric metric, Locations ranks, List<LoopIterations> found) {
        record Row(LoopIterations of, int at) {}
        List<Row> rows =
                found.stream()
                        .flatMap(
                                each ->
                                        IntStream.range(0, each.count())
                                                .mapToObj(at -> new Row(each, at)))
                        .toList();
        var all = Rows.of(rows);
        return Table.of(
                all.text("path", each -> NodePath.of(tree, each.of.node())),
                all.whole("iteration", each -> each.of.number(each.at)),
                all.real("mean", each -> each.of.series().mean().at(each.at)).in(metric),
                all.real("min", each -> each.of.series().min().at(each.at)).in(metric),
                all.real("max", each -> each.of.series().max().at(each.at)).in(metric),
                all.text("slowest", each -> LoopBlocks.slowest(ranks, each.of, each.at)),
                all.real("excess", each -> each.of.excess(each.at))
                        .in(metric)
                        .meaning("slowest rank - mean"));
    }

    private static void writeLoops(CallTree tree, List<LoopIterations> found, JsonWriter json) {
        json.name("loops").array();
        for (LoopIterations each : found) {
            json.object().name("path").value(NodePath.of(tree, each.node()));
            json.name("iterations").value(each.count());
            json.name("mean").value(each.mean());
            Optional<Drift.Loop> drift = each.series().drift();
            json.name("drift").value(drift.map(Drift.Loop::drift).orElse(Double.NaN));
            json.name("p").value(drift.map(Drift.Loop::p).orElse(Double.NaN));
            json.name("levels").array();
            for (Drift.Level level : each.levels()) {
                json.object().name("from").value(level.from());
                json.name("mean").value(level.mean()).end();
            }
            json.end().end();
        }
        json.end();
    }
}
