package treeline.array;

/// How large a growing array is made: half as much again as it holds, up to what one array can
/// hold.
public final class Capacity {
    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final int LEAST = 16;

    private Capacity() {}

    /// Room for `more` values behind those that are used.
    ///
    /// @throws IllegalArgumentException if no array is so long
    public static int grown(int used, int more) {
        long needed = (long) used + more;
        if (needed > LARGEST)
            throw new IllegalArgumentException(
                    "at most 2^31 values of a kind fit into memory; load a slice");
        return (int) Math.clamp(needed + (needed >> 1), Math.max(needed, LEAST), LARGEST);
    }
}
