package treeline.numbers;

import treeline.array.IndexSort;
import treeline.array.Percentiles;

import java.util.Arrays;
import java.util.stream.IntStream;

/// A sample of one quantity: locations of a node, runs of an ensemble, or repetitions of a build.
/// Mean, extremes and variance are those of [NodeMoments], percentiles those of [Percentiles].
public final class Sample {
    /// Tukey's fence: as a share of the distance of the quartiles, from these to what stands out.
    public static final double FENCE = 1.5;

    /// With fewer places quartiles say nothing.
    private static final int MIN_LOCATIONS = 4;

    private final double[] sorted;
    private final Moments moments;

    private Sample(double[] sorted, Moments moments) {
        this.sorted = sorted;
        this.moments = moments;
    }

    /// Of values in any order; NaN is left out. Values are sorted first, so their order cannot
    /// change a result, not even by rounding.
    public static Sample of(double... values) {
        double[] sorted = present(values);
        return new Sample(sorted, Moments.of(sorted, /* absentCounts= */ false));
    }

    /// Of a node on several places; [Moments#slowest] is one of them.
    ///
    /// @param value one per place, NaN where it did not run the node
    /// @param absentCounts whether such a place counts as 0, if any other ran the node
    public static Sample ofPlaces(double[] value, boolean absentCounts) {
        return new Sample(present(value), Moments.of(value, absentCounts));
    }

    private static double[] present(double[] values) {
        double[] some = new double[values.length];
        int count = 0;
        for (double value : values) if (!Double.isNaN(value)) some[count++] = value;
        double[] sorted = count == some.length ? some : Arrays.copyOf(some, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /// How many values there are, without places that count as 0.
    public int size() {
        return sorted.length;
    }

    /// A value, counted from the smallest.
    public double at(int place) {
        return sorted[place];
    }

    /// A copy, ascending.
    public double[] sorted() {
        return sorted.clone();
    }

    /// All NaN of no values.
    public Moments moments() {
        return moments;
    }

    public double mean() {
        return moments.mean();
    }

    /// See [Moments#variance].
    public double variance() {
        return moments.variance();
    }

    /// See [Moments#deviation].
    public double deviation() {
        return moments.deviation();
    }

    /// Interpolated linearly between neighbours; NaN of no values.
    ///
    /// @param share from 0 (the smallest) to 1 (the largest)
    public double percentile(double share) {
        int zeros = sorted.length == 0 ? 0 : moments.population() - sorted.length;
        return Percentiles.ofSortedAndZeros(sorted, sorted.length, zeros, share);
    }

    /// Places that stand out, slowest first: above the third quartile by more than 1.5 times the
    /// distance of the quartiles (Tukey's fence), and above the median by more than [Moments#FLOOR]
    /// of it, among the places that ran the node.
    ///
    /// @param value one per place, NaN where it did not run the node
    public static int[] outliers(double[] value) {
        Sample sample = of(value);
        if (sample.size() < MIN_LOCATIONS) return new int[0];
        double upper = sample.percentile(0.75);
        double lower = sample.percentile(0.25);
        double median = sample.percentile(0.5);
        double fence =
                Math.max(
                        upper + FENCE * (upper - lower), median + Moments.FLOOR * Math.abs(median));
        return IndexSort.descending(
                IntStream.range(0, value.length).filter(place -> value[place] > fence).toArray(),
                place -> value[place]);
    }
}
