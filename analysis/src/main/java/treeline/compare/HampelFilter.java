package treeline.compare;

import treeline.array.Percentiles;
import treeline.numbers.Sample;

import java.util.Arrays;

/// A Hampel filter for isolated outliers, so that one bad build is not reported as a change. An
/// outlier is more than five standard deviations from each of the six values around it; the median
/// of the seven replaces it. The deviation is estimated from the differences of neighbours, in
/// which a step counts only once.
///
/// Hampel's own rule compares with the median alone. It would smooth a permutation of two levels
/// into blocks, which look like changes, and a permutation test would lose its power on clear
/// steps.
///
/// The filter depends on the order of the values. A permutation test must therefore apply it to
/// each permutation; see [ChangePoints].
final class HampelFilter {
    private static final int REACH = 3;
    private static final double FAR = 5;

    /// The median of absolute differences of two normal values over their standard deviation.
    private static final double MEDIAN_OF_DIFFERENCES = 0.6745 * Math.sqrt(2);

    /// The deviation of a long series is estimated from about this many differences, evenly spaced:
    /// its standard error is then 10 %, and the cost does not grow.
    private static final int MAX_DIFFERENCES = 128;

    private static final int MIN_VALUES_PER_OUTLIER = 20;

    private final double[] sorted;
    private final double[] differences;
    private final int[] outliers;

    /// A filter for series with the same values in any order.
    HampelFilter(double[] values) {
        sorted = values.clone();
        Arrays.sort(sorted);
        outliers = new int[values.length];
        differences = new double[Math.max(0, values.length - 1) / stride(values.length)];
    }

    private static int stride(int length) {
        return Math.max(1, (length - 1) / MAX_DIFFERENCES);
    }

    static boolean[] of(double[] values) {
        var filter = new HampelFilter(values);
        boolean[] spike = new boolean[values.length];
        double far = filter.far(values);
        for (int i = 0; i < values.length; i++) spike[i] = filter.isSpike(values, i, far);
        return spike;
    }

    /// Writes the series without its outliers. If more than one in twenty values is one, only the
    /// most distant of them are replaced: the series has several levels rather than outliers, as a
    /// permutation of a changed history has, and must not be smoothed.
    void filter(double[] values, double[] into) {
        System.arraycopy(values, 0, into, 0, values.length);
        double far = far(values);
        int found = 0;
        for (int i = 0; i < values.length; i++) if (isSpike(values, i, far)) outliers[found++] = i;
        int most = mostOutliers(values.length);
        for (int replaced = 0; replaced < Math.min(found, most); replaced++) {
            if (found > most) moveMostDistant(values, replaced, found);
            into[outliers[replaced]] =
                    Percentiles.medianOfSorted(around(values, outliers[replaced]));
        }
    }

    /// Moves the outlier that is most distant from the median of all values to a place of the list.
    private void moveMostDistant(double[] values, int to, int found) {
        double centre = Percentiles.medianOfSorted(sorted);
        int most = to;
        for (int i = to + 1; i < found; i++)
            if (Math.abs(values[outliers[i]] - centre) > Math.abs(values[outliers[most]] - centre))
                most = i;
        int moved = outliers[most];
        outliers[most] = outliers[to];
        outliers[to] = moved;
    }

    /// The standard deviation of the values without as many as may be outliers, those most distant
    /// from the median. It does not depend on the order of the values.
    double scale() {
        double centre = Percentiles.medianOfSorted(sorted);
        int from = 0;
        int end = sorted.length;
        for (int i = mostOutliers(end); i > 0 && end - from > 2; i--)
            if (centre - sorted[from] > sorted[end - 1] - centre) from++;
            else end--;
        return Sample.of(Arrays.copyOfRange(sorted, from, end)).deviation();
    }

    private static int mostOutliers(int values) {
        return Math.max(1, values / MIN_VALUES_PER_OUTLIER);
    }

    /// Values near the level of their own stretch are not spikes: from the old level, the first
    /// value of a new level looks like one.
    static void keepNear(boolean[] spike, double[] values, int from, int end, double level) {
        double far = new HampelFilter(values).far(values);
        for (int i = from; i < end; i++)
            if (spike[i] && Math.abs(values[i] - level) <= far) spike[i] = false;
    }

    /// The minimum distance of a spike from its surroundings; infinite for short series.
    private double far(double[] values) {
        if (values.length < 2 * REACH) return Double.POSITIVE_INFINITY;
        int stride = stride(values.length);
        for (int i = 0; i < differences.length; i++)
            differences[i] = Math.abs(values[i * stride + 1] - values[i * stride]);
        Arrays.sort(differences);
        return FAR * Percentiles.medianOfSorted(differences) / MEDIAN_OF_DIFFERENCES;
    }

    /// Whether no value around is as near as `far`.
    private boolean isSpike(double[] values, int at, double far) {
        double value = values[at];
        int n = sorted.length;
        boolean isCandidate = value - sorted[0] > far || sorted[n - 1] - value > far;
        if (!isCandidate) return false;
        int end = Math.min(n, at + REACH + 1);
        for (int i = Math.max(0, at - REACH); i < end; i++)
            if (i != at && Math.abs(values[i] - value) <= far) return false;
        return true;
    }

    private static double[] around(double[] values, int at) {
        int from = Math.max(0, at - REACH);
        double[] near = Arrays.copyOfRange(values, from, Math.min(values.length, at + REACH + 1));
        Arrays.sort(near);
        return near;
    }
}
