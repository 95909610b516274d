package treeline.model;

import java.util.Arrays;

/// Capacities of growing arrays: half as much again, up to what one array holds.
final class ArrayCapacity {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private ArrayCapacity() {}

    /// Room for `more` values behind `used`.
    static double[] grown(double[] array, int used, int more) {
        if (array.length - used >= more) return array;
        return Arrays.copyOf(array, grownCapacity(used, more));
    }

    static int grownCapacity(int used, int more) {
        long needed = (long) used + more;
        return Math.max(capacity(needed), capacity(Math.min(needed + (needed >> 1), LARGEST)));
    }

    /// Refuses what no array holds.
    static int capacity(long needed) {
        if (needed > LARGEST)
            throw new IllegalArgumentException(
                    "one metric holds at most 2^31 values in memory; load a slice");
        return (int) Math.max(needed, 64);
    }
}
