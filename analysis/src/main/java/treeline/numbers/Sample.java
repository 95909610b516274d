package treeline.numbers;

import treeline.array.Percentiles;

import java.util.Arrays;

/// A sample of one quantity: locations of a node, runs of an ensemble, or repetitions of a build.
/// Mean, extremes and variance are those of [NodeMoments], percentiles those of [Percentiles].
///
/// Values are sorted first, so their order cannot change a result, not even by rounding.
public final class Sample {
    private final double[] sorted;
    private final Moments moments;

    private Sample(double[] sorted) {
        this.sorted = sorted;
        this.moments = NodeMoments.ofOne(sorted).at(0, 0);
    }

    /// Of values in any order; NaN is left out.
    public static Sample of(double... values) {
        double[] sorted = new double[values.length];
        int count = 0;
        for (double value : values) if (!Double.isNaN(value)) sorted[count++] = value;
        sorted = Arrays.copyOf(sorted, count);
        Arrays.sort(sorted);
        return new Sample(sorted);
    }

    /// How many values there are.
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
        return Percentiles.ofSorted(sorted, 0, sorted.length, share);
    }
}
