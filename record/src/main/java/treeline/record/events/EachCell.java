package treeline.record.events;

import org.jspecify.annotations.Nullable;

import treeline.record.parts.MessageWriter;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// A cell that stores every iteration by iteration number, so uneven, skipped and nested iterations
/// need no bookkeeping. A value is stored as nanoseconds + 1, so that 0 means "did not run", in
/// ints until an iteration exceeds two seconds.
public final class EachCell extends Cell {
    /// Iteration numbers up to here are taken as they come; beyond, at least one in 64 must have
    /// run, so that a wild number cannot take the program's memory.
    static final int FREE_ITERATIONS = 1 << 16;

    static final int MAX_ITERATIONS = 1 << 28;
    private static final int SPARSEST = 64;

    /// A cell has room for as many iterations as that of the repetition before from the start, if
    /// they are no more than this.
    private static final int MAX_EXPECTED = 64;

    private static final int[] NO_INTS = {};
    private static final double[] NO_DOUBLES = {};

    private volatile int[] narrow = NO_INTS;
    private volatile long @Nullable [] wide;
    private volatile double @Nullable [][] metricSeries;

    public EachCell(int repetition, @Nullable Cell earlier) {
        super(repetition, earlier);
    }

    @Override
    public EachCell each() {
        return this;
    }

    /// Adds to the value of an iteration; false if its number is out of reach.
    public boolean addIteration(int iteration, long elapsed) {
        int[] values = narrow;
        if (iteration < values.length) {
            int before = values[iteration];
            long after = before == 0 ? elapsed + 1 : before + elapsed;
            if (after <= Integer.MAX_VALUE) {
                values[iteration] = (int) after;
                countCall();
                return true;
            }
        }
        return addSlowly(iteration, elapsed);
    }

    private boolean addSlowly(int iteration, long elapsed) {
        if (!reaches(iteration)) return false;
        if (wide == null && elapsed < Integer.MAX_VALUE && iteration >= narrow.length) {
            int[] grown = Arrays.copyOf(narrow, lengthFor(iteration));
            grown[iteration] = (int) elapsed + 1;
            narrow = grown;
        } else {
            long[] values = wideUpTo(iteration);
            long before = values[iteration];
            values[iteration] = before == 0 ? elapsed + 1 : before + elapsed;
        }
        countCall();
        return true;
    }

    boolean reaches(int iteration) {
        return iteration < FREE_ITERATIONS
                || iteration < Math.min(MAX_ITERATIONS, (calls() + 1) * SPARSEST);
    }

    private int lengthFor(int iteration) {
        int grown = Math.max(4, Integer.highestOneBit(iteration) << 1);
        return earlier instanceof EachCell before && before.length() <= MAX_EXPECTED
                ? Math.max(grown, before.length())
                : grown;
    }

    private long[] wideUpTo(int iteration) {
        long[] values = wide;
        if (values != null && iteration < values.length) return values;
        long[] grown = new long[Math.max(lengthFor(iteration), length())];
        for (int i = 0; i < length(); i++) grown[i] = stored(i);
        wide = grown;
        narrow = NO_INTS;
        return grown;
    }

    private int length() {
        long[] values = wide;
        return values == null ? narrow.length : values.length;
    }

    @Override
    public int roughLength() {
        return Math.max(1, length());
    }

    private long stored(int iteration) {
        long[] values = wide;
        return values == null ? narrow[iteration] : values[iteration];
    }

    /// The stored values (nanoseconds + 1, 0 for none) as they are now, for any thread: arrays are
    /// only ever replaced by longer ones with the same beginning.
    public Stored stored() {
        long[] longs = wide;
        int[] ints = narrow;
        if (longs == null) longs = wide; // it may have taken over between the two reads
        return longs != null
                ? new Stored(ints, longs, usedLength(longs))
                : new Stored(ints, null, usedLength(ints));
    }

    /// A view of the stored iterations, in one of two widths. Nothing is copied.
    public record Stored(int[] narrow, long @Nullable [] wide, int length) {
        public long at(int iteration) {
            return wide == null ? narrow[iteration] : wide[iteration];
        }

        public void writeTo(MessageWriter out) {
            if (wide == null) out.series(narrow, 0, length);
            else out.series(wide, 0, length);
        }
    }

    private static int usedLength(long[] values) {
        int used = values.length;
        while (used > 0 && values[used - 1] == 0) used--;
        return used;
    }

    private static int usedLength(int[] values) {
        int used = values.length;
        while (used > 0 && values[used - 1] == 0) used--;
        return used;
    }

    public boolean addMetricIteration(int number, int count, int iteration, double value) {
        if (!reaches(iteration)) return false;
        double[] values = metricUpTo(iteration, number, count);
        double before = values[iteration];
        values[iteration] = Double.isNaN(before) ? value : before + value;
        return true;
    }

    private double[] metricUpTo(int iteration, int number, int count) {
        double[][] all = metricSeries;
        if (all == null) {
            all = new double[count][];
            Arrays.fill(all, NO_DOUBLES);
        }
        double[] values = all[number];
        if (iteration < values.length) return values;
        double[] grown = absent(lengthFor(iteration));
        System.arraycopy(values, 0, grown, 0, values.length);
        VarHandle.releaseFence(); // others may have the outer array already, and find this in it
        all[number] = grown;
        metricSeries = all;
        return grown;
    }

    /// The values of a metric by iteration, NaN where there is none; empty if it never got one.
    /// There may be more of them than [#usedLength], and all absent.
    public double[] metricSeries(int number) {
        double[][] all = metricSeries;
        if (all == null) return NO_DOUBLES;
        double[] seen = all[number];
        VarHandle.acquireFence();
        return seen;
    }

    public static int usedLength(double[] values) {
        int used = values.length;
        while (used > 0 && Double.isNaN(values[used - 1])) used--;
        return used;
    }
}
