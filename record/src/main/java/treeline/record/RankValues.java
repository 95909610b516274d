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
/// cell      := number-delta calls shape (nanos | skipped length stored*) metric*
/// stored    := 0 where the iteration did not run, else 1 + zigzag difference to the one before
/// metric    := 0 | 1 value | 2 skipped length value*
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

    /// Which values of a rank a message holds: repetitions `[from, to)` of its main thread, and
    /// those of other threads together with the newest of these.
    ///
    /// @param sparesSettled whether iterations are left out that other messages have: snapshots
    ///   share them ([SettledParts])
    record Extent(int from, int to, boolean sparesSettled) {
        static final Extent ALL = new Extent(0, Integer.MAX_VALUE, false);

        /// What is over: these repetitions, and of later ones the iterations that are.
        static Extent over(int from, int to) {
            return new Extent(from, to, true);
        }

        /// What may go on.
        static Extent rest(int from) {
            return new Extent(from, Integer.MAX_VALUE, true);
        }

        boolean isToTheEnd() {
            return to == Integer.MAX_VALUE;
        }

        boolean isOfAllContexts() {
            return from == 0 && isToTheEnd();
        }

        int firstOf(EachCell each) {
            if (!sparesSettled) return 0;
            return isToTheEnd() ? each.settled : each.written;
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
        head.varint(extent.isOfAllContexts() ? VALUES : SOME_VALUES);
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
        int first = number == 0 ? extent.from : 0;
        @Nullable Cell[][] cells = cells(newest, first, last + 1);
        for (int repetition = first; repetition <= last; repetition++) {
            @Nullable Cell[] cellOf = cells[repetition - first];
            if (repetition >= extent.to) keepSettled(cellOf);
            else keepBegun(cellOf, openNanos);
            writeContext(number, repetition, cellOf, numbers, openNanos);
        }
    }

    /// Only those with iterations that are to be written as over.
    private static void keepSettled(@Nullable Cell[] cellOf) {
        for (int i = 0; i < cellOf.length; i++) {
            EachCell each = cellOf[i] == null ? null : cellOf[i].each();
            if (each == null || each.settled == each.written) cellOf[i] = null;
        }
    }

    /// Without those that have no value yet.
    private static void keepBegun(@Nullable Cell[] cellOf, Map<Cell, Long> openNanos) {
        for (int i = 0; i < cellOf.length; i++) {
            Cell cell = cellOf[i];
            if (cell != null && cell.calls() == 0 && !openNanos.containsKey(cell)) cellOf[i] = null;
        }
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
        if (first == 0 && end == 1) return new Cell[][] {newest};
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
        for (Cell cell : cellOf) if (cell != null) present++;
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
            EachCell each = cell.each();
            if (each == null) writePlain(cell, openNanos.getOrDefault(cell, 0L));
            else if (repetition < extent.to) writeEach(each, openNanos.getOrDefault(cell, 0L));
            else writeSettled(each);
        }
    }

    private void writePlain(Cell cell, long openNanos) {
        body.varint(cell.calls() + (openNanos > 0 ? 1 : 0));
        body.varint(PLAIN).varint(cell.nanos() + openNanos);
        for (int metric = 0; metric < metrics; metric++) writeMetric(cell, metric);
    }

    /// Calls first: what comes behind has at least theirs.
    private void writeEach(EachCell cell, long openNanos) {
        body.varint(cell.calls() + (openNanos > 0 ? 1 : 0));
        EachCell.Stored series = cell.stored();
        int first = extent.firstOf(cell);
        if (series.length() == 0) body.varint(PLAIN).varint(cell.nanos() + openNanos);
        else writeSeries(series, first, series.length());
        for (int metric = 0; metric < metrics; metric++)
            if (!writeMetrics(cell.metricSeries(metric), first, Integer.MAX_VALUE))
                writeMetric(cell, metric);
    }

    /// The calls of a cell are told where it goes on.
    private void writeSettled(EachCell cell) {
        body.varint(0);
        writeSeries(cell.stored(), cell.written, cell.settled);
        for (int metric = 0; metric < metrics; metric++)
            if (!writeMetrics(cell.metricSeries(metric), cell.written, cell.settled))
                body.varint(METRIC_ABSENT);
    }

    private void writeSeries(EachCell.Stored series, int first, int end) {
        body.varint(EACH).varint(first).varint(end - first);
        series.writeTo(body, first, end);
        iterations += end;
    }

    /// Whether there are any.
    private boolean writeMetrics(double[] series, int first, int end) {
        int used = Math.min(EachCell.usedLength(series), end);
        if (used <= first) return false;
        body.varint(METRIC_EACH).varint(first).varint(used - first);
        for (int i = first; i < used; i++) writeValue(series[i]);
        return true;
    }

    private void writeMetric(Cell cell, int metric) {
        double value = cell.metric(metric);
        if (Double.isNaN(value)) body.varint(METRIC_ABSENT);
        else {
            body.varint(METRIC_PLAIN);
            writeValue(value);
        }
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
