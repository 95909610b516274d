package treeline.numbers;

import treeline.transform.Reduction;

/// Single-pass statistics of a node over locations, all for the same population, see
/// [Locations#absentCounts]. [Sample] has the order statistics.
///
/// @param present the number of locations that ran the node
/// @param population the number of locations in the statistics: those that ran the node or, if
///   absence counts as 0, all
/// @param sum NaN if nothing was measured, like all other statistics
/// @param variance the sample variance (divisor n - 1), NaN for fewer than two values
/// @param slowest the location with the largest value, or -1 if nothing was measured
public record Moments(
        int present,
        int population,
        double sum,
        double min,
        double mean,
        double max,
        double variance,
        int slowest) {
    /// Of what is compared, differences below this share are not worth a word or a colour.
    public static final double FLOOR = 0.02;

    /// The statistics of one node.
    ///
    /// @param value one per location, NaN where it did not run the node
    /// @param absentCounts whether such a location counts as 0
    public static Moments of(double[] value, boolean absentCounts) {
        return NodeMoments.ofOne(value).at(0, absentCounts ? value.length : 0);
    }

    /// The statistic that a reduction asks for.
    public double reduced(Reduction over) {
        return switch (over) {
            case SUM -> sum;
            case MEAN -> mean;
            case MIN -> min;
            case MAX -> max;
        };
    }

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
        return max > 0 && lost() > FLOOR * mean;
    }

    /// Whether the values differ by enough for colours to show something.
    public boolean isWorthColours() {
        return max - min > FLOOR * Math.abs(mean);
    }
}
