package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntFunction;

/// The values of a metric by iteration number, NaN for none. Arrays are replaced by longer ones, as
/// those of [TimeSeries].
public final class NumberSeries {
    private int base;
    private double[] values = {};

    /// One more than the last value in use.
    private int used;

    void add(int iteration, double value) {
        if (values.length == 0) base = Bases.of(iteration);
        if (iteration < base) lowerTo(Bases.lowered(iteration, base, values.length));
        int place = iteration - base;
        if (place >= values.length) {
            double[] grown = Cell.absent(Math.max(4, Integer.highestOneBit(place) << 1));
            System.arraycopy(values, 0, grown, 0, used);
            VarHandle.releaseFence(); // "absent" is there for who sees the array, not 0
            values = grown;
        }
        double before = values[place];
        values[place] = Double.isNaN(before) ? value : before + value;
        if (place >= used) used = place + 1;
    }

    private void lowerTo(int lower) {
        int shift = base - lower;
        double[] grown = new double[Math.addExact(used, shift)];
        Arrays.fill(grown, 0, shift, Cell.ABSENT);
        System.arraycopy(values, 0, grown, shift, used);
        VarHandle.releaseFence();
        values = grown;
        base = lower;
        used += shift;
    }

    /// For the thread that writes the series.
    double value(int iteration) {
        int place = iteration - base;
        return place < 0 || place >= values.length ? Cell.ABSENT : values[place];
    }

    Stored stored() {
        double[] seen = values;
        VarHandle.acquireFence();
        int end = Math.min(used, seen.length);
        int from = 0;
        while (from < end && Double.isNaN(seen[from])) from++;
        return new Stored(base + from, seen, from, end);
    }

    /// Consecutive iterations from number `first` on: the values `[from, to)` of an array.
    public record Stored(int first, double[] values, int from, int to) {
        static final Stored NONE = new Stored(0, new double[0], 0, 0);

        public int length() {
            return to - from;
        }

        /// The value at a place, counted from the first iteration.
        public double at(int place) {
            return values[from + place];
        }

        boolean covers(int iteration) {
            return iteration >= first && iteration - first < length();
        }

        /// A copy, with the values of some iterations replaced.
        ///
        /// @param changed null, or the value of an iteration if it is to be replaced; looked at
        ///   after the values are copied
        Stored copied(@Nullable IntFunction<@Nullable Double> changed) {
            double[] copy = Arrays.copyOfRange(values, from, to);
            VarHandle.acquireFence();
            for (int i = 0; changed != null && i < copy.length; i++) {
                Double value = changed.apply(first + i);
                if (value != null) copy[i] = value;
            }
            return new Stored(first, copy, 0, copy.length);
        }
    }
}
