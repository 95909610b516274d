package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Writes the values of one rank as a message: which contexts (threads and their repetitions) it
/// has, then by call path the values in all of them, because neighbours are alike and are stored
/// together in the end. As many bytes as they need and no padding. [PartBuilder] reads it.
///
/// ```
/// message    := 0 values
///             | 1 text                   (the rank could not)
///             | 2 values                 (other contexts are in another message)
///             | 3 values                 (paths have the numbers of the rank, see [#OWN_NUMBERS])
/// values     := contexts cells iterations [paths hash*] threads thread* path*
/// thread     := number bytes-of-its-paths runs (gap length)*    (of repetitions)
/// path       := number-delta cells places calls times metric*
/// places     := 0 (every context of the thread) | 1 gap*
/// calls      := 0 count* | 1 + count (all the same)
/// times      := 0 stored* | 1 iterations*
/// iterations := 0 nanos | 1 skipped length stored*
/// stored     := 0 where it did not run, else 1 + zigzag difference to the one before
/// metric     := 0 (none) | 1 value* | 2 (0 | 1 value | 2 skipped length value*)*
/// value      := zigzag << 1 | 1 bits | 3 (absent)
/// ```
final class RankValues {
    static final int VALUES = 0;
    static final int FAILED = 1;

    /// In snapshots of earlier versions, which wrote what was over apart.
    static final int SOME_VALUES = 2;

    /// The rank did not know what ranks agree on, so its paths are numbered as in its own tree,
    /// depth-first, and it tells their hashes in that order.
    static final int OWN_NUMBERS = 3;

    static final int EVERY_CONTEXT = 0;
    static final int SOME_CONTEXTS = 1;
    static final int DIFFERENT_CALLS = 0;
    static final int PLAIN = 0;
    static final int EACH = 1;
    static final int METRIC_ABSENT = 0;
    static final int METRIC_PLAIN = 1;
    static final int METRIC_EACH = 2;
    static final int RAW_BITS = 1;
    static final int NO_VALUE = 3;
    private final @Nullable PathTable table;
    private final int metrics;
    private final boolean whileRunning;
    private final MessageWriter head = new MessageWriter(64);
    private final MessageWriter body = new MessageWriter(1 << 10);
    private long contexts;
    private long cells;
    private long iterations;

    private RankValues(RankPaths paths, @Nullable PathTable table, boolean whileRunning) {
        this.table = table;
        this.metrics = paths.rank().metrics.numberCount;
        this.whileRunning = whileRunning;
    }

    /// All values of a rank with one thread, before it knows what ranks agree on.
    static byte[] early(RankPaths paths, boolean whileRunning) {
        return message(paths, null, whileRunning);
    }

    /// Whether the paths of an early message are in the order of what was agreed on, as they are
    /// unless the rank met siblings in another order than the root.
    static boolean isInOrder(byte[] early, PathTable table) {
        var in = new MessageReader(early);
        if (in.count() == FAILED) return true;
        for (int counts = 3; counts > 0; counts--) in.varint();
        int before = -1;
        for (int number : agreedNumbers(in, table)) {
            if (number <= before) return false;
            before = number;
        }
        return true;
    }

    /// What the numbers of a rank are in the table, read from its [#OWN_NUMBERS].
    static int[] agreedNumbers(MessageReader in, PathTable table) {
        int[] numbers = new int[in.count()];
        int before = -1;
        for (int i = 0; i < numbers.length; i++)
            before = numbers[i] = table.numberOf(in.u64(), before + 1);
        return numbers;
    }

    /// @param table what ranks agreed on, or null if that is not known
    /// @param whileRunning whether the rank goes on meanwhile: then events that are open count with
    ///   their time up to now
    static byte[] message(RankPaths paths, @Nullable PathTable table, boolean whileRunning) {
        try {
            return new RankValues(paths, table, whileRunning).message(paths);
        } catch (RuntimeException | OutOfMemoryError failed) {
            return failed(failed);
        }
    }

    /// The message of a rank that could not: whoever waits for it must not wait for ever.
    static byte[] failed(Throwable reason) {
        return new MessageWriter(64).varint(FAILED).text(reason.toString()).message();
    }

    /// What to say of a rank whose message is [#FAILED].
    static String failure(int rank, String reason) {
        return "rank %d has no values in the recording: %s".formatted(rank, reason);
    }

    private byte[] message(RankPaths paths) {
        for (RankPaths.ThreadPaths thread : paths.threads()) writeThread(thread);
        var start = new MessageWriter(64 + head.size());
        start.varint(table == null ? OWN_NUMBERS : VALUES);
        start.varint(contexts).varint(cells).varint(iterations);
        if (table == null) writeHashes(start, paths.threads().getFirst());
        start.varint(paths.threads().size());
        return start.raw(head.message()).messageWith(body);
    }

    private void writeThread(RankPaths.ThreadPaths thread) {
        int number = thread.events().number;
        Map<Cell, Long> openNanos = whileRunning ? openNanos(thread.events()) : Map.of();
        var values = new ThreadValues(openNanos, metrics, body);
        int before = body.size();
        values.write(numbersAndNodes(thread), thread.nodes());
        head.varint(number).varint(body.size() - before);
        values.writeRuns(head);
        contexts += values.contexts();
        cells += values.cells();
        iterations += values.iterations();
    }

    private static void writeHashes(MessageWriter out, RankPaths.ThreadPaths thread) {
        long[] hashes = new long[thread.nodes().length];
        int[] places = thread.depthFirstPlaces();
        for (int i = 0; i < hashes.length; i++) hashes[places[i]] = thread.nodes()[i].hash;
        out.varint(hashes.length);
        for (long hash : hashes) out.u64(hash);
    }

    /// Nodes by their number: the number above, the node's index below.
    private long[] numbersAndNodes(RankPaths.ThreadPaths thread) {
        int[] own = table == null ? thread.depthFirstPlaces() : new int[0];
        long[] keys = new long[thread.nodes().length];
        boolean ascend = true;
        int before = -1;
        for (int i = 0; i < keys.length; i++) {
            int number = table == null ? own[i] : known(table, thread.nodes()[i], before + 1);
            ascend &= number > before;
            before = number;
            keys[i] = ((long) number << Integer.SIZE) | i;
        }
        if (!ascend) Arrays.sort(keys);
        return keys;
    }

    private static int known(PathTable table, PathNode node, int guess) {
        int number = table.numberOf(node.hash, guess);
        if (number < 0)
            throw new IllegalStateException(
                    "call path '%s' is not in the agreed table".formatted(node.name));
        return number;
    }

    static Map<Cell, Long> openNanos(ThreadEvents events) {
        Map<Cell, Long> open = new HashMap<>();
        for (int level = 0; ; level++) {
            ThreadEvents.OpenTime time = events.openTime(level);
            if (time == null) break;
            if (time.iteration() < 0) open.merge(time.cell(), time.nanos(), Long::sum);
        }
        return open;
    }
}
