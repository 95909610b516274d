package treeline.breakdown;

import treeline.numbers.Moments;
import treeline.numbers.Sample;

/// Summary statistics over ranks with a bimodality test: the two-group split with the largest
/// between-group variance (Otsu's criterion).
///
/// @param separation the share of the variance between two groups at the best cut of the sorted
///   values: 1 for two points, 0.75 for a uniform and 0.64 for a normal distribution; NaN if all
///   values are equal
/// @param smallerGroup the number of values in the smaller group
public record BimodalityStatistics(Moments moments, double separation, int smallerGroup) {
    /// Fewer ranks say nothing of groups.
    public static final int MIN_RANKS = 8;

    /// From this separation on, values are of two groups: of the same size, their means are six
    /// times the deviation within them apart.
    public static final double SEPARATION_FROM = 0.9;

    /// From this deviation on, as a share of the mean, groups are worth a word.
    public static final double DEVIATION_FROM = 0.1;

    /// A group has at least this share of the ranks, and [#MIN_IN_GROUP].
    public static final double GROUP_FROM = 0.1;

    /// A single slow rank is no group.
    public static final int MIN_IN_GROUP = 2;

    /// Of values in any order, without NaN.
    public static BimodalityStatistics of(double[] values) {
        if (values.length == 0) throw new IllegalArgumentException("no values");
        Sample sample = Sample.of(values);
        Moments moments = sample.moments();
        int n = sample.size();
        double below = 0;
        double between = 0;
        int cut = 0;
        for (int i = 1; i < n; i++) {
            below += sample.at(i - 1) - moments.mean();
            double gain = below * below / i + below * below / (n - i);
            if (sample.at(i) == sample.at(i - 1) || gain <= between) continue;
            between = gain;
            cut = i;
        }
        return new BimodalityStatistics(
                moments,
                cut == 0 ? Double.NaN : Math.min(1, between / (moments.variance() * (n - 1))),
                Math.min(cut, n - cut));
    }

    public double range() {
        return moments.max() - moments.min();
    }

    /// Largest over smallest; NaN where the smallest is 0.
    public double ratio() {
        return moments.min() > 0 ? moments.max() / moments.min() : Double.NaN;
    }

    /// Whether ranks are of two groups: at least [#MIN_RANKS] ranks, a separation from
    /// [#SEPARATION_FROM] on, a deviation from [#DEVIATION_FROM] of the mean on, and in both groups
    /// at least [#MIN_IN_GROUP] ranks and [#GROUP_FROM] of all.
    public boolean isBimodal() {
        return moments.present() >= MIN_RANKS
                && separation >= SEPARATION_FROM
                && moments.deviation() >= DEVIATION_FROM * Math.abs(moments.mean())
                && smallerGroup >= MIN_IN_GROUP
                && smallerGroup >= GROUP_FROM * moments.present();
    }
}
