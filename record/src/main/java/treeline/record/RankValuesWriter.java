package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cut;
import treeline.record.events.OpenNanos;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.PathTable;
import treeline.record.parts.ValuesMessage;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/// Writer of the values of one rank as a [ValuesMessage].
final class RankValuesWriter {
    private final @Nullable PathTable table;
    private final int metrics;
    private final int lastRepetition;
    private final boolean whileRunning;
    private final MessageWriter head = new MessageWriter(64);
    private final MessageWriter body = new MessageWriter(1 << 10);
    private long contexts;
    private long cells;
    private long iterations;

    private RankValuesWriter(RankPaths paths, @Nullable PathTable table, boolean whileRunning) {
        this.table = table;
        this.metrics = paths.rank().metrics.numberCount;
        this.lastRepetition = paths.lastRepetition();
        this.whileRunning = whileRunning;
    }

    /// All values of a rank with one thread, before it knows what ranks agree on.
    static byte[] early(RankPaths paths, boolean whileRunning) {
        return message(paths, null, whileRunning);
    }

    /// @param table what ranks agreed on, or null if that is not known
    /// @param whileRunning whether the rank goes on meanwhile: then events that are open count with
    ///   their time up to now
    static byte[] message(RankPaths paths, @Nullable PathTable table, boolean whileRunning) {
        try {
            return new RankValuesWriter(paths, table, whileRunning).message(paths);
        } catch (RuntimeException | OutOfMemoryError failed) {
            return ValuesMessage.failed(failed);
        }
    }

    private byte[] message(RankPaths paths) {
        for (RankPaths.ThreadPaths thread : paths.threads()) writeThread(thread);
        var start = new MessageWriter(64 + head.size());
        start.varint(table == null ? ValuesMessage.OWN_NUMBERS : ValuesMessage.VALUES);
        start.varint(contexts).varint(cells).varint(iterations);
        if (table == null) writeHashes(start, paths.threads().getFirst());
        start.varint(paths.threads().size());
        return start.raw(head.message()).messageWith(body);
    }

    private void writeThread(RankPaths.ThreadPaths thread) {
        long[] keys = numbersAndNodes(thread);
        int before = body.size();
        ThreadValues values = new ThreadValues(null, OpenNanos.NONE, metrics, lastRepetition, body);
        if (whileRunning) values = writtenAtOnce(thread, keys);
        else values.write(keys, thread.nodes());
        head.varint(thread.events().number).varint(body.size() - before);
        values.writeRuns(head);
        contexts += values.contexts();
        cells += values.cells();
        iterations += values.iterations();
    }

    private ThreadValues writtenAtOnce(RankPaths.ThreadPaths thread, long[] keys) {
        int before = body.size();
        var written = new AtomicReference<ThreadValues>();
        thread.events()
                .readAtOnce(
                        (cut, open) -> {
                            body.truncate(before);
                            var values =
                                    new ThreadValues(
                                            cut, OpenNanos.of(open), metrics, lastRepetition, body);
                            written.set(values);
                            try {
                                values.write(keys, thread.nodes());
                                return true;
                            } catch (Cut.Torn again) {
                                return false;
                            }
                        });
        return written.get();
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
}
