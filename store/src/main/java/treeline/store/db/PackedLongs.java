package treeline.store.db;

import treeline.array.Ints;
import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;

import java.util.Arrays;

/// Bit-packed integers: patched frame of reference (PFOR), blocks of 128, outliers stored as
/// exceptions; ascending blocks are delta-encoded. Pure Java, because recorded programs contain
/// this code.
final class PackedLongs {
    /// How many numbers share a base and a width; a byte tells the place of an exception in a run.
    static final int RUN = 128;

    private static final int PLAIN = 0;
    private static final int DELTA = 1;
    private static final int HAS_EXCEPTIONS = 0x80;
    private static final int MAX_EXCEPTIONS = 255;
    private static final int EXACT_BITS = 53;

    private PackedLongs() {}

    static void write(LittleEndianBytes out, long[] values, int count) {
        write(out, values, count, RUN);
    }

    /// The same with shorter runs, where it is known how many neighbours are alike.
    static void write(LittleEndianBytes out, long[] values, int count, int run) {
        if (count == 0) return;
        var plain = new Ranges(values, count, run);
        long bits = plain.bits();
        if (bits <= 64 || differenceBits(values, count, run) + 64 >= bits) {
            out.u8(PLAIN);
            plain.write(out);
            return;
        }
        long[] differences = new long[count - 1];
        for (int i = 1; i < count; i++) differences[i - 1] = values[i] - values[i - 1];
        out.u8(DELTA);
        out.zigzag(values[0]);
        new Ranges(differences, count - 1, run).write(out);
    }

    static void write(LittleEndianBytes out, int[] values, int count) {
        long[] wide = new long[count];
        for (int i = 0; i < count; i++) wide[i] = values[i];
        write(out, wide, count);
    }

    static void write(LittleEndianBytes out, Ints values) {
        write(out, values.toArray(), values.size());
    }

    /// Reads as many numbers as were written; the caller knows how many.
    static void read(ByteSource in, long[] into, int count) {
        read(in, into, count, RUN);
    }

    static void read(ByteSource in, long[] into, int count, int run) {
        if (count == 0) return;
        switch (in.u8()) {
            case PLAIN -> readRuns(in, into, 0, count, run);
            case DELTA -> {
                into[0] = in.zigzag();
                readRuns(in, into, 1, count - 1, run);
                for (int i = 1; i < count; i++) into[i] += into[i - 1];
            }
            default -> throw in.malformed("packing 0 or 1", "another");
        }
    }

    /// Numbers that are indexes below a limit.
    static int[] readIndexes(ByteSource in, int count, String what, long limit) {
        long[] wide = new long[count];
        read(in, wide, count);
        int[] narrow = new int[count];
        for (int i = 0; i < count; i++) {
            if (wide[i] < 0 || wide[i] >= limit)
                throw in.malformed("%s below %d".formatted(what, limit), Long.toString(wide[i]));
            narrow[i] = (int) wide[i];
        }
        return narrow;
    }

    /// How many bits the differences of neighbours would take without exceptions: enough to choose
    /// between two packings.
    private static long differenceBits(long[] values, int count, int run) {
        long bits = 0;
        for (int from = 1; from < count; from += run) {
            int to = Math.min(count, from + run);
            long before = values[from - 1];
            long least = Long.MAX_VALUE;
            long most = Long.MIN_VALUE;
            for (int i = from; i < to; i++) {
                long difference = values[i] - before;
                before = values[i];
                if (difference < least) least = difference;
                if (difference > most) most = difference;
            }
            bits += (long) (to - from) * width(most - least);
        }
        return bits;
    }

    /// Integers in blocks, with the bounds of each block.
    private static final class Ranges {
        private final long[] values;
        private final int count;
        private final int run;
        private final long[] least;
        private final long[] most;
        private final int[] ofWidth = new int[Long.SIZE + 1];

        Ranges(long[] values, int count, int run) {
            this.values = values;
            this.count = count;
            this.run = run;
            this.least = new long[Math.ceilDiv(count, run)];
            this.most = new long[least.length];
            for (int i = 0; i < least.length; i++) bound(i);
        }

        private void bound(int which) {
            int from = which * run;
            long low = values[from];
            long high = low;
            for (int i = from + 1; i < Math.min(count, from + run); i++) {
                long value = values[i];
                if (value < low) low = value;
                else if (value > high) high = value;
            }
            least[which] = low;
            most[which] = high;
        }

        /// How many bits they would take without exceptions.
        long bits() {
            long bits = 0;
            for (int i = 0; i < least.length; i++)
                bits += (long) length(i) * width(most[i] - least[i]);
            return bits;
        }

        private int length(int which) {
            return Math.min(run, count - which * run);
        }

        void write(LittleEndianBytes out) {
            long lastBase = 0;
            for (int i = 0; i < least.length; i++) {
                out.zigzag(least[i] - lastBase);
                lastBase = least[i];
                if (most[i] == lastBase) out.u8(0);
                else writeRun(out, i * run, length(i), lastBase, width(most[i] - lastBase));
            }
        }

        private void writeRun(LittleEndianBytes out, int from, int length, long base, int widest) {
            Arrays.fill(ofWidth, 0, widest + 1, 0);
            for (int i = from; i < from + length; i++) ofWidth[exponent(values[i] - base)]++;
            int width = bestWidth(ofWidth, widest, length);
            int exceptions = 0;
            for (int wider = width + 1; wider <= widest; wider++) exceptions += ofWidth[wider];
            out.u8(width | (exceptions > 0 ? HAS_EXCEPTIONS : 0));
            out.packed(values, from, length, base, width);
            if (exceptions == 0) return;
            out.u8(exceptions);
            for (int i = 0; i < length; i++) {
                long above = (values[from + i] - base) >>> width;
                if (above == 0) continue;
                out.u8(i);
                out.varint(above);
            }
        }
    }

    /// The width for which packed bits and exceptions (a byte of place and a varint each) cost
    /// least.
    private static int bestWidth(int[] ofWidth, int widest, int length) {
        int best = widest;
        long bestBits = (long) widest * length;
        int exceptions = 0;
        for (int width = widest - 1; width >= 0; width--) {
            exceptions += ofWidth[width + 1];
            if (exceptions > MAX_EXCEPTIONS) break;
            long bits =
                    (long) width * length
                            + exceptions * (8L + 8L * Math.ceilDiv(widest - width, 7))
                            + 8;
            if (bits >= bestBits) continue;
            best = width;
            bestBits = bits;
        }
        return best;
    }

    private static void readRuns(ByteSource in, long[] into, int start, int count, int run) {
        long base = 0;
        for (int from = 0; from < count; from += run) {
            int length = Math.min(run, count - from);
            base += in.zigzag();
            int head = in.u8();
            int width = head & ~HAS_EXCEPTIONS;
            if (width > 64)
                throw in.malformed("a width of at most 64 bits", Integer.toString(width));
            in.packed(into, start + from, length, base, width);
            if ((head & HAS_EXCEPTIONS) != 0) readExceptions(in, into, start + from, length, width);
        }
    }

    private static void readExceptions(
            ByteSource in, long[] into, int from, int length, int width) {
        int exceptions = in.u8();
        for (int i = 0; i < exceptions; i++) {
            int place = in.u8();
            if (place >= length || width == 64)
                throw in.malformed(
                        "an exception within its run of %d".formatted(length),
                        Integer.toString(place));
            into[from + place] += in.varint() << width;
        }
    }

    /// The same as [#width], by the exponent of a double: where Java compiles only once, counting
    /// zeros is a call, and this is done for every number.
    private static int exponent(long value) {
        if (value >>> EXACT_BITS != 0) return width(value);
        return value == 0 ? 0 : 1 + Math.getExponent((double) value);
    }

    private static int width(long value) {
        return 64 - Long.numberOfLeadingZeros(value);
    }
}
