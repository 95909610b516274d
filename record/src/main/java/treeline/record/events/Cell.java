package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The measurements of one call path in one repetition: a sum of nanoseconds and a number of calls,
/// 40 bytes. One thread writes. Other threads read while the recording runs as of one moment, by a
/// [Cut], and at its end directly.
public class Cell {
    public static final Cell NONE = new Cell(0, null);

    /// The metric did not get a value.
    static final double ABSENT = Double.NaN;

    public final int repetition;

    /// The cell of an earlier repetition: cells are a list from the newest to the oldest.
    volatile @Nullable public Cell earlier;

    /// If the cell stores iterations: the time of calls that are not stored by iteration.
    private long nanos;

    private long calls;
    private double @Nullable [] metrics;

    public Cell(int repetition, @Nullable Cell earlier) {
        this.repetition = repetition;
        this.earlier = earlier;
    }

    /// The cell as one that keeps iterations, or null.
    @Nullable
    public EachCell each() {
        return null;
    }

    /// At least as many values as it has, for estimates.
    public int roughLength() {
        return 1;
    }

    public final void addNanos(long elapsed) {
        nanos += elapsed;
        calls++;
    }

    /// Counts a call whose time is part of that of its caller.
    public final void addCall() {
        calls++;
    }

    public final long calls() {
        return calls;
    }

    public final long nanos() {
        return nanos;
    }

    /// Adds to the sum of a metric.
    public final void addMetric(int number, int count, double value) {
        double[] sums = metrics;
        if (sums == null) {
            sums = absent(count);
            VarHandle.releaseFence(); // "absent" is there for who sees the array, not 0
            metrics = sums;
        }
        double before = sums[number];
        sums[number] = Double.isNaN(before) ? value : before + value;
    }

    /// For any thread.
    public final double metric(int number) {
        double[] sums = metrics;
        VarHandle.acquireFence();
        return sums == null ? ABSENT : sums[number];
    }

    static double[] absent(int count) {
        double[] values = new double[count];
        Arrays.fill(values, ABSENT);
        return values;
    }

    /// A copy for a [Cut], made by the thread that writes the cell.
    Saved save() {
        return new Saved(this);
    }

    /// The sums of a cell at the moment of a [Cut].
    static class Saved {
        final long calls;
        final long nanos;
        private final double @Nullable [] metrics;

        Saved(Cell cell) {
            calls = cell.calls;
            nanos = cell.nanos;
            metrics = cell.metrics == null ? null : cell.metrics.clone();
        }

        final double metric(int number) {
            return metrics == null ? ABSENT : metrics[number];
        }
    }
}
