package treeline.record.events;

import org.jspecify.annotations.Nullable;

import treeline.record.parts.MessageWriter;

import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A cell that stores every iteration by iteration number, so uneven, skipped and nested iterations
/// need no bookkeeping. A value is stored as nanoseconds + 1, so that 0 means "did not run". The
/// first number decides where the series starts, so a restarted loop may count from a million on.
///
/// Numbers that would need too much memory are not stored: the time of these calls is part of
/// [#nanos] only.
public final class EachCell extends Cell {
    /// A series may always span this many iterations. Beyond, at least one in [#SPARSEST] must have
    /// run, so that a wild number cannot take the program's memory.
    static final int FREE_ITERATIONS = 1 << 16;

    static final int MAX_ITERATIONS = 1 << 28;
    static final int SPARSEST = 64;

    /// Readers count iterations with ints.
    private static final int MAX_NUMBER = Integer.MAX_VALUE - MAX_ITERATIONS;

    private final TimeSeries times;
    private volatile @Nullable NumberSeries @Nullable [] numbers;

    public EachCell(int repetition, @Nullable Cell earlier) {
        super(repetition, earlier);
        times = new TimeSeries(earlier instanceof EachCell before ? before.times.capacity() : 0);
    }

    @Override
    public EachCell each() {
        return this;
    }

    /// Adds to the value of an iteration; false if its number is out of reach.
    public boolean addIteration(int iteration, long elapsed) {
        if (!times.addWithin(iteration, elapsed)) {
            if (!reaches(iteration)) return false;
            times.add(iteration, elapsed);
        }
        addCall();
        return true;
    }

    boolean reaches(int iteration) {
        if (iteration < 0 || iteration > MAX_NUMBER) return false;
        long span = times.spanWith(iteration);
        return span <= FREE_ITERATIONS
                || span <= Math.min(MAX_ITERATIONS, (times.ran() + 1L) * SPARSEST);
    }

    @Override
    public int roughLength() {
        return Math.max(1, times.capacity());
    }

    /// The stored values (nanoseconds + 1, 0 for none), for the end of the recording.
    public Stored stored() {
        return times.stored();
    }

    /// Consecutive iterations from number `first` on, in one of two widths: the words `[from, to)`
    /// of an array.
    public record Stored(int first, int[] narrow, long @Nullable [] wide, int from, int to) {
        public int length() {
            return to - from;
        }

        /// The sum of the iterations.
        public long nanos() {
            long sum = 0;
            for (int place = from; place < to; place++)
                sum += Math.max(0, (wide == null ? narrow[place] : wide[place]) - 1);
            return sum;
        }

        /// The stored value of an iteration of these, by its number.
        long at(int iteration) {
            int place = from + iteration - first;
            return wide == null ? narrow[place] : wide[place];
        }

        /// A copy, with the values of some iterations replaced.
        ///
        /// @param changed by iteration number, or null; looked at after the values are copied
        Stored copied(@Nullable Map<Integer, Long> changed) {
            long[] copy = new long[length()];
            for (int i = 0; i < copy.length; i++)
                copy[i] = wide == null ? narrow[from + i] : wide[from + i];
            VarHandle.acquireFence();
            if (changed != null)
                changed.forEach((iteration, word) -> copy[iteration - first] = word);
            return new Stored(first, narrow, copy, 0, copy.length);
        }

        public void writeTo(MessageWriter out) {
            if (wide == null) out.series(narrow, from, to);
            else out.series(wide, from, to);
        }
    }

    public boolean addMetricIteration(int number, int count, int iteration, double value) {
        if (!reaches(iteration)) return false;
        @Nullable NumberSeries[] all = numbers;
        if (all == null) {
            all = new NumberSeries[count];
            numbers = all;
        }
        NumberSeries series = all[number];
        if (series == null) {
            series = new NumberSeries();
            VarHandle.releaseFence(); // others may have the array, and find the series in it
            all[number] = series;
        }
        series.add(iteration, value);
        return true;
    }

    /// The values of a metric by iteration; empty if no iteration has one. For the end of the
    /// recording.
    public NumberSeries.Stored metricSeries(int number) {
        NumberSeries series = numbers(number);
        return series == null ? NumberSeries.Stored.NONE : series.stored();
    }

    private @Nullable NumberSeries numbers(int number) {
        @Nullable NumberSeries[] all = numbers;
        if (all == null) return null;
        NumberSeries seen = all[number];
        VarHandle.acquireFence();
        return seen;
    }

    @Override
    Saved save() {
        return new SavedSeries(this);
    }

    /// A copy of the iterations, of which none may be in change.
    Stored copiedTimes() {
        return times.stored().copied(null);
    }

    NumberSeries.Stored copiedNumbers(int number) {
        return metricSeries(number).copied(null);
    }

    /// The iterations of a cell at the moment of a [Cut]: the arrays of that moment, and the values
    /// in them that were changed since.
    static final class SavedSeries extends Saved {
        private final EachCell cell;
        private final Stored times;
        private final NumberSeries.Stored[] numbers;
        private final Map<Integer, Long> changedTimes = new ConcurrentHashMap<>();
        private final Map<Long, Double> changedNumbers = new ConcurrentHashMap<>();

        SavedSeries(EachCell cell) {
            super(cell);
            this.cell = cell;
            times = cell.times.stored();
            @Nullable NumberSeries[] all = cell.numbers;
            numbers = new NumberSeries.Stored[all == null ? 0 : all.length];
            for (int i = 0; i < numbers.length; i++) numbers[i] = cell.metricSeries(i);
        }

        /// Before the value of an iteration changes.
        void keepTime(int iteration) {
            if (iteration >= times.first && iteration < times.first + times.length())
                changedTimes.putIfAbsent(iteration, cell.times.word(iteration));
        }

        void keepNumber(int number, int iteration) {
            if (number >= numbers.length || !numbers[number].covers(iteration)) return;
            NumberSeries series = cell.numbers(number);
            if (series != null)
                changedNumbers.putIfAbsent(key(number, iteration), series.value(iteration));
        }

        private static long key(int number, int iteration) {
            return ((long) number << Integer.SIZE) | iteration;
        }

        Stored times() {
            return times.copied(changedTimes);
        }

        NumberSeries.Stored numbers(int number) {
            if (number >= numbers.length) return NumberSeries.Stored.NONE;
            return numbers[number].copied(iteration -> changedNumbers.get(key(number, iteration)));
        }
    }
}
