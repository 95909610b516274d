package treeline.aggregate;

import treeline.single.Distribution;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/// A mergeable quantile sketch with relative error [#ERROR], after DDSketch (Masson, Rim and Lee,
/// VLDB 2019). Values are counted in logarithmic buckets. Memory depends on the range of the
/// values, about 350 buckets per factor of 1,000, and not on their number. Merging two sketches
/// adds no error.
public final class QuantileSketch implements Serializable {
    private static final long serialVersionUID = 1;

    /// A percentile differs from a value that was added by at most this share of it.
    public static final double ERROR = 0.01;

    private static final double LOG = Math.log((1 + ERROR) / (1 - ERROR));

    private final TreeMap<Integer, Long> positive = new TreeMap<>();
    private final TreeMap<Integer, Long> negative = new TreeMap<>();
    private long zeros;
    private long count;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    /// Adds a value; NaN is left out.
    public void add(double value) {
        add(value, 1);
    }

    /// Adds the same value several times.
    public void add(double value, long times) {
        if (Double.isNaN(value) || times == 0) return;
        count += times;
        least = Math.min(least, value);
        most = Math.max(most, value);
        if (Math.abs(value) < Double.MIN_NORMAL) zeros += times;
        else (value > 0 ? positive : negative).merge(bin(Math.abs(value)), times, Long::sum);
    }

    private static int bin(double size) {
        return (int) Math.ceil(Math.log(Math.min(size, Double.MAX_VALUE)) / LOG);
    }

    /// The value in the middle of a bin, as seen from both ends.
    private static double size(int bin) {
        return 2 * Math.exp(bin * LOG) / (Math.exp(LOG) + 1);
    }

    public void merge(QuantileSketch other) {
        other.positive.forEach((bin, times) -> positive.merge(bin, times, Long::sum));
        other.negative.forEach((bin, times) -> negative.merge(bin, times, Long::sum));
        zeros += other.zeros;
        count += other.count;
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
    }

    public long count() {
        return count;
    }

    /// A quantile by linear interpolation between the two nearest values, each to [#ERROR] of
    /// itself; the smallest and the largest are exact. NaN for no values.
    public double quantile(double share) {
        if (count == 0) return Double.NaN;
        double position = Math.clamp(share, 0, 1) * (count - 1);
        long rank = (long) Math.floor(position);
        double lower = at(rank);
        double rest = position - rank;
        return rest == 0 ? lower : lower + rest * (at(rank + 1) - lower);
    }

    /// The value of a rank, from 0.
    private double at(long rank) {
        if (rank == 0) return least;
        if (rank == count - 1) return most;
        long below = 0;
        for (Map.Entry<Integer, Long> bin : negative.descendingMap().entrySet())
            if ((below += bin.getValue()) > rank) return within(-size(bin.getKey()));
        if ((below += zeros) > rank) return 0;
        for (Map.Entry<Integer, Long> bin : positive.entrySet())
            if ((below += bin.getValue()) > rank) return within(size(bin.getKey()));
        return most;
    }

    private double within(double value) {
        return Math.clamp(value, least, most);
    }

    /// A histogram with this number of bins of equal width, from the smallest value to the largest;
    /// a value near an edge may count for its neighbour.
    public int[] histogram(int bins) {
        long[] counts = new long[bins];
        double width = (most - least) / bins;
        negative.forEach((bin, times) -> counts[at(-size(bin), width, bins)] += times);
        if (zeros > 0) counts[at(0, width, bins)] += zeros;
        positive.forEach((bin, times) -> counts[at(size(bin), width, bins)] += times);
        return Arrays.stream(counts).mapToInt(Math::toIntExact).toArray();
    }

    private int at(double value, double width, int bins) {
        return Distribution.bin(within(value), least, width, bins);
    }
}
