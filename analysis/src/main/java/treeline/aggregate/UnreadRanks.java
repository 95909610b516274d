package treeline.aggregate;

import org.hipparchus.distribution.continuous.TDistribution;

import treeline.numbers.Moments;

/// The ranks of a node that a sample left unread, as far as the stored sum over all ranks reveals
/// them: the stored sum minus the sampled sum is exactly what they hold together.
///
/// @param sample the values of the sampled ranks
/// @param mean the stored mean over all ranks
/// @param ranks the number of all ranks
/// @param slower the largest number of ranks above the sampled maximum that the sample admits, see
///   [MaximumBound]
/// @param errors standard errors that the sampled mean may deviate from the stored one before the
///   difference counts as unexplained, see [#errors]
record UnreadRanks(Moments sample, double mean, int ranks, int slower, double errors) {
    /// Relative differences of sums up to this size are rounding errors.
    private static final double ROUNDING = 1e-9;

    private int unread() {
        return ranks - sample.population();
    }

    private double sampledSum() {
        return sample.present() == 0 ? 0 : sample.sum();
    }

    private double sampledMean() {
        return sample.present() == 0 ? 0 : sample.mean();
    }

    private double sampledMax() {
        return sample.present() == 0 ? 0 : sample.max();
    }

    /// What the unread ranks hold together.
    double sum() {
        double rest = ranks * mean - sampledSum();
        return Math.abs(rest) <= ROUNDING * Math.abs(ranks * mean) ? 0 : rest;
    }

    /// What the unread ranks hold beyond the sampled mean and its standard errors; 0 if the sample
    /// explains them.
    double unexplained() {
        double beyond = ranks * (mean - sampledMean());
        if (unread() == 0 || beyond <= ROUNDING * Math.abs(ranks * mean)) return 0;
        double error = sample.present() == 0 ? 0 : ranks * standardError(sample, ranks);
        return Math.max(0, beyond - errors * error);
    }

    /// The standard errors by which a sample of near-normal values deviates at none of many nodes,
    /// with a probability of `confidence`: Student's quantile after Bonferroni's correction.
    static double errors(int sampled, int nodes, double confidence) {
        return new TDistribution(Math.max(1, sampled - 1))
                .inverseCumulativeProbability(1 - (1 - confidence) / Math.max(1, nodes));
    }

    /// The standard error of the mean of a simple random sample without replacement: the sample
    /// deviation over the square root of its size, with the finite population correction (Cochran,
    /// Sampling Techniques, 1977, section 2.6).
    static double standardError(Moments sample, int ranks) {
        int count = sample.population();
        return sample.deviation() * Math.sqrt((1 - (double) count / ranks) / count);
    }

    /// A lower bound of the maximum over all ranks, at the confidence of [#slower]: ranks that are
    /// not above the sampled maximum hold at most that much each, so the slower ones hold the rest.
    double leastMax() {
        double most = sampledMax();
        double beyond = sum() - unread() * most;
        return beyond <= 0 ? most : most + beyond / Math.clamp(slower, 1, Math.max(1, unread()));
    }

    /// The upper bound of the maximum over all ranks: a single unread rank holds the remainder. NaN
    /// if values may be negative, because others could then make up for a larger one.
    double largestMax() {
        boolean mayBeNegative = sample.present() > 0 && sample.min() < -ROUNDING * sample.max();
        return mayBeNegative || sum() < 0 ? Double.NaN : Math.max(sampledMax(), sum());
    }
}
