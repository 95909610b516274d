package treeline.numbers;

import treeline.array.IndexSort;
import treeline.array.Percentiles;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Distribution of a node over locations: [Moments] and order statistics.
public record Spread(Moments moments, double p1, double median, double p99) {

    /// Of what is compared, differences below this share are not worth a word or a colour.
    public static final double FLOOR = 0.02;

    /// With fewer places quartiles say nothing.
    private static final int MIN_LOCATIONS = 4;

    private static final double FENCE = 1.5;

    /// The spread of values.
    ///
    /// @param value one per place, NaN where it did not run the node
    public static Spread of(Numbers numbers, Locations places, double[] value) {
        return of(value, numbers.absentCounts(places));
    }

    public static Spread of(double[] value, boolean absentCounts) {
        double[] sorted = Arrays.stream(value).filter(each -> !Double.isNaN(each)).toArray();
        Arrays.sort(sorted);
        Moments moments = NodeMoments.ofOne(value).at(0, absentCounts ? value.length : 0);
        int zeros = sorted.length == 0 ? 0 : moments.population() - sorted.length;
        return new Spread(
                moments, at(sorted, zeros, 0.01), at(sorted, zeros, 0.5), at(sorted, zeros, 0.99));
    }

    private static double at(double[] sorted, int zeros, double share) {
        return sorted.length == 0
                ? Double.NaN
                : Percentiles.ofSortedAndZeros(sorted, sorted.length, zeros, share);
    }

    /// How many places ran the node.
    public int present() {
        return moments.present();
    }

    /// How many the numbers are over.
    public int population() {
        return moments.population();
    }

    public double min() {
        return moments.min();
    }

    public double mean() {
        return moments.mean();
    }

    public double max() {
        return moments.max();
    }

    public double deviation() {
        return moments.deviation();
    }

    /// The place with the largest value.
    public int slowest() {
        return moments.slowest();
    }

    /// See [Moments#imbalance].
    public double imbalance() {
        return moments.imbalance();
    }

    /// See [Moments#isImbalanced].
    public boolean isImbalanced() {
        return moments.isImbalanced();
    }

    /// See [Moments#isWorthColours].
    public boolean isWorthColours() {
        return moments.isWorthColours();
    }

    /// Places that stand out, slowest first: above the third quartile by more than 1.5 times the
    /// distance of the quartiles (Tukey's fence), and above the median by more than [#FLOOR] of it,
    /// among the places that ran the node.
    ///
    /// @param value one per place, NaN where it did not run the node
    public static int[] outliers(double[] value) {
        Sample sample = Sample.of(value);
        if (sample.size() < MIN_LOCATIONS) return new int[0];
        double upper = sample.percentile(0.75);
        double lower = sample.percentile(0.25);
        double median = sample.percentile(0.5);
        double fence = Math.max(upper + FENCE * (upper - lower), median + FLOOR * Math.abs(median));
        return IndexSort.descending(
                IntStream.range(0, value.length).filter(place -> value[place] > fence).toArray(),
                place -> value[place]);
    }
}
