package treeline.numbers;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.transform.CellIterations;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/// Mergeable per-iteration statistics over ranks, shared by the in-memory and out-of-core code of
/// [Iterations]. Memory grows with the number of iterations, not of ranks.
public final class IterationSums implements Serializable {
    private static final long serialVersionUID = 1;

    private final TreeMap<Integer, OfNode> nodes = new TreeMap<>();
    private final TreeMap<Integer, CellIterations.Unknown> unknown = new TreeMap<>();

    /// The iterations of a run in memory, with ranks by their index in [Numbers#ranks].
    public static IterationSums of(Numbers numbers, Scope scope) {
        var sums = new IterationSums();
        sums.add(Iterations.measured(numbers, scope), rank -> rank);
        return sums;
    }

    /// Adds what further ranks measured.
    ///
    /// @param placeOf what each of these ranks is called in [#slowest]
    public void add(List<Iterations.Measured> measured, IntUnaryOperator placeOf) {
        for (Iterations.Measured each : measured) {
            each.unknown().ifPresent(why -> unknown.putIfAbsent(each.node(), why));
            for (int rank = 0; rank < each.byRank().size(); rank++)
                add(each, placeOf.applyAsInt(rank), each.byRank().get(rank));
        }
    }

    private void add(Iterations.Measured of, int place, List<ImmutableDoubles> repetitions) {
        int longest = repetitions.stream().mapToInt(ImmutableDoubles::size).max().orElse(0);
        if (longest == 0) return;
        OfNode sums = nodes.computeIfAbsent(of.node(), _ -> new OfNode());
        sums.cover(of.first(), of.first() + longest);
        for (int i = 0; i < longest; i++) sums.add(of.first() - sums.first, i, place, repetitions);
    }

    /// Adds what was added elsewhere, of ranks that come behind these.
    public void merge(IterationSums other) {
        other.nodes.forEach(
                (node, more) -> nodes.computeIfAbsent(node, _ -> new OfNode()).merge(more));
        other.unknown.forEach(unknown::putIfAbsent);
    }

    /// The same with places of other numbers.
    ///
    /// @param toPlace from what the slowest is called here
    public IterationSums withPlaces(IntUnaryOperator toPlace) {
        for (OfNode each : nodes.values())
            for (int i = 0; i < each.slowest.length; i++)
                if (each.slowest[i] >= 0) each.slowest[i] = toPlace.applyAsInt(each.slowest[i]);
        return this;
    }

    /// The nodes whose iterations are known, ascending.
    public int[] nodes() {
        return nodes.keySet().stream()
                .filter(node -> !unknown.containsKey(node))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// Why a node that kept iterations has none in the scope that was asked for.
    public Optional<CellIterations.Unknown> unknown(int node) {
        return Optional.ofNullable(unknown.get(node));
    }

    /// The nodes that kept iterations but have none in the scope that was asked for, ascending.
    public int[] unknown() {
        return unknown.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    public Iterations iterations(int node) {
        return of(node).iterations();
    }

    /// The rank that took longest, repetitions averaged; -1 where none did the iteration.
    public int slowest(int node, int iteration) {
        OfNode sums = of(node);
        return sums.slowest[iteration - sums.first];
    }

    /// What the slowest rank took beyond the mean of the ranks that did the iteration.
    public double excess(int node, int iteration) {
        OfNode sums = of(node);
        int i = iteration - sums.first;
        return sums.most[i] - sums.ofRanks.mean(i);
    }

    private OfNode of(int node) {
        OfNode sums = nodes.get(node);
        if (sums == null)
            throw new IllegalArgumentException("node %d has no iterations".formatted(node));
        return sums;
    }

    /// Compensated sums with the number of values.
    private static final class Sums implements Serializable {
        private static final long serialVersionUID = 2;
        private final CompensatedSums sums = new CompensatedSums(0);
        private int[] count = {};

        /// More room, before and behind.
        void ensure(int before, int length) {
            sums.widen(before, length);
            count = wider(count, before, length);
        }

        void add(int i, double value) {
            sums.add(i, value);
            count[i]++;
        }

        void add(int i, Sums other, int at) {
            sums.add(i, other.sums, at);
            count[i] += other.count[at];
        }

        double mean(int i) {
            return count[i] == 0 ? Double.NaN : sums.of(i) / count[i];
        }
    }

    private static int[] wider(int[] values, int before, int length) {
        int[] wider = new int[length];
        System.arraycopy(values, 0, wider, before, values.length);
        return wider;
    }

    /// The iterations of one node, from the first that ran on.
    private static final class OfNode implements Serializable {
        private static final long serialVersionUID = 2;
        private int first;
        private final Sums ofUnits = new Sums();
        private final Sums ofRanks = new Sums();
        private double[] min = {};
        private double[] max = {};
        private double[] most = {};
        private int[] slowest = {};

        /// Makes room for the iterations `[from, to)`.
        void cover(int from, int to) {
            int known = min.length;
            int lowest = known == 0 ? from : Math.min(first, from);
            int end = known == 0 ? to : Math.max(first + known, to);
            int before = known == 0 ? 0 : first - lowest;
            first = lowest;
            int length = end - lowest;
            if (length == known) return;
            ofUnits.ensure(before, length);
            ofRanks.ensure(before, length);
            min = CompensatedSums.wider(min, before, length);
            max = CompensatedSums.wider(max, before, length);
            most = CompensatedSums.wider(most, before, length);
            slowest = wider(slowest, before, length);
            clear(0, before);
            clear(before + known, length);
        }

        private void clear(int from, int to) {
            for (double[] values : List.of(min, max, most))
                Arrays.fill(values, from, to, Double.NaN);
            Arrays.fill(slowest, from, to, -1);
        }

        /// Adds an iteration of one rank.
        ///
        /// @param shift what index 0 of the series is here
        void add(int shift, int at, int place, List<ImmutableDoubles> repetitions) {
            double sum = 0;
            int count = 0;
            int i = shift + at;
            for (ImmutableDoubles each : repetitions) {
                if (at >= each.size() || Double.isNaN(each.at(at))) continue;
                ofUnits.add(i, each.at(at));
                extend(i, each.at(at), each.at(at));
                sum += each.at(at);
                count++;
            }
            if (count == 0) return;
            ofRanks.add(i, sum / count);
            keepSlowest(i, place, sum / count);
        }

        private void extend(int i, double low, double high) {
            if (!(min[i] <= low)) min[i] = low;
            if (!(max[i] >= high)) max[i] = high;
        }

        private void keepSlowest(int i, int place, double value) {
            if (most[i] >= value) return;
            most[i] = value;
            slowest[i] = place;
        }

        void merge(OfNode other) {
            if (other.min.length == 0) return;
            cover(other.first, other.first + other.min.length);
            for (int at = 0; at < other.min.length; at++) {
                if (other.ofUnits.count[at] == 0) continue;
                int i = other.first - first + at;
                ofUnits.add(i, other.ofUnits, at);
                ofRanks.add(i, other.ofRanks, at);
                extend(i, other.min[at], other.max[at]);
                keepSlowest(i, other.slowest[at], other.most[at]);
            }
        }

        Iterations iterations() {
            double[] mean = new double[min.length];
            Arrays.setAll(mean, ofUnits::mean);
            return new Iterations(
                    first,
                    ImmutableDoubles.owning(mean),
                    ImmutableDoubles.owning(min.clone()),
                    ImmutableDoubles.owning(max.clone()));
        }
    }
}
