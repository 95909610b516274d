package treeline.store.text.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// SWAR scanning: classifies eight characters in one `long`, which avoids the mispredicted branch
/// at the end of each number. The first character is the lowest byte. The high bit of a byte is the
/// result of a classification; bytes above the first set one may be wrong.
public final class SwarScanner {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = EACH << 7;

    private SwarScanner() {}

    public static long at(byte[] text, int from) {
        return (long) WORD.get(text, from);
    }

    /// How many of the eight are digits before the first that is not.
    static int digits(long word) {
        long value = word ^ '0' * EACH;
        return first((value + (0x80 - 10) * EACH) | value);
    }

    /// How many of the eight are digits or points before the first that is not.
    public static int digitsAndPoints(long word) {
        long fromPoint = word + (0x80 - '.') * EACH;
        long aboveNine = word + (0x80 - '9' - 1) * EACH;
        return first(~fromPoint | aboveNine | word);
    }

    private static int first(long flags) {
        return Long.numberOfTrailingZeros(flags & HIGH_BITS) >>> 3;
    }

    /// The first `count` characters, which are digits, as a number: neighbours are joined to pairs,
    /// pairs to fours, fours to eight.
    static long number(long word, int count) {
        long digits = (word ^ '0' * EACH) << (Long.SIZE - Byte.SIZE * count);
        long pairs = digits * 10 + (digits >>> 8);
        return ((pairs & 0x0000_00FF_0000_00FFL) * 0x000F_4240_0000_0064L
                        + (pairs >>> 16 & 0x0000_00FF_0000_00FFL) * 0x0000_2710_0000_0001L)
                >>> 32;
    }
}
