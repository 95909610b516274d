package treeline.app.commands.input;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Suggestion;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.KeptIterations;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Which metric, contexts and iterations of a recording the user asked for. All commands choose
/// here, so that the same words mean the same everywhere.
///
/// @param metric in the scope that is shown, stored or not
public record Choice(Metric metric, Slice slice) {
    public static final Option<Ranges> RANK =
            Option.of("rank", Ranges.VALUE, "only these ranks, such as 3 or 0-7,12").letter('r');
    public static final Option<Ranges> THREAD =
            Option.of("thread", Ranges.VALUE, "only these threads");
    public static final Option<Ranges> REPETITION =
            Option.of("repetition", Ranges.VALUE, "only these repetitions");
    public static final Option<Ranges> ITERATION =
            Option.of(
                    "iteration",
                    Ranges.VALUE,
                    "only these iterations of loops that kept them, such as 30-40");

    /// In the order of the help.
    public static final List<Option<?>> OPTIONS = List.of(RANK, THREAD, REPETITION, ITERATION);

    /// What a user chose.
    ///
    /// @param named `time`, or `time:exclusive`
    /// @param usual the scope where no metric is named
    public static Choice of(
            Outline outline, Optional<String> named, Scope usual, Arguments arguments) {
        Metric metric = metric(outline, named, usual);
        Slice slice =
                Slice.summed()
                        .withMetrics(scopesOf(outline, metric))
                        .withContexts(contexts(outline.contexts(), arguments));
        Optional<Ranges> iterations = arguments.value(ITERATION);
        if (iterations.isPresent() && iterations.get().ranges().size() > 1)
            throw new IllegalArgumentException(
                    "--iteration %s: one range of iterations, such as 30-40"
                            .formatted(iterations.get()));
        return new Choice(
                metric, iterations.isEmpty() ? slice : slice.withIterations(0, Integer.MAX_VALUE));
    }

    /// What was loaded, cut down to the iterations that the user chose.
    ///
    /// @param report of loading it, which may say why there are no iterations
    public static Profile chosenIterations(Profile loaded, Arguments arguments, ReadReport report) {
        Optional<Ranges> chosen = arguments.value(ITERATION);
        if (chosen.isEmpty()) return loaded;
        Optional<ReadReport.Entry> lost =
                report.entries().stream().filter(ReadReport.Entry::lossy).findFirst();
        if (lost.isPresent() && !hasIterations(loaded))
            throw new IllegalArgumentException(
                    "the iterations were lost, if there were any: " + lost.get());
        int last = chosen.get().last();
        return KeptIterations.only(
                loaded,
                chosen.get().first(),
                last == Integer.MAX_VALUE ? Integer.MAX_VALUE : last + 1);
    }

    private static boolean hasIterations(Profile profile) {
        for (int metric = 0; metric < profile.metrics().size(); metric++)
            if (profile.values().column(metric).hasSeries()) return true;
        return false;
    }

    /// A name without a scope is inclusive everywhere, but for how often nodes ran. Without a name
    /// it is the time, in the scope that a command is about.
    private static Metric metric(Outline outline, Optional<String> named, Scope usual) {
        Metric metric = named.map(name -> called(outline, name)).orElseGet(outline::usualMetric);
        if (!metric.addsUp()) return metric;
        if (named.isEmpty()) return metric.in(usual);
        boolean scoped = !metric.name().equals(named.get());
        return scoped
                ? metric
                : metric.in(metric.countsCalls() ? Scope.EXCLUSIVE : Scope.INCLUSIVE);
    }

    private static Metric called(Outline outline, String name) {
        try {
            return outline.metric(name);
        } catch (IllegalArgumentException unknown) {
            List<String> names = outline.metrics().stream().map(Metric::name).toList();
            throw new IllegalArgumentException(
                    unknown.getMessage() + Suggestion.among(names, name), unknown);
        }
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

    public static Selection contexts(List<Context> contexts, Arguments arguments) {
        Optional<Ranges> rank = arguments.value(RANK);
        Optional<Ranges> thread = arguments.value(THREAD);
        Optional<Ranges> repetition = arguments.value(REPETITION);
        rank.ifPresent(chosen -> require(contexts, "rank", Context::rank, chosen));
        thread.ifPresent(chosen -> require(contexts, "thread", Context::thread, chosen));
        repetition.ifPresent(
                chosen -> require(contexts, "repetition", Context::repetition, chosen));
        if (rank.isEmpty() && thread.isEmpty() && repetition.isEmpty()) return Selection.ALL;
        Selection chosen =
                Selection.where(
                        contexts.size(),
                        i ->
                                isAsked(contexts.get(i).rank(), rank)
                                        && isAsked(contexts.get(i).thread(), thread)
                                        && isAsked(contexts.get(i).repetition(), repetition));
        if (!chosen.intersects(0, contexts.size()))
            throw new IllegalArgumentException(
                    "no context has all of the chosen ranks, threads and repetitions");
        return chosen;
    }

    private static boolean isAsked(int index, Optional<Ranges> asked) {
        return asked.isEmpty() || asked.get().contains(index);
    }

    /// Every range must choose something, so that nothing is left out without a word.
    private static void require(
            List<Context> contexts, String noun, ToIntFunction<Context> part, Ranges chosen) {
        for (Ranges.Range range : chosen.ranges()) {
            boolean there =
                    contexts.stream()
                            .mapToInt(part)
                            .anyMatch(each -> each >= range.first() && each <= range.last());
            if (there) continue;
            String text = new Ranges(List.of(range)).toString();
            throw new IllegalArgumentException(
                    contexts.stream().mapToInt(part).allMatch(each -> each == Context.NONE)
                            ? "no %s %s; the profile is not divided into %ss"
                                    .formatted(noun, text, noun)
                            : "no %s %s; there are %s"
                                    .formatted(noun, text, partOf(contexts, noun)));
        }
    }

    private static String partOf(List<Context> contexts, String noun) {
        return ContextSummary.of(contexts).parts().stream()
                .filter(part -> part.noun().equals(noun))
                .map(part -> "%d to %d".formatted(part.first(), part.last()))
                .collect(Collectors.joining());
    }
}
