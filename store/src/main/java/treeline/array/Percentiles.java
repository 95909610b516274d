package treeline.array;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// Percentiles with linear interpolation (Hyndman and Fan's type 7), the default of NumPy and R.
/// The only definition of a median.
public final class Percentiles {
    private Percentiles() {}

    /// Of values in any order, which stay as they are; NaN if there are none.
    public static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return medianOfSorted(sorted);
    }

    /// Of ascending values; NaN if there are none.
    public static double medianOfSorted(double[] sorted) {
        return ofSorted(sorted, 0, sorted.length, 0.5);
    }

    /// Of the values `[from, to)`; NaN if there are none.
    ///
    /// @param share from 0 (the smallest) to 1 (the largest)
    public static double ofSorted(double[] sorted, int from, int to, double share) {
        return of(to - from, place -> sorted[from + place], share);
    }

    /// The same over the values `[0, count)` and a number of implicit zeros: most contexts of a
    /// large run did not run most of its nodes.
    public static double ofSortedAndZeros(double[] sorted, int count, int zeros, double share) {
        int negative = 0;
        while (negative < count && sorted[negative] < 0) negative++;
        int first = negative;
        return of(
                count + zeros,
                place -> {
                    if (place < first) return sorted[place];
                    return place < first + zeros ? 0 : sorted[place - zeros];
                },
                share);
    }

    /// Interpolated from the nearer neighbour, as NumPy does: the result ascends with the share.
    private static double of(int count, IntToDoubleFunction sorted, double share) {
        if (count <= 0) return Double.NaN;
        double place = share * (count - 1);
        int below = (int) Math.floor(place);
        double part = place - below;
        double low = sorted.applyAsDouble(below);
        if (part == 0) return low;
        double high = sorted.applyAsDouble(below + 1);
        if (low == high) return low;
        return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
    }
}
