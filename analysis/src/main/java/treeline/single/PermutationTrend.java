package treeline.single;

import java.util.Arrays;

/// A two-sided exact permutation test for a trend over time (Pitman 1937), on batch means.
///
/// The values are averaged in at most [#BATCHES] consecutive batches (batch means, Schmeiser,
/// Operations Research 1982), and the slope of the means is compared with the slopes of all their
/// permutations. The test is exact if the means are exchangeable, whatever their distribution, ties
/// included. Batches absorb the autocorrelation that is usual among iterations: neighbours within a
/// batch may resemble each other.
final class PermutationTrend {
    /// All 8! permutations take about a millisecond, and the smallest p-value is 2 / 8!, which
    /// leaves room for a Bonferroni correction over 200 loops at 1 %.
    static final int BATCHES = 8;

    /// With 5 values no order is rarer than 2 in 5!, which is more than 1 %.
    static final int MIN_VALUES = 6;

    /// Slopes that differ by less than this share of the largest possible one are equal: sums in
    /// another order are rounded differently.
    private static final double ROUNDING = 1e-9;

    private final double[] means;
    private final double[] position;
    private double least;
    private int asSteep;
    private int permutations;

    private PermutationTrend(double[] means) {
        this.means = means;
        this.position = new double[means.length];
        Arrays.setAll(position, i -> i - (means.length - 1) / 2.0);
    }

    /// The p-value of a trend.
    ///
    /// @param values in the order of time
    /// @return NaN if there are fewer than [#MIN_VALUES] values
    static double pValue(double[] values) {
        if (values.length < MIN_VALUES) return Double.NaN;
        return new PermutationTrend(batchMeans(values)).pValue();
    }

    /// The means of batches as deviations from the mean of all values. If their number is not a
    /// multiple of the number of batches, some batches have a value more: deviations are multiplied
    /// by the root of the length, which makes their variances equal.
    private static double[] batchMeans(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double[] means = new double[Math.min(BATCHES, values.length)];
        for (int batch = 0; batch < means.length; batch++) {
            int from = (int) ((long) values.length * batch / means.length);
            int to = (int) ((long) values.length * (batch + 1) / means.length);
            means[batch] =
                    (Arrays.stream(values, from, to).average().orElseThrow() - mean)
                            * Math.sqrt(to - from);
        }
        return means;
    }

    private double pValue() {
        double slope = 0;
        double largest = 0;
        for (int i = 0; i < means.length; i++) {
            slope += position[i] * means[i];
            largest += Math.abs(position[i] * means[i]);
        }
        least = Math.abs(slope) - ROUNDING * largest;
        permute(0, 0, 0);
        return (double) asSteep / permutations;
    }

    /// Puts every mean that is not yet used at a position. Of three that are left, the six orders
    /// are written out: that takes a fifth of the time.
    private void permute(int at, int used, double slope) {
        if (at == means.length - 3) {
            int a = Integer.numberOfTrailingZeros(~used);
            int b = Integer.numberOfTrailingZeros(~(used | 1 << a));
            int c = Integer.numberOfTrailingZeros(~(used | 1 << a | 1 << b));
            permuteLast(at, slope, means[a], means[b], means[c]);
            return;
        }
        for (int i = 0; i < means.length; i++)
            if ((used & 1 << i) == 0)
                permute(at + 1, used | 1 << i, slope + position[at] * means[i]);
    }

    private void permuteLast(int at, double slope, double a, double b, double c) {
        double x = position[at];
        double y = position[at + 1];
        double z = position[at + 2];
        count(slope + x * a + y * b + z * c);
        count(slope + x * a + y * c + z * b);
        count(slope + x * b + y * a + z * c);
        count(slope + x * b + y * c + z * a);
        count(slope + x * c + y * a + z * b);
        count(slope + x * c + y * b + z * a);
    }

    private void count(double slope) {
        permutations++;
        if (Math.abs(slope) >= least) asSteep++;
    }
}
