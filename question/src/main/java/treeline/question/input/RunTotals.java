package treeline.question.input;

import treeline.aggregate.ReducedRun;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.NodeTotals;
import treeline.numbers.Numbers;
import treeline.numbers.StoredSums;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A run reduced to one value per node and metric: from sums stored in the file if possible, so
/// that no values are read, otherwise from the values.
///
/// @param run without values if stored sums suffice
/// @param totals of the requested metrics
public record RunTotals(RunOptions.Run run, Function<Metric, NodeTotals> totals) {

    /// The options by which such a command chooses: all but those that leave nodes out, because the
    /// values of a run are divided as a whole.
    public static List<Parameter<?>> choosing(RunOptions options, Parameter<?>... own) {
        return Parameter.all(
                List.of(RunOptions.METRIC, RunOptions.OF),
                List.of(own),
                Choice.OPTIONS,
                List.of(options.format(), Explanation.OPTION));
    }

    /// Reads what is needed of an opened run.
    ///
    /// @param main the metric that the answer is about
    /// @param needed all metrics of which values are asked for
    public static RunTotals of(
            Recording recording,
            Metric main,
            Set<Metric> needed,
            Arguments arguments,
            Session session)
            throws IOException {
        Outline outline = recording.source().outline();
        Choice choice =
                Choice.of(outline, Optional.of(main.toString()), Scope.EXCLUSIVE, arguments);
        Set<String> names = needed.stream().map(Metric::name).collect(Collectors.toSet());
        Map<String, NodeTotals> stored =
                isWhole(arguments) ? stored(recording.source(), names) : Map.of();
        Selection metrics =
                Selection.where(
                        outline.metrics().size(),
                        i -> {
                            String name = outline.metrics().get(i).name();
                            return names.contains(name) && !stored.containsKey(name);
                        });
        Slice slice = choice.slice().withMetrics(metrics);
        if (arguments.has(Explanation.OPTION) && names.equals(stored.keySet()))
            throw explained(recording, choice.slice(), names);
        RunOptions.Run run =
                RunOptions.run(
                        recording,
                        choice,
                        slice,
                        Simplification.NONE,
                        Needs.METRIC.in(Scope.EXCLUSIVE),
                        arguments,
                        session);
        Map<String, NodeTotals> loaded = new HashMap<>(stored);
        return new RunTotals(
                run,
                metric ->
                        loaded.computeIfAbsent(
                                metric.name(), _ -> Numbers.of(run.profile(), metric)));
    }

    /// Sums are read metric by metric, each in all its scopes.
    private static Explanation.Explained explained(
            Recording recording, Slice chosen, Set<String> names) throws IOException {
        List<Metric> all = recording.source().outline().metrics();
        Selection metrics = Selection.where(all.size(), i -> names.contains(all.get(i).name()));
        long each = recording.source().sumsBytes();
        int count = metrics.indexes(all.size()).length;
        return Explanation.of(recording, chosen.withMetrics(metrics))
                .fromSums(each == ReadPlan.UNKNOWN ? each : each * count)
                .stop();
    }

    private static boolean isWhole(Arguments arguments) {
        return Choice.OPTIONS.stream().noneMatch(arguments::has)
                && StoredSums.tell(arguments.value(RunOptions.OF, Reduction.MEAN));
    }

    private static Map<String, NodeTotals> stored(ProfileSource source, Set<String> names)
            throws IOException {
        Map<String, NodeTotals> stored = new HashMap<>();
        for (String name : names)
            ReducedRun.stored(source, name).ifPresent(totals -> stored.put(name, totals));
        return stored;
    }
}
