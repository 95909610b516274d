package treeline.compare;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.CombinatoricsUtils;

import treeline.numbers.Moments;
import treeline.numbers.Sample;

/// Two samples of one number, and how surely they differ.
///
/// - `p` is that of Welch's test, which allows both sides to vary differently. A side of one value
///   is taken to vary as the other does (Student's test). Where no value of a side differs from
///   another, as of counts, there is no noise to compare with; then it is the share of all ways to
///   deal the values out to both sides that separate them so.
/// - `low` and `high` are the 95 % interval of the ratio of the means (Fieller 1954, with the same
///   degrees of freedom); infinite or NaN where the mean of the first may as well be 0.
/// - `effect` is Hedges' g: the difference in pooled standard deviations, corrected for few
///   samples.
record SampleTest(double p, double low, double high, double effect) {
    static final SampleTest NONE = new SampleTest(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    private static final double CONFIDENCE = 0.95;

    /// One side needs two samples; without them there is nothing to be known of noise.
    static SampleTest of(double[] before, double[] after) {
        if (before.length == 0 || after.length == 0) return NONE;
        if (before.length + after.length < 3) return NONE;
        var first = Side.of(Sample.of(before));
        var second = Side.of(Sample.of(after));
        Side a = first.size == 1 ? first.varyingAs(second) : first;
        Side b = second.size == 1 ? second.varyingAs(first) : second;
        if (a.variance == 0 && b.variance == 0) return withoutNoise(a, b);
        double[] interval = interval(a, b);
        return new SampleTest(chance(a, b), interval[0], interval[1], effect(a, b));
    }

    private static double chance(Side a, Side b) {
        double sum = a.ofMean() + b.ofMean();
        double t = Math.abs(b.mean - a.mean) / Math.sqrt(sum);
        return 2 * new TDistribution(freedom(a, b, 1)).cumulativeProbability(-t);
    }

    /// Those of the difference of the second mean and a multiple of the first, by Welch and
    /// Satterthwaite.
    private static double freedom(Side a, Side b, double multiple) {
        if (a.size == 1) return b.freedom();
        if (b.size == 1) return a.freedom();
        double scaled = multiple * multiple * a.ofMean();
        double sum = b.ofMean() + scaled;
        return sum * sum / (b.ofMean() * b.ofMean() / b.freedom() + scaled * scaled / a.freedom());
    }

    private static SampleTest withoutNoise(Side a, Side b) {
        double ratio = b.mean / a.mean;
        if (a.mean == b.mean) return new SampleTest(1, ratio, ratio, 0);
        double ways = CombinatoricsUtils.binomialCoefficientDouble(a.size + b.size, a.size);
        double effect = Math.copySign(Double.POSITIVE_INFINITY, b.mean - a.mean);
        return new SampleTest(2 / ways, ratio, ratio, effect);
    }

    private record Side(int size, double mean, double variance) {
        /// Equal values do not vary, and have no mean that rounding moved away from them.
        static Side of(Sample values) {
            Moments of = values.moments();
            return of.min() == of.max()
                    ? new Side(values.size(), of.min(), 0)
                    : new Side(values.size(), of.mean(), of.variance());
        }

        Side varyingAs(Side other) {
            return new Side(size, mean, other.variance);
        }

        double ofMean() {
            return variance / size;
        }

        double freedom() {
            return size - 1.0;
        }
    }

    private static double[] interval(Side a, Side b) {
        double ratio = b.mean / a.mean;
        if (!(a.mean > 0)) return new double[] {Double.NaN, Double.NaN};
        double freedom = freedom(a, b, ratio);
        double t = new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        double g = t * t * a.ofMean() / (a.mean * a.mean);
        if (g >= 1) return new double[] {Double.NaN, Double.POSITIVE_INFINITY};
        double variance = b.ofMean() + ratio * ratio * a.ofMean() - g * b.ofMean();
        double half = t / a.mean * Math.sqrt(variance);
        return new double[] {(ratio - half) / (1 - g), (ratio + half) / (1 - g)};
    }

    private static double effect(Side a, Side b) {
        double freedom = a.freedom() + b.freedom();
        double pooled = (a.freedom() * a.variance + b.freedom() * b.variance) / freedom;
        double corrected = 1 - 3 / (4 * freedom - 1);
        return (b.mean - a.mean) / Math.sqrt(pooled) * corrected;
    }
}
