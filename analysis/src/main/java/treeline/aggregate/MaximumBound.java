package treeline.aggregate;

/// The nonparametric tolerance bound of a sampled maximum (Wilks, Determination of sample sizes for
/// setting tolerance limits, 1941): if more than a fraction `1 - a^(1/n)` of all ranks were slower
/// than the slowest of `n` ranks sampled at random, the sample would have missed all of them with a
/// probability below `a`. It holds for every distribution of values.
///
/// A sample that grows until it looks settled is looked at several times, and each look may err.
/// The error probability is divided by the number of looks (Bonferroni), so that the confidence
/// holds for the last one.
final class MaximumBound {
    private MaximumBound() {}

    /// The fraction of ranks that may be slower than the slowest sampled rank, at most.
    ///
    /// @param sampled the number of sampled ranks
    /// @param looks how often the sample was examined
    static double slowerFraction(int sampled, int looks) {
        double error = (1 - SampledImbalance.CONFIDENCE) / looks;
        return 1 - Math.pow(error, 1.0 / sampled);
    }
}
