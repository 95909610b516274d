package treeline.formats.reading;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A bounded cache from byte sequences to their parsed meaning, for files that repeat stacks or
/// frame lines: comparing bytes is much cheaper than parsing them. It takes 8 MB; new entries
/// replace old ones.
public final class ByteMemo {
    public static final int NONE = -1;
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /// A piece stands with its length and its value before it, so that it is found by one look, in
    /// one of two places that are side by side.
    private static final int RECORD = 128;

    private static final int VALUE_AT = Integer.BYTES;
    private static final int BYTES_AT = 2 * Integer.BYTES;
    private static final int MAX_LENGTH = RECORD - BYTES_AT;
    private static final int RECORDS = 1 << 16;

    private final byte[] records = new byte[RECORDS * RECORD];

    /// The value of a piece, or [#NONE].
    public int value(byte[] in, int from, int to) {
        if (from == to || to - from > MAX_LENGTH) return NONE;
        int place = place(in, from, to);
        if (isAt(place, in, from, to)) return (int) INTS.get(records, place + VALUE_AT);
        int other = place ^ RECORD;
        return isAt(other, in, from, to) ? (int) INTS.get(records, other + VALUE_AT) : NONE;
    }

    private boolean isAt(int place, byte[] in, int from, int to) {
        int length = to - from;
        int start = place + BYTES_AT;
        return (int) INTS.get(records, place) == length
                && Arrays.equals(in, from, to, records, start, start + length);
    }

    /// Remembers a piece that is not known; what was in its place moves aside.
    public void put(byte[] in, int from, int to, int value) {
        if (from == to || to - from > MAX_LENGTH) return;
        int place = place(in, from, to);
        System.arraycopy(records, place, records, place ^ RECORD, RECORD);
        INTS.set(records, place, to - from);
        INTS.set(records, place + VALUE_AT, value);
        System.arraycopy(in, from, records, place + BYTES_AT, to - from);
    }

    private static int place(byte[] in, int from, int to) {
        long mixed = (long) to - from;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES)
            mixed = mixed(mixed ^ (long) LONGS.get(in, at));
        for (; at < to; at++) mixed = mixed(mixed ^ in[at]);
        return ((int) (mixed >>> 40) & (RECORDS - 1)) * RECORD;
    }

    private static long mixed(long value) {
        long product = value * 0x9E37_79B9_7F4A_7C15L;
        return product ^ product >>> 32;
    }
}
