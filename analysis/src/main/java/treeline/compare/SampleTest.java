package treeline.compare;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.CombinatoricsUtils;

import treeline.numbers.Moments;
import treeline.numbers.Sample;

/// Student's two-sample t test of one node, with the matching confidence interval and effect size.
///
/// Both sides share one variance estimate, pooled over all samples. Welch's test, which estimates
/// one variance per side, is not used: with two runs on a side its degrees of freedom collapse to 1
/// whenever these two happen to agree, and 36 of 100 comparisons of 2 runs with 50 equal ones were
/// significant at the 5 % level. docs/evaluation/calibration.md has the measured error rates, also
/// for sides whose variances differ.
///
/// - `p` is two-sided. If no side has any variance, it is the p of the exact permutation test.
/// - `low` and `high` are the 95 % confidence interval of the ratio of the means, after Fieller
///   (1954). It inverts the same t test, so it excludes 1 if and only if `p` is below 0.05. Unlike
///   in Fieller's paper the noise is proportional to the mean, as that of run times is. `low` is
///   NaN and `high` infinite if the mean of the first side may be 0; both are NaN if it is not
///   above 0.
/// - `effect` is Hedges' g, the difference in pooled standard deviations with the correction for
///   small samples. It is infinite for different values without variance.
record SampleTest(double p, double low, double high, double effect) {
    /// The result for too few samples: three are needed, at least one per side.
    static final SampleTest NONE = new SampleTest(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    private static final double CONFIDENCE = 0.95;
    private static final double NEGLIGIBLE = 1e-6;

    /// @param before samples of one side; NaN is not a sample
    static SampleTest of(double[] before, double[] after) {
        var a = Side.of(Sample.of(before));
        var b = Side.of(Sample.of(after));
        if (a.size == 0 || b.size == 0 || a.size + b.size < 3) return NONE;
        double freedom = a.size + b.size - 2.0;
        double variance = (a.squares + b.squares) / freedom;
        if (variance == 0) return withoutVariance(a, b);
        double t = (b.mean - a.mean) / Math.sqrt(variance * (1.0 / a.size + 1.0 / b.size));
        var distribution = new TDistribution(freedom);
        double p = 2 * distribution.cumulativeProbability(-Math.abs(t));
        double critical = distribution.inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        double[] interval = interval(a, b, freedom, critical);
        double smallSampleCorrection = 1 - 3 / (4 * freedom - 1);
        double effect = (b.mean - a.mean) / Math.sqrt(variance) * smallSampleCorrection;
        return new SampleTest(p, interval[0], interval[1], effect);
    }

    /// The smallest p that a permutation test of these sizes can reach: one assignment of the
    /// samples to the sides out of all, and its mirror image if the sides have the same size.
    static double smallestPermutationP(int before, int after) {
        double assignments = CombinatoricsUtils.binomialCoefficientDouble(before + after, before);
        return (before == after ? 2 : 1) / assignments;
    }

    /// Whether two means differ by rounding only: clocks and file formats keep no more than six
    /// digits.
    static boolean isNegligible(double before, double after) {
        return Math.abs(after - before) <= NEGLIGIBLE * Math.max(Math.abs(before), Math.abs(after));
    }

    private static SampleTest withoutVariance(Side a, Side b) {
        double ratio = b.mean / a.mean;
        if (isNegligible(a.mean, b.mean)) return new SampleTest(1, ratio, ratio, 0);
        double effect = Math.copySign(Double.POSITIVE_INFINITY, b.mean - a.mean);
        double p = smallestPermutationP(a.size, b.size);
        return new SampleTest(p, ratio, ratio, effect);
    }

    /// @param squares the sum of squared deviations from the mean
    private record Side(int size, double mean, double squares) {
        /// Rounding may move the mean of equal values away from them, so these are checked for.
        static Side of(Sample values) {
            Moments of = values.moments();
            return of.min() == of.max()
                    ? new Side(values.size(), of.min(), 0)
                    : new Side(values.size(), of.mean(), of.variance() * (values.size() - 1));
        }
    }

    /// Fieller's theorem with the variances of a scale model: the ratios `r` for which the t test
    /// does not reject that the second side, divided by `r`, has the distribution of the first.
    /// These are between the roots of `(1 - g) r² - 2 q r + q² - h`, where `q` is the ratio of the
    /// sample means.
    private static double[] interval(Side a, Side b, double freedom, double t) {
        if (!(a.mean > 0)) return new double[] {Double.NaN, Double.NaN};
        double q = b.mean / a.mean;
        double scale = t * t / freedom * (1.0 / a.size + 1.0 / b.size) / (a.mean * a.mean);
        double g = scale * a.squares;
        double h = scale * b.squares;
        if (g >= 1) return new double[] {Double.NaN, Double.POSITIVE_INFINITY};
        double half = Math.sqrt(q * q * g + h * (1 - g));
        return new double[] {(q - half) / (1 - g), (q + half) / (1 - g)};
    }
}
