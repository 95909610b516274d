package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;
import treeline.record.events.Cut;
import treeline.record.events.EachCell;
import treeline.record.events.NumberSeries;
import treeline.record.events.OpenNanos;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.ValuesMessage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Serialises one thread's values into the message of its rank, in the layout of [ValuesMessage].
/// The cells of a path are a list from the newest to the oldest repetition, which may grow during
/// the write; repetitions that start later go into the next message. A thread that still records is
/// read as of one moment, see [Cut].
final class ThreadValues {
    private static final double EXACT = 1L << 52;

    private static volatile Runnable betweenSteps = () -> {};

    /// How many repetitions are gone through path by path: what was recorded at about the same time
    /// lies together in memory, and a whole list does not fit the caches.
    private static final int BLOCK = 64;

    private final @Nullable Cut cut;
    private final OpenNanos open;
    private final int metrics;
    private final int lastRepetition;
    private final MessageWriter out;

    /// The number of the context, counted from 1, of each repetition; 0 where it has none.
    private int[] contextOf = new int[0];

    private int contexts;
    private long cells;
    private long iterations;

    /// One number of each cell of a path, in ascending order of repetitions.
    private long[] numbers = {};

    /// @param cut the moment as of which the thread is read, or null if it has ended
    /// @param lastRepetition ranks have agreed on contexts up to this one
    ThreadValues(
            @Nullable Cut cut, OpenNanos open, int metrics, int lastRepetition, MessageWriter out) {
        this.lastRepetition = lastRepetition;
        this.cut = cut;
        this.open = open;
        this.metrics = metrics;
        this.out = out;
    }

    /// For tests that make reading take longer.
    static void betweenSteps(Runnable pause) {
        betweenSteps = pause;
    }

    int contexts() {
        return contexts;
    }

    long cells() {
        return cells;
    }

    long iterations() {
        return iterations;
    }

    /// @param numbersAndNodes the number of a path above, the index of its node below; ascending
    void write(long[] numbersAndNodes, PathNode[] nodes) {
        List<Wanted> wanted = new ArrayList<>(nodes.length);
        for (PathNode node : nodes) wanted.add(new Wanted(node));
        collect(wanted);
        int before = -1;
        for (long key : numbersAndNodes) {
            Wanted path = wanted.get((int) key);
            if (path.count == 0) continue;
            if (numbers.length < path.count) numbers = new long[path.count];
            int number = (int) (key >>> Integer.SIZE);
            out.varint(number - before - 1L);
            before = number;
            path.write();
        }
    }

    /// The repetitions that have a context.
    void writeRuns(MessageWriter head) {
        var runs = new MessageWriter(16);
        int number = 0;
        int end = 0;
        for (int from = next(0, true); from < contextOf.length; from = next(end, true)) {
            runs.varint(from - end);
            end = next(from, false);
            runs.varint(end - from);
            number++;
        }
        head.varint(number).raw(runs.message());
    }

    /// The next place from one on that has a context, or has none.
    private int next(int from, boolean isContext) {
        int place = from;
        while (place < contextOf.length && contextOf[place] > 0 != isContext) place++;
        return place;
    }

    /// The selected cells of a path, newest first, with their calls and times. Each is read once,
    /// because they are scattered in memory.
    private final class Wanted {
        private @Nullable Cell next;
        private Cell[] cells;
        private long[] calls;
        private long[] nanos;
        private int count;

        Wanted(PathNode node) {
            next = node.newestCell();
            int repetitions = next == null ? 0 : next.repetition + 1;
            int expected = Math.min(repetitions, node.roughCells());
            cells = new Cell[expected];
            calls = new long[expected];
            nanos = new long[expected];
        }

        int newest() {
            return next == null ? -1 : next.repetition;
        }

        void collectDownTo(int repetition) {
            Cell cell = next;
            for (; cell != null && cell.repetition >= repetition; cell = cell.earlier)
                if (cell.repetition <= lastRepetition)
                    collect(cell, calls(cell) + open.calls(cell));
            next = cell;
        }

        /// Not one that has no value yet.
        private void collect(Cell cell, long callsOf) {
            if (callsOf > 0) add(cell, callsOf, nanos(cell) + open.of(cell));
        }

        private void add(Cell cell, long callsOf, long nanosOf) {
            if (count == cells.length) grow();
            cells[count] = cell;
            calls[count] = callsOf;
            nanos[count] = nanosOf;
            count++;
            contextOf[cell.repetition] = 1;
        }

        private void grow() {
            int length = Math.max(8, count * 2);
            cells = Arrays.copyOf(cells, length);
            calls = Arrays.copyOf(calls, length);
            nanos = Arrays.copyOf(nanos, length);
        }

        void write() {
            ThreadValues.this.cells += count;
            out.varint(count);
            writePlaces();
            writeCalls();
            betweenSteps.run();
            boolean isEach = cells[0] instanceof EachCell;
            if (isEach) writeIterations();
            else writeTimes();
            for (int metric = 0; metric < metrics; metric++)
                if (isEach) writeMetricIterations(metric);
                else writeMetric(metric);
        }

        private void writePlaces() {
            out.varint(
                    count == contexts ? ValuesMessage.EVERY_CONTEXT : ValuesMessage.SOME_CONTEXTS);
            if (count == contexts) return;
            int before = 0;
            for (int i = count - 1; i >= 0; i--) {
                int context = contextOf[cells[i].repetition];
                out.varint(context - before - 1L);
                before = context;
            }
        }

        private void writeCalls() {
            boolean same = true;
            for (int i = 1; i < count; i++) same &= calls[i] == calls[0];
            if (same) out.varint(1 + calls[0]);
            else out.varint(ValuesMessage.DIFFERENT_CALLS);
            for (int i = count - 1; i >= 0 && !same; i--) out.varint(calls[i]);
        }

        private void writeTimes() {
            for (int i = 0; i < count; i++) numbers[count - 1 - i] = 1 + nanos[i];
            out.varint(ValuesMessage.PLAIN).series(numbers, 0, count);
        }

        private void writeIterations() {
            out.varint(ValuesMessage.EACH);
            for (int i = count - 1; i >= 0; i--) {
                EachCell cell = (EachCell) cells[i];
                EachCell.Stored series = open.with(times(cell), cell);
                if (series.length() == 0) out.varint(ValuesMessage.PLAIN).varint(nanos[i]);
                else writeSeries(series, nanos[i]);
            }
        }

        private void writeMetric(int metric) {
            boolean isThere = false;
            for (int i = 0; i < count && !isThere; i++)
                isThere = !Double.isNaN(metricOf(cells[i], metric));
            out.varint(isThere ? ValuesMessage.METRIC_PLAIN : ValuesMessage.METRIC_ABSENT);
            for (int i = count - 1; i >= 0 && isThere; i--) writeValue(metricOf(cells[i], metric));
        }

        private void writeMetricIterations(int metric) {
            boolean isThere = false;
            for (int i = 0; i < count && !isThere; i++)
                isThere =
                        numbers((EachCell) cells[i], metric).length() > 0
                                || !Double.isNaN(metricOf(cells[i], metric));
            out.varint(isThere ? ValuesMessage.METRIC_EACH : ValuesMessage.METRIC_ABSENT);
            for (int i = count - 1; i >= 0 && isThere; i--)
                ThreadValues.this.writeMetric((EachCell) cells[i], metric);
        }
    }

    private void collect(List<Wanted> wanted) {
        int last = -1;
        for (Wanted each : wanted) last = Math.max(last, each.newest());
        last = Math.min(last, lastRepetition);
        contextOf = new int[last + 1];
        for (int end = last + 1; end > 0; end -= BLOCK)
            for (Wanted each : wanted) each.collectDownTo(Math.max(0, end - BLOCK));
        for (int place = 0; place < contextOf.length; place++)
            if (contextOf[place] > 0) contextOf[place] = ++contexts;
    }

    /// @param rest the time of calls that are not stored by iteration
    private void writeSeries(EachCell.Stored series, long rest) {
        if (rest == 0) out.varint(ValuesMessage.EACH);
        else out.varint(ValuesMessage.EACH_AND_REST).varint(rest);
        out.varint(series.first()).varint(series.length());
        series.writeTo(out);
        iterations += series.length();
    }

    private void writeMetric(EachCell cell, int metric) {
        NumberSeries.Stored series = numbers(cell, metric);
        double rest = metricOf(cell, metric);
        if (series.length() == 0 && Double.isNaN(rest)) {
            out.varint(ValuesMessage.METRIC_ABSENT);
            return;
        }
        out.varint(kind(series.length() > 0, !Double.isNaN(rest)));
        if (!Double.isNaN(rest)) writeValue(rest);
        if (series.length() == 0) return;
        out.varint(series.first()).varint(series.length());
        for (int i = 0; i < series.length(); i++) writeValue(series.at(i));
    }

    private static int kind(boolean hasSeries, boolean hasRest) {
        if (!hasSeries) return ValuesMessage.METRIC_PLAIN;
        return hasRest ? ValuesMessage.METRIC_EACH_AND_REST : ValuesMessage.METRIC_EACH;
    }

    private long calls(Cell cell) {
        return cut == null ? cell.calls() : cut.calls(cell);
    }

    private long nanos(Cell cell) {
        return cut == null ? cell.nanos() : cut.nanos(cell);
    }

    private double metricOf(Cell cell, int metric) {
        return cut == null ? cell.metric(metric) : cut.metric(cell, metric);
    }

    private EachCell.Stored times(EachCell cell) {
        return cut == null ? cell.stored() : cut.times(cell);
    }

    private NumberSeries.Stored numbers(EachCell cell, int metric) {
        return cut == null ? cell.metricSeries(metric) : cut.numbers(cell, metric);
    }

    private void writeValue(double value) {
        long whole = (long) value;
        boolean isWhole =
                Math.abs(value) < EXACT
                        && Double.doubleToRawLongBits((double) whole)
                                == Double.doubleToRawLongBits(value);
        if (isWhole) out.varint(((whole << 1) ^ (whole >> 63)) << 1);
        else if (Double.isNaN(value)) out.varint(ValuesMessage.NO_VALUE);
        else out.varint(ValuesMessage.RAW_BITS).u64(Double.doubleToRawLongBits(value));
    }
}
