package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;

/// Parquet's RLE/bit-packing hybrid encoding of small integers: runs of one value, and bit-packed
/// groups of eight.
final class RleHybrid {
    private static final int GROUP = 8;

    private RleHybrid() {}

    /// How many bits numbers below `count` take.
    static int bits(int count) {
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1)));
    }

    /// Appends the numbers `[from, to)` of an array.
    static void write(int[] numbers, int from, int to, int bits, LittleEndianBytes out) {
        for (int at = from; at < to; ) {
            int same = runEnd(numbers, at, to);
            if (same - at >= GROUP) {
                out.varint((long) (same - at) << 1).whole(numbers[at], Math.ceilDiv(bits, 8));
                at = same;
            } else at = writeGroups(numbers, at, to, bits, out);
        }
    }

    private static int runEnd(int[] numbers, int at, int to) {
        int end = at + 1;
        while (end < to && numbers[end] == numbers[at]) end++;
        return end;
    }

    /// Groups up to the next run, or to the end, where the last one is filled up with zeros.
    private static int writeGroups(
            int[] numbers, int from, int to, int bits, LittleEndianBytes out) {
        int end = from;
        while (end < to && (end == from || !startsRun(numbers, end, to))) end += GROUP;
        out.varint((((long) (end - from) / GROUP) << 1) | 1);
        long packed = 0;
        int filled = 0;
        for (int at = from; at < end; at++) {
            packed |= (at < to ? (long) numbers[at] : 0) << filled;
            for (filled += bits; filled >= Byte.SIZE; filled -= Byte.SIZE) {
                out.u8((int) packed);
                packed >>>= Byte.SIZE;
            }
        }
        return Math.min(end, to);
    }

    private static boolean startsRun(int[] numbers, int at, int to) {
        if (to - at < GROUP) return false;
        for (int i = at + 1; i < at + GROUP; i++) if (numbers[i] != numbers[at]) return false;
        return true;
    }
}
