package treeline.compare;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.CombinatoricsUtils;

import java.util.Arrays;

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
        var first = Sample.of(before);
        var second = Sample.of(after);
        Sample a = first.size == 1 ? first.varyingAs(second) : first;
        Sample b = second.size == 1 ? second.varyingAs(first) : second;
        if (a.variance == 0 && b.variance == 0) return withoutNoise(a, b);
        double[] interval = interval(a, b);
        return new SampleTest(chance(a, b), interval[0], interval[1], effect(a, b));
    }

    private static double chance(Sample a, Sample b) {
        double sum = a.ofMean() + b.ofMean();
        double t = Math.abs(b.mean - a.mean) / Math.sqrt(sum);
        return 2 * new TDistribution(freedom(a, b, 1)).cumulativeProbability(-t);
    }

    /// Those of the difference of the second mean and a multiple of the first, by Welch and
    /// Satterthwaite.
    private static double freedom(Sample a, Sample b, double multiple) {
        if (a.size == 1) return b.freedom();
        if (b.size == 1) return a.freedom();
        double scaled = multiple * multiple * a.ofMean();
        double sum = b.ofMean() + scaled;
        return sum * sum / (b.ofMean() * b.ofMean() / b.freedom() + scaled * scaled / a.freedom());
    }

    private static SampleTest withoutNoise(Sample a, Sample b) {
        double ratio = b.mean / a.mean;
        if (a.mean == b.mean) return new SampleTest(1, ratio, ratio, 0);
        double ways = CombinatoricsUtils.binomialCoefficientDouble(a.size + b.size, a.size);
        double effect = Math.copySign(Double.POSITIVE_INFINITY, b.mean - a.mean);
        return new SampleTest(2 / ways, ratio, ratio, effect);
    }

    private record Sample(int size, double mean, double variance) {
        static Sample of(double[] values) {
            double mean = Arrays.stream(values).average().orElseThrow();
            double squares = Arrays.stream(values).map(each -> (each - mean) * (each - mean)).sum();
            boolean level = Arrays.stream(values).allMatch(each -> each == values[0]);
            return level
                    ? new Sample(values.length, values[0], 0)
                    : new Sample(values.length, mean, squares / (values.length - 1));
        }

        Sample varyingAs(Sample other) {
            return new Sample(size, mean, other.variance);
        }

        double ofMean() {
            return variance / size;
        }

        double freedom() {
            return size - 1.0;
        }
    }

    private static double[] interval(Sample a, Sample b) {
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

    private static double effect(Sample a, Sample b) {
        double freedom = a.freedom() + b.freedom();
        double pooled = (a.freedom() * a.variance + b.freedom() * b.variance) / freedom;
        double corrected = 1 - 3 / (4 * freedom - 1);
        return (b.mean - a.mean) / Math.sqrt(pooled) * corrected;
    }
}
