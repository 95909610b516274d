package treeline.array;

import java.util.function.IntPredicate;

/// Binary search among values that are not one array, such as those of a file.
public final class BinarySearch {
    private BinarySearch() {}

    /// The first index from `from` on for which a condition does not hold, `to` if it always holds.
    ///
    /// @param isBefore holds for the first indexes of the range, and for none after them
    public static int end(int from, int to, IntPredicate isBefore) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore.test(middle)) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
