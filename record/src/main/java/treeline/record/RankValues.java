package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.IdentityHashMap;

/// Writes the values of one rank as a message: per context (thread and repetition) the cells by
/// path number, with as many bytes as they need and no padding. [PartBuilder] reads it.
///
/// ```
/// message   := 0 contexts cells iterations context*  |  1 text      (1: the rank could not)
/// context   := thread repetition cells cell*
/// cell      := number-delta calls shape (nanos | length stored*) metric*
/// stored    := 0 where the iteration did not run, else nanos + 1
/// metric    := 0 | 1 value | 2 length value*
/// value     := zigzag << 1 | 1 bits | 3 (absent)
/// ```
final class RankValues {
    static final int VALUES = 0;
    static final int FAILED = 1;
    static final int PLAIN = 0;
    static final int EACH = 1;
    static final int METRIC_ABSENT = 0;
    static final int METRIC_PLAIN = 1;
    static final int METRIC_EACH = 2;
    static final int RAW_BITS = 1;
    static final int NO_VALUE = 3;
    private static final long[] NO_SERIES = {};
    private static final double EXACT = 1L << 52;

    private final PathTable table;
    private final int metrics;
    private final boolean whileRunning;
    private final MessageWriter body;
    private long contexts;
    private long cells;
    private long iterations;

    private RankValues(RankPaths paths, PathTable table, boolean whileRunning) {
        this.table = table;
        this.metrics = paths.rank().metrics.numbers().size();
        this.whileRunning = whileRunning;
        this.body = new MessageWriter((int) Math.min(1 << 20, paths.roughValues() * 3));
    }

    /// @param whileRunning whether the rank goes on meanwhile: then events that are open count with
    ///   their time up to now
    static byte[] message(RankPaths paths, PathTable table, boolean whileRunning) {
        try {
            var values = new RankValues(paths, table, whileRunning);
            for (RankPaths.ThreadPaths thread : paths.threads()) values.writeThread(thread);
            return values.message();
        } catch (RuntimeException | OutOfMemoryError failed) {
            return new MessageWriter(64).varint(FAILED).text(failed.toString()).message();
        }
    }

    private byte[] message() {
        var head = new MessageWriter(body.size() + 24);
        head.varint(VALUES).varint(contexts).varint(cells).varint(iterations);
        return head.append(body).message();
    }

    private void writeThread(RankPaths.ThreadPaths thread) {
        long[] keys = numbersAndNodes(thread);
        int[] numbers = new int[keys.length];
        @Nullable Cell[] newest = new Cell[keys.length];
        int last = -1;
        for (int i = 0; i < keys.length; i++) {
            numbers[i] = (int) (keys[i] >>> Integer.SIZE);
            Cell cell = thread.nodes()[(int) keys[i]].newestCell();
            newest[i] = cell;
            if (cell != null) last = Math.max(last, cell.repetition);
        }
        IdentityHashMap<Cell, Long> openNanos = openNanos(thread.events());
        @Nullable Cell[][] byRepetition = byRepetition(newest, last + 1);
        for (int repetition = 0; repetition <= last; repetition++)
            writeContext(
                    thread.events().number,
                    repetition,
                    byRepetition[repetition],
                    numbers,
                    openNanos);
    }

    /// Nodes by their agreed number: the number above, the node's index below.
    private long[] numbersAndNodes(RankPaths.ThreadPaths thread) {
        long[] keys = new long[thread.nodes().length];
        for (int i = 0; i < keys.length; i++)
            keys[i] = ((long) known(thread, i) << Integer.SIZE) | i;
        Arrays.sort(keys);
        return keys;
    }

    private int known(RankPaths.ThreadPaths thread, int node) {
        int number = table.numberOf(thread.hashes()[node]);
        if (number < 0)
            throw new IllegalStateException(
                    "call path '%s' is not in the agreed table"
                            .formatted(thread.nodes()[node].name));
        return number;
    }

    /// Cells by repetition and node; null where there is none.
    private static @Nullable Cell[][] byRepetition(@Nullable Cell[] newest, int repetitions) {
        @Nullable Cell[][] cells = new Cell[repetitions][newest.length];
        for (int i = 0; i < newest.length; i++)
            for (Cell cell = newest[i]; cell != null; cell = cell.earlier)
                cells[cell.repetition][i] = cell;
        return cells;
    }

    private IdentityHashMap<Cell, Long> openNanos(ThreadEvents events) {
        var open = new IdentityHashMap<Cell, Long>(whileRunning ? 8 : 0);
        for (int level = 0; whileRunning; level++) {
            ThreadEvents.OpenTime time = events.openTime(level);
            if (time == null) break;
            if (time.iteration() < 0) open.merge(time.cell(), time.nanos(), Long::sum);
        }
        return open;
    }

    private void writeContext(
            int thread,
            int repetition,
            @Nullable Cell[] cellOf,
            int[] numbers,
            IdentityHashMap<Cell, Long> openNanos) {
        int present = 0;
        for (int i = 0; i < cellOf.length; i++) {
            Cell cell = cellOf[i];
            if (cell == null) continue;
            if (cell.calls() > 0 || openNanos.containsKey(cell)) present++;
            else cellOf[i] = null; // begun, but without a value yet
        }
        if (present == 0) return;
        contexts++;
        cells += present;
        body.varint(thread).varint(repetition).varint(present);
        int before = -1;
        for (int i = 0; i < cellOf.length; i++) {
            Cell cell = cellOf[i];
            if (cell == null) continue;
            body.varint(numbers[i] - before - 1L);
            before = numbers[i];
            writeCell(cell, openNanos.getOrDefault(cell, 0L));
        }
    }

    private void writeCell(Cell cell, long openNanos) {
        body.varint(cell.calls() + (openNanos > 0 ? 1 : 0));
        EachCell each = cell.each();
        long[] series = each == null ? NO_SERIES : each.storedSeries();
        if (series.length == 0) {
            body.varint(PLAIN).varint(cell.nanos() + openNanos);
        } else {
            body.varint(EACH).varint(series.length).varints(series);
            iterations += series.length;
        }
        for (int metric = 0; metric < metrics; metric++) writeMetric(cell, each, metric);
    }

    private void writeMetric(Cell cell, @Nullable EachCell each, int metric) {
        double[] series = each == null ? new double[0] : each.metricSeries(metric);
        if (series.length > 0) {
            body.varint(METRIC_EACH).varint(series.length);
            for (double value : series) writeValue(value);
        } else if (!Double.isNaN(cell.metric(metric))) {
            body.varint(METRIC_PLAIN);
            writeValue(cell.metric(metric));
        } else body.varint(METRIC_ABSENT);
    }

    private void writeValue(double value) {
        long whole = (long) value;
        boolean isWhole =
                Math.abs(value) < EXACT
                        && Double.doubleToRawLongBits((double) whole)
                                == Double.doubleToRawLongBits(value);
        if (isWhole) body.varint(((whole << 1) ^ (whole >> 63)) << 1);
        else if (Double.isNaN(value)) body.varint(NO_VALUE);
        else body.varint(RAW_BITS).u64(Double.doubleToRawLongBits(value));
    }
}
