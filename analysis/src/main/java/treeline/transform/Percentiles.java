package treeline.transform;

import java.util.function.IntToDoubleFunction;

/// Percentiles of sorted values with linear interpolation (Hyndman and Fan's type 7), the default
/// of NumPy and R.
public final class Percentiles {
    private Percentiles() {}

    /// Of the values `[from, to)`.
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

    private static double of(int count, IntToDoubleFunction sorted, double share) {
        if (count <= 0) return Double.NaN;
        double place = share * (count - 1);
        int below = (int) Math.floor(place);
        double part = place - below;
        double least = sorted.applyAsDouble(below);
        if (part == 0) return least;
        return least + part * (sorted.applyAsDouble(below + 1) - least);
    }
}
