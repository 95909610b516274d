package treeline.numbers;

/// How the values of places lie at a node, as far as one pass over them says: all numbers over one
/// population, see [Locations#absentCounts]. What needs them sorted is in [Spread].
///
/// @param present how many places ran the node
/// @param population how many the numbers are over: those that ran it or, where absence counts as
///   0, all
/// @param sum NaN where nothing was measured, as all that follows
/// @param variance of a sample (divided by n - 1), NaN for fewer than two
/// @param slowest the place with the largest value, -1 where nothing was measured
public record Moments(
        int present,
        int population,
        double sum,
        double min,
        double mean,
        double max,
        double variance,
        int slowest) {

    /// The sample standard deviation, the root of the variance.
    public double deviation() {
        return Math.sqrt(variance);
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
        return max > 0 && lost() > Spread.FLOOR * mean;
    }

    /// Whether the values differ by enough for colours to show something.
    boolean isWorthColours() {
        return max - min > Spread.FLOOR * Math.abs(mean);
    }
}
