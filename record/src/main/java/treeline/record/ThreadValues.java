package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;
import treeline.record.events.EachCell;
import treeline.record.events.OpenNanos;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.ValuesMessage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Serialises one thread's values into the message of its rank, in the layout of [ValuesMessage].
/// The cells of a path are a list from the newest to the oldest repetition, which may grow during
/// the write; repetitions that start later go into the next message.
final class ThreadValues {
    private static final double EXACT = 1L << 52;

    /// Series may begin later; those that are written do not.
    private static final int NONE_SKIPPED = 0;

    /// How many repetitions are gone through path by path: what was recorded at about the same time
    /// lies together in memory, and a whole list does not fit the caches.
    private static final int BLOCK = 64;

    private final OpenNanos open;
    private final int metrics;
    private final MessageWriter out;

    /// The number of the context, counted from 1, of each repetition; 0 where it has none.
    private int[] contextOf = new int[0];

    private int contexts;
    private long cells;
    private long iterations;

    /// One number of each cell of a path, in ascending order of repetitions.
    private long[] numbers = {};

    ThreadValues(OpenNanos open, int metrics, MessageWriter out) {
        this.open = open;
        this.metrics = metrics;
        this.out = out;
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
                collect(cell, cell.calls(), open.of(cell));
            next = cell;
        }

        /// Not one that has no value yet.
        private void collect(Cell cell, long ended, long openNanos) {
            if (ended > 0 || open.has(cell))
                add(cell, ended + (openNanos > 0 ? 1 : 0), cell.nanos() + openNanos);
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
            writeCalls(); // before the times: what comes behind has at least theirs
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
                EachCell.Stored series = open.with(cell);
                if (series.length() == 0) out.varint(ValuesMessage.PLAIN).varint(nanos[i]);
                else writeSeries(series);
            }
        }

        private void writeMetric(int metric) {
            boolean isThere = false;
            for (int i = 0; i < count && !isThere; i++)
                isThere = !Double.isNaN(cells[i].metric(metric));
            out.varint(isThere ? ValuesMessage.METRIC_PLAIN : ValuesMessage.METRIC_ABSENT);
            for (int i = count - 1; i >= 0 && isThere; i--) writeValue(cells[i].metric(metric));
        }

        private void writeMetricIterations(int metric) {
            boolean isThere = false;
            for (int i = 0; i < count && !isThere; i++)
                isThere =
                        ((EachCell) cells[i]).metricSeries(metric).length > 0
                                || !Double.isNaN(cells[i].metric(metric));
            out.varint(isThere ? ValuesMessage.METRIC_EACH : ValuesMessage.METRIC_ABSENT);
            for (int i = count - 1; i >= 0 && isThere; i--)
                ThreadValues.this.writeMetric((EachCell) cells[i], metric);
        }
    }

    private void collect(List<Wanted> wanted) {
        int last = -1;
        for (Wanted each : wanted) last = Math.max(last, each.newest());
        contextOf = new int[last + 1];
        for (int end = last + 1; end > 0; end -= BLOCK)
            for (Wanted each : wanted) each.collectDownTo(Math.max(0, end - BLOCK));
        for (int place = 0; place < contextOf.length; place++)
            if (contextOf[place] > 0) contextOf[place] = ++contexts;
    }

    private void writeSeries(EachCell.Stored series) {
        out.varint(ValuesMessage.EACH).varint(NONE_SKIPPED).varint(series.length());
        series.writeTo(out);
        iterations += series.length();
    }

    private void writeMetric(EachCell cell, int metric) {
        double[] series = cell.metricSeries(metric);
        int length = EachCell.usedLength(series);
        double plain = cell.metric(metric);
        if (length > 0) {
            out.varint(ValuesMessage.METRIC_EACH).varint(NONE_SKIPPED).varint(length);
            for (int i = 0; i < length; i++) writeValue(series[i]);
        } else if (Double.isNaN(plain)) out.varint(ValuesMessage.METRIC_ABSENT);
        else {
            out.varint(ValuesMessage.METRIC_PLAIN);
            writeValue(plain);
        }
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
