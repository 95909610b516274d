package treeline.array;

import java.util.Arrays;

/// How large a growing array is made: half as much again as it holds, up to what one array can
/// hold.
public final class Capacity {
    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final int LEAST = 16;

    private Capacity() {}

    /// A buffer with room for `more` bytes behind those that are used.
    public static byte[] withRoom(byte[] buffer, int used, int more) {
        return buffer.length - used >= more ? buffer : Arrays.copyOf(buffer, grown(used, more));
    }

    /// The same for values.
    public static double[] withRoom(double[] values, int used, int more) {
        return values.length - used >= more ? values : Arrays.copyOf(values, grown(used, more));
    }

    /// Room for `more` values behind those that are used.
    ///
    /// @throws IllegalArgumentException if no array is so long
    public static int grown(int used, int more) {
        int needed = of((long) used + more);
        return Math.clamp(needed + (long) (needed >> 1), Math.max(needed, LEAST), LARGEST);
    }

    /// Room for no more than these.
    ///
    /// @throws IllegalArgumentException if no array is so long
    public static int of(long needed) {
        if (needed > LARGEST)
            throw new IllegalArgumentException(
                    "at most 2^31 values of a kind fit into memory; load a slice");
        return (int) needed;
    }
}
