package treeline.trace.pattern;

import treeline.array.Percentiles;
import treeline.model.CallTree;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Iterations of the pattern that most contexts share, compared across these contexts.
///
/// @param patterns one per context with the shared pattern
/// @param others contexts whose calls repeat differently or not at all
public record PatternTable(List<RepeatingPattern> patterns, int others) {
    private static final double NANOS = 1e9;

    public PatternTable {
        patterns = List.copyOf(patterns);
    }

    /// Callees and number of repetitions, which contexts must have in common.
    private record Shape(int caller, List<Integer> nodes, int repetitions) {}

    public static PatternTable of(Outline outline, Traces traces, IntPredicate chosen) {
        CallTree tree = outline.tree();
        Map<Shape, List<RepeatingPattern>> byShape = new LinkedHashMap<>();
        List<RepeatingPattern> found =
                traces.lines().parallelStream()
                        .filter(line -> chosen.test(line.context()))
                        .map(line -> RepeatingPattern.of(tree, line))
                        .flatMap(java.util.Optional::stream)
                        .toList();
        for (RepeatingPattern each : found)
            byShape.computeIfAbsent(
                            new Shape(each.caller(), each.nodes(), each.repetitions()),
                            _ -> new ArrayList<>())
                    .add(each);
        List<RepeatingPattern> most =
                byShape.values().stream()
                        .max(
                                Comparator.<List<RepeatingPattern>>comparingInt(List::size)
                                        .thenComparingLong(PatternTable::nanos))
                        .orElse(List.of());
        long contexts =
                traces.lines().stream()
                        .mapToInt(TraceLine::context)
                        .filter(chosen)
                        .distinct()
                        .count();
        return new PatternTable(most, (int) contexts - most.size());
    }

    private static long nanos(List<RepeatingPattern> patterns) {
        return patterns.stream().mapToLong(each -> each.endNanos() - each.beginNanos()).sum();
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    public int repetitions() {
        return patterns.isEmpty() ? 0 : patterns.getFirst().repetitions();
    }

    private long nanos(int pattern, int iteration) {
        List<Long> bounds = patterns.get(pattern).bounds();
        return bounds.get(iteration + 1) - bounds.get(iteration);
    }

    private double mean(int iteration) {
        double sum = 0;
        for (int p = 0; p < patterns.size(); p++) sum += nanos(p, iteration);
        return sum / patterns.size();
    }

    private int slowest(int iteration) {
        int slowest = 0;
        for (int p = 1; p < patterns.size(); p++)
            if (nanos(p, iteration) > nanos(slowest, iteration)) slowest = p;
        return slowest;
    }

    private long earliest(int iteration) {
        return patterns.stream().mapToLong(each -> each.bounds().get(iteration)).min().orElse(0);
    }

    /// The median over iterations of the mean over contexts, in seconds.
    public double median() {
        double[] means = new double[repetitions()];
        for (int i = 0; i < means.length; i++) means[i] = mean(i) / NANOS;
        return Percentiles.median(means);
    }

    /// One row per iteration in time order: its mean duration over contexts, the slowest context,
    /// and its ratio to the median iteration.
    public Table iterations(Outline outline) {
        List<String> names = ContextNames.of(outline).names();
        int rows = repetitions();
        double median = rows == 0 ? 0 : median();
        return Table.of(
                Column.whole("iteration", rows, i -> i).headed("repetition"),
                Column.seconds("begin", rows, i -> earliest(i)).headed("from"),
                Column.seconds("seconds", rows, i -> mean(i))
                        .headed("mean")
                        .meaning("mean over contexts"),
                Column.seconds("max", rows, i -> nanos(slowest(i), i)),
                Column.text("slowest", rows, i -> names.get(patterns.get(slowest(i)).context())),
                Column.real("ratio", rows, i -> mean(i) / NANOS / median)
                        .headed("of median")
                        .meaning("of the median"));
    }
}
