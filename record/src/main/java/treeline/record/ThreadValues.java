package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Writes the values of one thread into its rank's message ([RankValues] tells how they are
/// arranged). The cells of a path are a list from the newest to the oldest repetition, which may be
/// growing; what begins after the look at them is left to the next message.
final class ThreadValues {
    private static final double EXACT = 1L << 52;

    /// How many repetitions are gone through path by path: what was recorded at about the same time
    /// lies together in memory, and a whole list does not fit the caches.
    private static final int BLOCK = 64;

    private final RankValues.Extent extent;
    private final int first;
    private final Map<Cell, Long> openNanos;
    private final boolean hasOpen;
    private final int metrics;
    private final MessageWriter out;

    /// The number of the context, counted from 1, of each repetition from the first on; 0 where it
    /// has none.
    private int[] contextOf = new int[0];

    private int contexts;
    private long cells;
    private long iterations;

    /// The wanted cells of the path that is being written, newest first, and one number of each in
    /// ascending order.
    private Cell[] chain = {};

    private int count;
    private long[] numbers = {};

    ThreadValues(
            RankValues.Extent extent,
            int first,
            Map<Cell, Long> openNanos,
            int metrics,
            MessageWriter out) {
        this.extent = extent;
        this.first = first;
        this.openNanos = openNanos;
        this.hasOpen = !openNanos.isEmpty();
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
            chain = wanted.get((int) key).cells;
            count = wanted.get((int) key).count;
            if (count == 0) continue;
            if (numbers.length < count) numbers = new long[count];
            int number = (int) (key >>> Integer.SIZE);
            out.varint(number - before - 1L);
            before = number;
            writePath();
        }
    }

    /// The repetitions that have a context.
    void writeRuns(MessageWriter head) {
        var runs = new MessageWriter(16);
        int number = 0;
        int end = -first; // gaps begin at repetition 0
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

    /// The cells of a path that are wanted, newest first, as far as they have been gone through.
    private final class Wanted {
        private @Nullable Cell next;
        private Cell[] cells;
        private int count;

        Wanted(PathNode node) {
            next = node.newestCell();
            int repetitions = next == null ? 0 : Math.max(0, next.repetition + 1 - first);
            cells = new Cell[Math.min(repetitions, node.roughCells())];
        }

        int newest() {
            return next == null ? -1 : next.repetition;
        }

        void collectDownTo(int repetition) {
            Cell cell = next;
            for (; cell != null && cell.repetition >= repetition; cell = cell.earlier)
                if (isWanted(cell)) add(cell);
            next = cell;
        }

        private void add(Cell cell) {
            if (count == cells.length) cells = Arrays.copyOf(cells, Math.max(8, count * 2));
            cells[count++] = cell;
            contextOf[cell.repetition - first] = 1;
        }
    }

    private void collect(List<Wanted> wanted) {
        int last = -1;
        for (Wanted each : wanted) last = Math.max(last, each.newest());
        contextOf = new int[Math.max(0, last + 1 - first)];
        for (int end = last + 1; end > first; end -= BLOCK)
            for (Wanted each : wanted) each.collectDownTo(Math.max(first, end - BLOCK));
        for (int place = 0; place < contextOf.length; place++)
            if (contextOf[place] > 0) contextOf[place] = ++contexts;
    }

    /// Not one that has no value yet.
    private boolean isWanted(Cell cell) {
        if (isBeyond(cell)) return cell instanceof EachCell each && each.settled > each.written;
        return cell.calls() > 0 || (hasOpen && openNanos.containsKey(cell));
    }

    /// Whether only those of its iterations are wanted that are over.
    private boolean isBeyond(Cell cell) {
        return cell.repetition >= extent.to();
    }

    /// In ascending order of repetitions.
    private Cell cell(int i) {
        return chain[count - 1 - i];
    }

    private void writePath() {
        cells += count;
        out.varint(count);
        writePlaces();
        writeCalls(); // before the times: what comes behind has at least theirs
        boolean isEach = cell(0) instanceof EachCell;
        if (isEach) writeIterations();
        else writeTimes();
        for (int metric = 0; metric < metrics; metric++)
            if (isEach) writeMetricIterations(metric);
            else writeMetric(metric);
    }

    private void writePlaces() {
        out.varint(count == contexts ? RankValues.EVERY_CONTEXT : RankValues.SOME_CONTEXTS);
        if (count == contexts) return;
        int before = 0;
        for (int i = 0; i < count; i++) {
            int context = contextOf[cell(i).repetition - first];
            out.varint(context - before - 1L);
            before = context;
        }
    }

    private void writeCalls() {
        boolean same = true;
        for (int i = 0; i < count; i++) {
            Cell cell = cell(i);
            numbers[i] = isBeyond(cell) ? 0 : cell.calls() + (openNanos(cell) > 0 ? 1 : 0);
            same &= numbers[i] == numbers[0];
        }
        if (same) out.varint(1 + numbers[0]);
        else out.varint(RankValues.DIFFERENT_CALLS);
        for (int i = 0; i < count && !same; i++) out.varint(numbers[i]);
    }

    private void writeTimes() {
        for (int i = 0; i < count; i++) numbers[i] = 1 + cell(i).nanos() + openNanos(cell(i));
        out.varint(RankValues.PLAIN).series(numbers, 0, count);
    }

    private long openNanos(Cell cell) {
        return hasOpen ? openNanos.getOrDefault(cell, 0L) : 0;
    }

    private void writeIterations() {
        out.varint(RankValues.EACH);
        for (int i = 0; i < count; i++) {
            EachCell cell = (EachCell) cell(i);
            EachCell.Stored series = cell.stored();
            if (series.length() == 0)
                out.varint(RankValues.PLAIN).varint(cell.nanos() + openNanos(cell));
            else writeSeries(series, firstOf(cell), Math.min(series.length(), endOf(cell)));
        }
    }

    private void writeSeries(EachCell.Stored series, int from, int to) {
        out.varint(RankValues.EACH).varint(from).varint(to - from);
        series.writeTo(out, from, to);
        iterations += to;
    }

    private int firstOf(EachCell cell) {
        if (!extent.sparesSettled()) return 0;
        return extent.isToTheEnd() ? cell.settled : cell.written;
    }

    private int endOf(EachCell cell) {
        return isBeyond(cell) ? cell.settled : Integer.MAX_VALUE;
    }

    private void writeMetric(int metric) {
        boolean isThere = false;
        for (int i = 0; i < count && !isThere; i++) isThere = !Double.isNaN(cell(i).metric(metric));
        out.varint(isThere ? RankValues.METRIC_PLAIN : RankValues.METRIC_ABSENT);
        for (int i = 0; i < count && isThere; i++) writeValue(cell(i).metric(metric));
    }

    private void writeMetricIterations(int metric) {
        boolean isThere = false;
        for (int i = 0; i < count && !isThere; i++)
            isThere =
                    ((EachCell) cell(i)).metricSeries(metric).length > 0
                            || !Double.isNaN(cell(i).metric(metric));
        out.varint(isThere ? RankValues.METRIC_EACH : RankValues.METRIC_ABSENT);
        for (int i = 0; i < count && isThere; i++) writeMetric((EachCell) cell(i), metric);
    }

    private void writeMetric(EachCell cell, int metric) {
        double[] series = cell.metricSeries(metric);
        int from = firstOf(cell);
        int to = Math.min(EachCell.usedLength(series), endOf(cell));
        double plain = isBeyond(cell) ? Cell.ABSENT : cell.metric(metric);
        if (from < to) {
            out.varint(RankValues.METRIC_EACH).varint(from).varint(to - from);
            for (int i = from; i < to; i++) writeValue(series[i]);
        } else if (Double.isNaN(plain)) out.varint(RankValues.METRIC_ABSENT);
        else {
            out.varint(RankValues.METRIC_PLAIN);
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
        else if (Double.isNaN(value)) out.varint(RankValues.NO_VALUE);
        else out.varint(RankValues.RAW_BITS).u64(Double.doubleToRawLongBits(value));
    }
}
