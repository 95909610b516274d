package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Writes the values of one rank as a message: per context (thread and repetition) the cells by
/// path number, with as many bytes as they need and no padding. [PartBuilder] reads it.
///
/// ```
/// message   := 0 contexts cells iterations context*
///            | 1 text                                  (the rank could not)
///            | 2 contexts cells iterations context*    (others are in another message)
/// context   := thread repetition cells cell*
/// cell      := number-delta calls shape (nanos | length stored*) metric*
/// stored    := 0 where the iteration did not run, else 1 + zigzag difference to the one before
/// metric    := 0 | 1 value | 2 length value*
/// value     := zigzag << 1 | 1 bits | 3 (absent)
/// ```
final class RankValues {
    static final int VALUES = 0;
    static final int FAILED = 1;
    static final int SOME_VALUES = 2;
    static final int PLAIN = 0;
    static final int EACH = 1;
    static final int METRIC_ABSENT = 0;
    static final int METRIC_PLAIN = 1;
    static final int METRIC_EACH = 2;
    static final int RAW_BITS = 1;
    static final int NO_VALUE = 3;
    private static final SpareRooms SPARE_ROOMS = new SpareRooms();
    private static final double EXACT = 1L << 52;

    /// Which contexts of a rank a message holds: repetitions of its main thread, and those of other
    /// threads together with the newest of these.
    record Extent(int from, int to) {
        static final Extent ALL = new Extent(0, Integer.MAX_VALUE);

        static Extent from(int repetition) {
            return new Extent(repetition, Integer.MAX_VALUE);
        }

        boolean isToTheEnd() {
            return to == Integer.MAX_VALUE;
        }

        Extent ofThread(int number) {
            return number == 0 ? this : ALL;
        }
    }

    private final PathTable table;
    private final Extent extent;
    private final int metrics;
    private final boolean whileRunning;
    private final MessageWriter body;
    private long contexts;
    private long cells;
    private long iterations;

    private RankValues(
            RankPaths paths,
            PathTable table,
            Extent extent,
            boolean whileRunning,
            MessageWriter body) {
        this.table = table;
        this.extent = extent;
        this.metrics = paths.rank().metrics.numbers().size();
        this.whileRunning = whileRunning;
        this.body = body;
    }

    /// @param whileRunning whether the rank goes on meanwhile: then events that are open count with
    ///   their time up to now
    static byte[] message(RankPaths paths, PathTable table, Extent extent, boolean whileRunning) {
        try {
            MessageWriter body = SPARE_ROOMS.take();
            var values = new RankValues(paths, table, extent, whileRunning, body);
            for (RankPaths.ThreadPaths thread : paths.threads())
                if (extent.isToTheEnd() || thread.events().number == 0) values.writeThread(thread);
            byte[] message = values.message();
            SPARE_ROOMS.giveBack(body);
            return message;
        } catch (RuntimeException | OutOfMemoryError failed) {
            return new MessageWriter(64).varint(FAILED).text(failed.toString()).message();
        }
    }

    private byte[] message() {
        var head = new MessageWriter(32);
        head.varint(extent.equals(Extent.ALL) ? VALUES : SOME_VALUES);
        head.varint(contexts).varint(cells).varint(iterations);
        return head.messageWith(body);
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
        Map<Cell, Long> openNanos =
                whileRunning && extent.isToTheEnd() ? openNanos(thread.events()) : Map.of();
        int number = thread.events().number;
        int first = extent.ofThread(number).from;
        int end = Math.min(last + 1, extent.ofThread(number).to);
        @Nullable Cell[][] cells = last == 0 ? new Cell[][] {newest} : cells(newest, first, end);
        for (int repetition = first; repetition < end; repetition++)
            writeContext(number, repetition, cells[repetition - first], numbers, openNanos);
    }

    /// Nodes by their agreed number: the number above, the node's index below.
    private long[] numbersAndNodes(RankPaths.ThreadPaths thread) {
        long[] keys = new long[thread.nodes().length];
        boolean ascend = true;
        int before = -1;
        for (int i = 0; i < keys.length; i++) {
            int number = known(thread.nodes()[i], before + 1);
            ascend &= number > before;
            before = number;
            keys[i] = ((long) number << Integer.SIZE) | i;
        }
        if (!ascend) Arrays.sort(keys);
        return keys;
    }

    private int known(PathNode node, int guess) {
        int number = table.numberOf(node.hash, guess);
        if (number < 0)
            throw new IllegalStateException(
                    "call path '%s' is not in the agreed table".formatted(node.name));
        return number;
    }

    /// Cells by repetition and node; null where there is none.
    private static @Nullable Cell[][] cells(@Nullable Cell[] newest, int first, int end) {
        @Nullable Cell[][] cells = new Cell[Math.max(0, end - first)][newest.length];
        for (int i = 0; i < newest.length; i++)
            for (Cell cell = newest[i];
                    cell != null && cell.repetition >= first;
                    cell = cell.earlier)
                if (cell.repetition < end) cells[cell.repetition - first][i] = cell;
        return cells;
    }

    private static Map<Cell, Long> openNanos(ThreadEvents events) {
        Map<Cell, Long> open = new HashMap<>();
        for (int level = 0; ; level++) {
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
            Map<Cell, Long> openNanos) {
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
        EachCell.Stored series = each == null ? null : each.stored();
        if (series == null || series.length() == 0) {
            body.varint(PLAIN).varint(cell.nanos() + openNanos);
        } else {
            body.varint(EACH).varint(series.length());
            series.writeTo(body);
            iterations += series.length();
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
