package treeline.numbers;

import treeline.model.SparseRows;
import treeline.transform.Percentiles;

import java.util.Arrays;

/// How the values of places spread at a node, all numbers over one population: all places where
/// those that did not run the node count as 0, else those that ran it. See [Places#absentCounts].
///
/// @param present how many places ran the node
/// @param population how many the numbers are over
/// @param deviation the sample standard deviation (n - 1), NaN for fewer than two
/// @param slowest the place with the largest value, -1 where nothing was measured
public record Spread(
        int present,
        int population,
        double min,
        double p1,
        double median,
        double mean,
        double p99,
        double max,
        double deviation,
        int slowest) {

    /// Of what is compared, differences below this share are not worth a word or a colour.
    public static final double FLOOR = 0.02;

    /// With fewer places quartiles say nothing.
    private static final int FEWEST = 4;

    private static final double FENCE = 1.5;

    /// The spread of values.
    ///
    /// @param value one per place, NaN where it did not run the node
    public static Spread of(Numbers numbers, Places places, double[] value) {
        return of(value, numbers.absentCounts(places));
    }

    /// The spread of a node's values by place, as [Numbers#by] gives them.
    public static Spread of(Numbers numbers, Places places, SparseRows byNode, int node) {
        double[] present = new double[byNode.end(node) - byNode.start(node)];
        int count = 0;
        int slowest = -1;
        for (int cell = byNode.start(node); cell < byNode.end(node); cell++) {
            if (Double.isNaN(byNode.value(cell))) continue;
            if (slowest < 0 || byNode.value(cell) > byNode.value(slowest)) slowest = cell;
            present[count++] = byNode.value(cell);
        }
        return of(
                Arrays.copyOf(present, count),
                slowest < 0 ? -1 : byNode.index(slowest),
                numbers.absentCounts(places) ? places.size() : count);
    }

    public static Spread of(double[] value, boolean absentCounts) {
        double[] present = Arrays.stream(value).filter(each -> !Double.isNaN(each)).toArray();
        return of(present, slowest(value), absentCounts ? value.length : present.length);
    }

    private static Spread of(double[] present, int slowest, int population) {
        double[] sorted = present.clone();
        Arrays.sort(sorted);
        int zeros = population - sorted.length;
        double mean = sorted.length == 0 ? Double.NaN : sum(present) / population;
        return new Spread(
                sorted.length,
                population,
                at(sorted, zeros, 0),
                at(sorted, zeros, 0.01),
                at(sorted, zeros, 0.5),
                mean,
                at(sorted, zeros, 0.99),
                at(sorted, zeros, 1),
                deviation(sorted, zeros, mean),
                slowest);
    }

    private static double sum(double[] values) {
        var sums = new CompensatedSums(1);
        for (double each : values) sums.add(0, each);
        return sums.of(0);
    }

    private static double at(double[] sorted, int zeros, double share) {
        return sorted.length == 0
                ? Double.NaN
                : Percentiles.ofSortedAndZeros(sorted, sorted.length, zeros, share);
    }

    private static double deviation(double[] present, int zeros, double mean) {
        int count = present.length + zeros;
        if (count < 2) return Double.NaN;
        double squares = zeros * mean * mean;
        for (double each : present) squares += (each - mean) * (each - mean);
        return Math.sqrt(squares / (count - 1));
    }

    private static int slowest(double[] value) {
        int slowest = -1;
        for (int place = 0; place < value.length; place++)
            if (!Double.isNaN(value[place]) && (slowest < 0 || value[place] > value[slowest]))
                slowest = place;
        return slowest;
    }

    /// Slowest over mean, 1 where all are equal; NaN where nothing positive was measured.
    public double imbalance() {
        return max > 0 && mean > 0 ? max / mean : Double.NaN;
    }

    /// What the others lose to the slowest: its value beyond the mean.
    public double lost() {
        return max - mean;
    }

    /// Whether the slowest is slower than the mean by more than is worth a word.
    public boolean isImbalanced() {
        return max > 0 && lost() > FLOOR * mean;
    }

    /// Whether the values differ by enough for colours to tell something.
    public boolean isWorthColours() {
        return max - min > FLOOR * Math.abs(mean);
    }

    /// Places that stand out, slowest first: above the third quartile by more than 1.5 times the
    /// distance of the quartiles (Tukey's fence), and above the median by more than [#FLOOR] of it,
    /// among the places that ran the node.
    ///
    /// @param value one per place, NaN where it did not run the node
    public static int[] outliers(double[] value) {
        double[] sorted = Arrays.stream(value).filter(each -> !Double.isNaN(each)).toArray();
        if (sorted.length < FEWEST) return new int[0];
        Arrays.sort(sorted);
        double upper = Percentiles.ofSorted(sorted, 0, sorted.length, 0.75);
        double lower = Percentiles.ofSorted(sorted, 0, sorted.length, 0.25);
        double median = Percentiles.ofSorted(sorted, 0, sorted.length, 0.5);
        double fence = Math.max(upper + FENCE * (upper - lower), median + FLOOR * Math.abs(median));
        return java.util.stream.IntStream.range(0, value.length)
                .filter(place -> value[place] > fence)
                .boxed()
                .sorted((a, b) -> Double.compare(value[b], value[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
