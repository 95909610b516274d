package treeline.numbers;

import treeline.model.CallTree;
import treeline.model.Doubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// What each iteration of a node takes: the mean, smallest and largest over the ranks and their
/// repetitions that did it, threads of a rank added up. NaN where nobody did the iteration.
public record Iterations(Doubles mean, Doubles min, Doubles max) {

    /// The iterations of a node of a profile that was loaded with them.
    ///
    /// @return empty where the node did not keep its iterations
    public static Optional<Iterations> of(Numbers numbers, Scope scope, int node) {
        Collection<double[]> series = byUnit(numbers, scope, node).values();
        int longest = series.stream().mapToInt(each -> each.length).max().orElse(0);
        if (longest == 0) return Optional.empty();
        double[] mean = nothing(longest);
        double[] min = nothing(longest);
        double[] max = nothing(longest);
        for (int i = 0; i < longest; i++) {
            double[] present = present(i, series);
            if (present.length == 0) continue;
            mean[i] = SparseRows.sumOf(present, 0, present.length) / present.length;
            min[i] = Arrays.stream(present).min().orElseThrow();
            max[i] = Arrays.stream(present).max().orElseThrow();
        }
        return Optional.of(
                new Iterations(Doubles.owning(mean), Doubles.owning(min), Doubles.owning(max)));
    }

    private static double[] nothing(int length) {
        double[] values = new double[length];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    private static double[] present(int i, Collection<double[]> series) {
        return series.stream()
                .filter(each -> i < each.length && !Double.isNaN(each[i]))
                .mapToDouble(each -> each[i])
                .toArray();
    }

    /// What each rank took in each iteration of a node, repetitions averaged; NaN where it did not
    /// do the iteration. Ranks are those of [Numbers#ranks].
    ///
    /// @return empty where the node did not keep its iterations
    public static Optional<List<Doubles>> byRank(Numbers numbers, Scope scope, int node) {
        Map<Integer, double[]> byUnit = byUnit(numbers, scope, node);
        int longest = byUnit.values().stream().mapToInt(each -> each.length).max().orElse(0);
        if (longest == 0) return Optional.empty();
        int repetitions = numbers.repetitions().length;
        return Optional.of(
                IntStream.range(0, numbers.ranks().size())
                        .mapToObj(rank -> averaged(byUnit, rank, repetitions, longest))
                        .toList());
    }

    private static Doubles averaged(
            Map<Integer, double[]> byUnit, int rank, int repetitions, int longest) {
        List<double[]> ofRank =
                IntStream.range(rank * repetitions, (rank + 1) * repetitions)
                        .mapToObj(unit -> byUnit.getOrDefault(unit, new double[0]))
                        .toList();
        double[] mean = nothing(longest);
        for (int i = 0; i < longest; i++) {
            double[] present = present(i, ofRank);
            if (present.length > 0)
                mean[i] = SparseRows.sumOf(present, 0, present.length) / present.length;
        }
        return Doubles.owning(mean);
    }

    /// One series for each rank and repetition.
    private static Map<Integer, double[]> byUnit(Numbers numbers, Scope scope, int node) {
        Kept kept = Kept.of(numbers, scope);
        SparseRows rows = kept.rows;
        int[] units = numbers.units();
        Map<Integer, double[]> byUnit = new HashMap<>();
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (rows.seriesLength(cell) > 0)
                byUnit.merge(
                        units[rows.index(cell)], kept.series(scope, node, cell), Iterations::added);
        return byUnit;
    }

    private static double[] added(double[] a, double[] b) {
        if (a.length < b.length) return added(b, a);
        for (int i = 0; i < b.length; i++) a[i] = ChosenNodes.sum(a[i], b[i]);
        return a;
    }

    /// The column that kept iterations: of the asked scope, if that did.
    private record Kept(CallTree tree, SparseRows rows, Scope scope) {

        static Kept of(Numbers numbers, Scope scope) {
            Profile profile = numbers.profile();
            List<Metric> stored =
                    profile.metrics().stream()
                            .filter(each -> each.name().equals(numbers.metric().name()))
                            .sorted(Comparator.comparing(each -> each.scope() != scope))
                            .toList();
            Metric metric =
                    stored.stream()
                            .filter(each -> profile.column(each).hasSeries())
                            .findFirst()
                            .orElse(stored.getFirst());
            return new Kept(profile.tree(), profile.column(metric).byNode(), metric.scope());
        }

        /// The iterations of one context in the scope that is asked for: the recorded ones, or
        /// these with those below added (exclusive was recorded) or with those of the children
        /// taken away.
        double[] series(Scope asked, int node, int cell) {
            double[] series = rows.series(cell);
            int context = rows.index(cell);
            if (asked == Scope.INCLUSIVE && scope == Scope.EXCLUSIVE)
                for (int below = node + 1; below < tree.subtreeEnd(node); below++)
                    addTo(series, rows, rows.find(below, context), 1);
            else if (asked == Scope.EXCLUSIVE && scope == Scope.INCLUSIVE)
                for (int child : tree.children(node))
                    addTo(series, rows, rows.find(child, context), -1);
            return series;
        }
    }

    private static void addTo(double[] series, SparseRows rows, int cell, int sign) {
        if (cell < 0) return;
        int length = Math.min(series.length, rows.seriesLength(cell));
        for (int i = 0; i < length; i++) {
            double value = rows.iteration(cell, i);
            if (!Double.isNaN(value)) series[i] += sign * value;
        }
    }
}
