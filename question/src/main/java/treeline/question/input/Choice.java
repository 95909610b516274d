package treeline.question.input;

import treeline.aggregate.NestingOfLoops;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Locations;
import treeline.query.QuerySyntaxException;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.select.ContextSelector;
import treeline.select.Items;
import treeline.select.MetricSelector;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.LoopNesting;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The metric, contexts and iterations that the user selected. All questions share this code, so
/// options mean the same everywhere.
///
/// @param metric in the displayed scope, stored or computed
public record Choice(Metric metric, Slice slice) {
    private static final ParameterType<Items> NUMBERS =
            new ParameterType<>("N-M,...", List::of, false, Choice::numbers);

    public static final Parameter<String> CONTEXTS =
            Parameter.of(
                    "contexts",
                    ParameterType.text("SELECTOR"),
                    "select contexts by host, rank, thread, stream and so on, such as"
                            + " 'rank(0-63:8).thread(0)' or 'host(nid00*)'");
    public static final Parameter<Items> RANK =
            Parameter.of(
                            "rank",
                            NUMBERS,
                            "only these ranks, such as 3, 0-7,12, 0-63:8 or, at random, ~64")
                    .letter('r');
    public static final Parameter<Items> THREAD =
            Parameter.of("thread", NUMBERS, "only these threads");
    public static final Parameter<Items> REPETITION =
            Parameter.of("repetition", NUMBERS, "only these repetitions");
    public static final Parameter<Items> ITERATION =
            Parameter.of(
                    "iteration",
                    NUMBERS,
                    "only these iterations of loops recorded with iterations, such as 30-40");

    /// Those that select contexts, in the order of the help.
    public static final List<Parameter<?>> OF_CONTEXTS =
            List.of(CONTEXTS, RANK, THREAD, REPETITION);

    /// In the order of the help.
    public static final List<Parameter<?>> OPTIONS =
            Parameter.all(OF_CONTEXTS, List.of(ITERATION, Between.OPTION));

    private static Items numbers(String text) {
        try {
            return Items.numbers(text);
        } catch (QuerySyntaxException wrong) {
            String problem = wrong.problem();
            String expected = "non-negative numbers, such as 3, 0-7,12 or 0-63:8";
            throw new IllegalArgumentException(
                    problem.startsWith("expected ") ? expected : expected + "; " + problem, wrong);
        }
    }

    /// What a user chose.
    ///
    /// @param named `time`, or `time:exclusive`
    /// @param usual the scope where no metric is named
    public static Choice of(
            Outline outline, Optional<String> named, Scope usual, Arguments arguments) {
        Metric metric =
                MetricSelector.one(outline, named.or(() -> ofDevices(outline, arguments)), usual);
        Slice slice =
                Slice.summed()
                        .withMetrics(scopesOf(outline, metric))
                        .withContexts(contexts(outline, arguments));
        Optional<Items.Range> iterations = arguments.value(ITERATION).map(Choice::oneRange);
        return new Choice(
                metric, iterations.isEmpty() ? slice : slice.withIterations(0, Integer.MAX_VALUE));
    }

    /// Kernels have the time of devices, if the run keeps it apart from that of threads.
    private static Optional<String> ofDevices(Outline outline, Arguments arguments) {
        boolean kernels = arguments.value(RunOptions.ONLY).equals(Optional.of(Only.KERNELS));
        return outline.metrics().stream()
                .map(Metric::name)
                .filter(name -> kernels && name.equals(Metric.DEVICE_TIME))
                .findFirst();
    }

    private static Items.Range oneRange(Items iterations) {
        if (iterations.items().size() == 1
                && iterations.items().getFirst() instanceof Items.Range range
                && range.step() == 1) return range;
        throw new IllegalArgumentException(
                "--iteration %s: expected one range of iterations, such as 30-40"
                        .formatted(iterations));
    }

    /// The step that keeps the iterations that the user chose, if any.
    ///
    /// @param parts with all iterations
    /// @param report of reading them, which may say why there are none
    static List<TransformStep> iterations(
            Arguments arguments, Parts parts, Session session, Supplier<ReadReport> report)
            throws IOException {
        Optional<Items.Range> chosen = arguments.value(ITERATION).map(Choice::oneRange);
        if (chosen.isEmpty()) return List.of();
        LoopNesting nesting =
                parts.evaluate(
                        new NestingOfLoops(
                                limited(chosen.get().first()), limited(chosen.get().last() + 1)),
                        Locations.By.RANK,
                        session);
        Optional<ReadReport.Entry> lost =
                report.get().entries().stream().filter(ReadReport.Entry::lossy).findFirst();
        if (lost.isPresent() && !nesting.hasIterations())
            throw new IllegalArgumentException(
                    "the iterations were lost, if there were any: " + lost.get());
        return List.of(nesting.kept(parts.outline().tree()));
    }

    /// No loop has more iterations; a range may be open.
    private static int limited(long iteration) {
        return iteration < 0 ? Integer.MAX_VALUE : (int) Math.min(iteration, Integer.MAX_VALUE);
    }

    /// What the numbers of a metric are computed from. Inclusive values need nothing else where
    /// they are stored.
    private static Selection scopesOf(Outline outline, Metric metric) {
        List<Metric> metrics = outline.metrics();
        if (metric.scope() == Scope.INCLUSIVE && metrics.contains(metric))
            return Selection.of(metrics.indexOf(metric));
        return named(outline, metric);
    }

    /// A metric in all its scopes.
    public static Selection named(Outline outline, Metric metric) {
        List<Metric> metrics = outline.metrics();
        return Selection.where(metrics.size(), i -> metrics.get(i).name().equals(metric.name()));
    }

    /// The contexts that fulfil all of what the user says of them.
    public static Selection contexts(Outline outline, Arguments arguments) {
        return selector(arguments).of(outline);
    }

    public static ContextSelector selector(Arguments arguments) {
        ContextSelector chosen =
                arguments
                        .value(CONTEXTS)
                        .map(ContextSelector::parse)
                        .orElseGet(ContextSelector::all);
        for (Parameter<Items> part : List.of(RANK, THREAD, REPETITION)) {
            Optional<Items> items = arguments.value(part);
            if (items.isPresent())
                chosen = chosen.and(ContextSelector.of(part.name(), items.get()));
        }
        return chosen;
    }
}
