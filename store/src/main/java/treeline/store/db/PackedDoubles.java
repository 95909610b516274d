package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;

/// Lossless encoding of measured values. Most are integers (nanoseconds, bytes, counts) or short
/// decimals (from text formats), so a column is scaled to integers if every value survives the
/// round trip bit for bit. Otherwise the bits themselves are packed, in an order-preserving
/// mapping.
final class PackedDoubles {
    private static final int BITS = 0xff;
    private static final int MAX_DECIMALS = 15;
    private static final double EXACT = 1L << 53;
    private static final double[] POWER_OF_TEN = powersOfTen();

    private PackedDoubles() {}

    static void write(LittleEndianBytes out, double[] values, int count) {
        write(out, values, count, PackedLongs.RUN);
    }

    static void write(LittleEndianBytes out, double[] values, int count, int run) {
        long[] scaled = new long[count];
        int decimals = scale(values, count, scaled);
        if (decimals < 0) for (int i = 0; i < count; i++) scaled[i] = ordered(values[i]);
        out.u8(decimals < 0 ? BITS : decimals);
        PackedLongs.write(out, scaled, count, run);
    }

    static void read(ByteSource in, double[] into, long[] scratch, int count) {
        read(in, into, scratch, count, PackedLongs.RUN);
    }

    static void read(ByteSource in, double[] into, long[] scratch, int count, int run) {
        int decimals = in.u8();
        if (decimals > MAX_DECIMALS && decimals != BITS)
            throw in.malformed(
                    "at most %d decimals".formatted(MAX_DECIMALS), Integer.toString(decimals));
        PackedLongs.read(in, scratch, count, run);
        if (decimals == 0) {
            for (int i = 0; i < count; i++) into[i] = scratch[i];
        } else if (decimals == BITS) {
            for (int i = 0; i < count; i++) into[i] = value(scratch[i]);
        } else {
            double power = POWER_OF_TEN[decimals];
            for (int i = 0; i < count; i++) into[i] = scratch[i] / power;
        }
    }

    /// The fewest decimals that carry every value, or -1.
    private static int scale(double[] values, int count, long[] into) {
        if (areWhole(values, count, into)) return 0;
        for (int decimals = 1; decimals <= MAX_DECIMALS; decimals++)
            if (fits(values, count, POWER_OF_TEN[decimals], into)) return decimals;
        return -1;
    }

    /// As without decimals in [#fits], which nearly all columns are, without rounding.
    private static boolean areWhole(double[] values, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            double value = values[i];
            long whole = (long) value;
            if (whole != value || !(Math.abs(value) < EXACT)) return false;
            if (whole == 0 && Double.doubleToRawLongBits(value) != 0) return false; // minus zero
            into[i] = whole;
        }
        return true;
    }

    private static boolean fits(double[] values, int count, double power, long[] into) {
        for (int i = 0; i < count; i++) {
            double whole = Math.rint(values[i] * power);
            if (!(Math.abs(whole) < EXACT)) return false;
            into[i] = (long) whole;
            if (Double.doubleToRawLongBits(into[i] / power)
                    != Double.doubleToRawLongBits(values[i])) return false;
        }
        return true;
    }

    /// The bits of a double as a long that sorts as the double does; its own opposite.
    private static long ordered(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static double value(long ordered) {
        return Double.longBitsToDouble(ordered ^ ((ordered >> 63) & Long.MAX_VALUE));
    }

    private static double[] powersOfTen() {
        double[] powers = new double[MAX_DECIMALS + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) powers[i] = powers[i - 1] * 10;
        return powers;
    }
}
