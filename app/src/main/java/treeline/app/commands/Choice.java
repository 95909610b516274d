package treeline.app.commands;

import treeline.app.cli.Value;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.view.MetricValues;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Which metric and contexts of a recording the user asked for.
///
/// @param contexts the chosen ones, in order
record Choice(Metric metric, List<Context> contexts, Slice slice) {

    /// @param metricName `time`, or `time:exclusive` where a name stands for several metrics
    static Choice of(
            Outline outline,
            Optional<String> metricName,
            Optional<Integer> rank,
            Optional<Integer> repetition) {
        Metric metric = metric(outline.metrics(), metricName);
        rank.ifPresent(index -> require(outline.contexts(), "rank", Context::rank, index));
        repetition.ifPresent(
                index -> require(outline.contexts(), "repetition", Context::repetition, index));
        Selection chosen =
                rank.isEmpty() && repetition.isEmpty()
                        ? Selection.ALL
                        : Selection.where(
                                outline.contexts().size(),
                                i ->
                                        isAsked(outline.contexts().get(i).rank(), rank)
                                                && isAsked(
                                                        outline.contexts().get(i).repetition(),
                                                        repetition));
        Slice slice =
                Slice.summed()
                        .withMetrics(Selection.of(outline.metrics().indexOf(metric)))
                        .withContexts(chosen);
        return new Choice(metric, slice.of(outline).contexts(), slice);
    }

    private static boolean isAsked(int index, Optional<Integer> asked) {
        return asked.isEmpty() || asked.get() == index;
    }

    private static void require(
            List<Context> contexts, String noun, ToIntFunction<Context> part, int index) {
        if (contexts.stream().anyMatch(context -> part.applyAsInt(context) == index)) return;
        OptionalInt last = contexts.stream().mapToInt(part).max();
        throw new IllegalArgumentException(
                last.orElse(Context.NONE) == Context.NONE
                        ? "no %s %d; the profile is not divided into %ss"
                                .formatted(noun, index, noun)
                        : "no %s %d; there are %s".formatted(noun, index, partOf(contexts, noun)));
    }

    private static String partOf(List<Context> contexts, String noun) {
        return ContextSummary.of(contexts).parts().stream()
                .filter(part -> part.noun().equals(noun))
                .map(part -> "%d to %d".formatted(part.first(), part.last()))
                .collect(Collectors.joining());
    }

    /// The metric of a name or, without one, the time.
    static Metric metric(List<Metric> metrics, Optional<String> name) {
        if (metrics.isEmpty()) throw new IllegalArgumentException("the profile has no metrics");
        return name.isEmpty() ? MetricValues.usual(metrics) : metricNamed(metrics, name.get());
    }

    static Metric metricNamed(List<Metric> metrics, String name) {
        return metrics.stream()
                .filter(metric -> isNamed(metric, name))
                .min(Comparator.comparing(Metric::scope))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no metric '%s'; there are %s"
                                                .formatted(name, names(metrics))));
    }

    private static boolean isNamed(Metric metric, String name) {
        return metric.name().equals(name) || fullName(metric).equals(name);
    }

    private static String fullName(Metric metric) {
        return metric.name() + ":" + Value.nameOf(metric.scope());
    }

    private static String names(List<Metric> metrics) {
        return metrics.stream()
                .map(
                        metric ->
                                isOnlyOneOfItsName(metrics, metric)
                                        ? metric.name()
                                        : fullName(metric))
                .collect(Collectors.joining(", "));
    }

    private static boolean isOnlyOneOfItsName(List<Metric> metrics, Metric one) {
        return metrics.stream().filter(metric -> metric.name().equals(one.name())).count() == 1;
    }
}
