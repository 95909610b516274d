package treeline.numbers;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.transform.CellIterations;
import treeline.transform.ScopedIterations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The mean, minimum and maximum of each iteration of a node, over the ranks and repetitions that
/// ran the iteration; threads of a rank are added up. NaN if no rank ran the iteration.
///
/// @param first the iteration number of the first values: the first iteration that ran
public record Iterations(
        int first, ImmutableDoubles mean, ImmutableDoubles min, ImmutableDoubles max) {

    /// The iterations of a node of a profile that was loaded with them.
    ///
    /// @return empty if the node kept no iterations, or if they are unknown in this scope; see
    ///   [#unknown]
    public static Optional<Iterations> of(Numbers numbers, Scope scope, int node) {
        IterationSums sums = sums(numbers, scope, node);
        return sums.nodes().length == 0 ? Optional.empty() : Optional.of(sums.iterations(node));
    }

    /// Why a node that kept iterations has none in this scope; empty if it has, or kept none.
    public static Optional<CellIterations.Unknown> unknown(Numbers numbers, Scope scope, int node) {
        return sums(numbers, scope, node).unknown(node);
    }

    private static IterationSums sums(Numbers numbers, Scope scope, int node) {
        var sums = new IterationSums();
        measured(ScopedIterations.of(numbers.profile(), numbers.metric(), scope), numbers, node)
                .ifPresent(each -> sums.add(List.of(each), rank -> rank));
        return sums;
    }

    /// The iteration series of the ranks of a profile at one node.
    ///
    /// @param first the iteration number of the first value of each series
    /// @param byRank one series per repetition, in the order of [Numbers#ranks]; threads are
    ///   summed; NaN if an iteration did not run
    /// @param unknown why the iterations of a rank cannot be determined
    public record Measured(
            int node,
            int first,
            List<List<ImmutableDoubles>> byRank,
            Optional<CellIterations.Unknown> unknown) {
        public Measured {
            byRank = byRank.stream().map(List::copyOf).toList();
        }
    }

    /// All nodes that kept iterations, in the order of the tree.
    public static List<Measured> measured(Numbers numbers, Scope scope) {
        var kept = ScopedIterations.of(numbers.profile(), numbers.metric(), scope);
        if (!kept.areKept()) return List.of();
        List<Measured> all = new ArrayList<>();
        for (int node = 0; node < numbers.tree().size(); node++)
            measured(kept, numbers, node).ifPresent(all::add);
        return all;
    }

    /// The iterations of one node; empty if it kept none.
    public static Optional<Measured> measured(Numbers numbers, Scope scope, int node) {
        return measured(
                ScopedIterations.of(numbers.profile(), numbers.metric(), scope), numbers, node);
    }

    private static Optional<Measured> measured(ScopedIterations kept, Numbers numbers, int node) {
        if (!kept.areKept(node)) return Optional.empty();
        Unit[] units = units(kept, numbers, node);
        int repetitions = numbers.repetitions().length;
        int first = Arrays.stream(units).mapToInt(Unit::first).min().orElse(0);
        int lowest = first == Integer.MAX_VALUE ? 0 : first;
        List<List<ImmutableDoubles>> byRank = new ArrayList<>();
        for (int rank = 0; rank < numbers.ranks().size(); rank++) {
            List<ImmutableDoubles> series = new ArrayList<>();
            for (int unit = rank * repetitions; unit < (rank + 1) * repetitions; unit++)
                units[unit].series(lowest).ifPresent(series::add);
            byRank.add(series);
        }
        return Optional.of(
                new Measured(
                        node,
                        lowest,
                        byRank,
                        Arrays.stream(units).flatMap(each -> each.missing().stream()).findFirst()));
    }

    private static Unit[] units(ScopedIterations kept, Numbers numbers, int node) {
        Unit[] units = new Unit[numbers.ranks().size() * numbers.repetitions().length];
        Arrays.setAll(units, _ -> new Unit());
        int[] unitOf = numbers.units();
        for (int context = 0; context < unitOf.length; context++)
            units[unitOf[context]].add(kept.at(node, context), kept.areKept(node, context));
        return units;
    }

    /// A rank in one repetition, its threads summed.
    private static final class Unit {
        private double[] sum = {};
        private int first;
        private boolean keeps;
        private Optional<CellIterations.Unknown> unknown = Optional.empty();

        void add(CellIterations iterations, boolean kept) {
            keeps |= kept;
            switch (iterations) {
                case CellIterations.Absent() -> {}
                case CellIterations.Known(int from, ImmutableDoubles values) ->
                        add(from, values.toArray());
                case CellIterations.Unknown each -> unknown = unknown.or(() -> Optional.of(each));
            }
        }

        private void add(int from, double[] values) {
            int lowest = sum.length == 0 ? from : Math.min(first, from);
            double[] a = padded(sum, first - lowest);
            double[] b = padded(values, from - lowest);
            first = lowest;
            sum = a.length < b.length ? added(b, a) : added(a, b);
        }

        private static double[] added(double[] a, double[] b) {
            for (int i = 0; i < b.length; i++) a[i] = ChosenNodes.sum(a[i], b[i]);
            return a;
        }

        /// The number of the first iteration, the maximum if there is none.
        int first() {
            return sum.length == 0 ? Integer.MAX_VALUE : first;
        }

        /// A rank that kept no iterations of the node is not among those that ran them.
        Optional<ImmutableDoubles> series(int lowest) {
            return keeps && unknown.isEmpty()
                    ? Optional.of(ImmutableDoubles.owning(padded(sum, first - lowest)))
                    : Optional.empty();
        }

        private static double[] padded(double[] values, int before) {
            if (values.length == 0 || before == 0) return values;
            double[] padded = new double[before + values.length];
            Arrays.fill(padded, 0, before, Double.NaN);
            System.arraycopy(values, 0, padded, before, values.length);
            return padded;
        }

        Optional<CellIterations.Unknown> missing() {
            return keeps ? unknown : Optional.empty();
        }
    }
}
