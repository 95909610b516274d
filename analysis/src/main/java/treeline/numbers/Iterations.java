package treeline.numbers;

import treeline.model.CallTree;
import treeline.model.Doubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What each iteration of a node takes: the mean, smallest and largest over the ranks and their
/// repetitions that did it, threads of a rank added up. NaN where nobody did the iteration.
public record Iterations(Doubles mean, Doubles min, Doubles max) {

    /// The iterations of a node of a profile that was loaded with them.
    ///
    /// @return empty where the node did not keep its iterations
    public static Optional<Iterations> of(Numbers numbers, Scope scope, int node) {
        var sums = new IterationSums();
        measured(Kept.of(numbers, scope), numbers, scope, node)
                .ifPresent(each -> sums.add(each, numbers.ranks().size()));
        return sums.nodes().length == 0 ? Optional.empty() : Optional.of(sums.iterations(node));
    }

    /// What the ranks of a profile measured at a node, iteration by iteration.
    ///
    /// @param byRank in the order of [Numbers#ranks] one series per repetition, threads added up;
    ///   NaN where an iteration did not happen
    public record Measured(int node, List<List<Doubles>> byRank) {
        public Measured {
            byRank = byRank.stream().map(List::copyOf).toList();
        }
    }

    /// Of all nodes that kept their iterations, in the order of the tree.
    public static List<Measured> measured(Numbers numbers, Scope scope) {
        Kept kept = Kept.of(numbers, scope);
        if (!kept.rows.hasSeries()) return List.of();
        List<Measured> all = new ArrayList<>();
        for (int node = 0; node < numbers.tree().size(); node++)
            measured(kept, numbers, scope, node).ifPresent(all::add);
        return all;
    }

    private static Optional<Measured> measured(Kept kept, Numbers numbers, Scope scope, int node) {
        Map<Integer, double[]> byUnit = byUnit(kept, numbers, scope, node);
        if (byUnit.isEmpty()) return Optional.empty();
        int repetitions = numbers.repetitions().length;
        List<List<Doubles>> byRank = new ArrayList<>();
        for (int rank = 0; rank < numbers.ranks().size(); rank++) {
            List<Doubles> units = new ArrayList<>();
            for (int unit = rank * repetitions; unit < (rank + 1) * repetitions; unit++)
                if (byUnit.containsKey(unit)) units.add(Doubles.owning(byUnit.get(unit)));
            byRank.add(units);
        }
        return Optional.of(new Measured(node, byRank));
    }

    /// One series for each rank and repetition.
    private static Map<Integer, double[]> byUnit(
            Kept kept, Numbers numbers, Scope scope, int node) {
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
