package treeline.record;

import java.util.List;
import java.util.function.Supplier;

/// Phase 2: the values of a group of consecutive ranks come to its aggregator, the group's first
/// rank, in one message each.
///
/// TinyProf pads all messages to the longest (section V-A), so that one long rank makes all of them
/// long. Here messages have the length they need, and stay apart on the aggregator: no sum of
/// lengths exists that could pass 2 GiB.
///
/// Where there is much, the ranks of a group wait until their aggregator calls them. Thousands of
/// ranks of one JVM then never hold all their values twice, as recorded and as messages.
final class GatherPhase {
    private static final byte[] CALL = {1};

    private GatherPhase() {}

    /// The messages of the group on its aggregator, an empty list on the other ranks.
    ///
    /// @param packNanos how long this rank took to write its own
    record Gathered(List<byte[]> messages, long packNanos) {
        Gathered {
            messages = List.copyOf(messages);
        }

        /// Of what several extents put into each message, the one at this place.
        List<byte[]> of(int extent) {
            return messages.stream().map(message -> section(message, extent)).toList();
        }

        private static byte[] section(byte[] message, int place) {
            var in = new MessageReader(message);
            for (int before = place; before > 0; before--) in.skipBytes();
            try {
                return in.bytes();
            } catch (OutOfMemoryError full) {
                return RankValues.failed(full);
            }
        }
    }

    /// At the end of a recording.
    static Gathered run(RankGroup group, RankPaths mine, PathTable table, boolean whileRunning) {
        return run(
                group,
                table,
                () -> {
                    byte[] message =
                            RankValues.message(mine, table, RankValues.Extent.ALL, whileRunning);
                    forgetSent(mine, whileRunning);
                    return message;
                });
    }

    /// At the end a rank forgets what it has sent: thousands of ranks share one memory.
    static void forgetSent(RankPaths mine, boolean whileRunning) {
        if (!whileRunning && !mine.rank().hasSnapshots) mine.rank().forget();
    }

    /// For a snapshot: what several extents hold comes together ([Gathered#of]).
    static Gathered run(
            RankGroup group, RankPaths mine, PathTable table, List<RankValues.Extent> extents) {
        return run(group, table, () -> RankValues.messages(mine, table, extents));
    }

    private static Gathered run(RankGroup group, PathTable table, Supplier<byte[]> pack) {
        if (table.facts().inTurns()) group.broadcast(CALL, 0);
        long start = System.nanoTime();
        byte[] message = pack.get();
        long packNanos = System.nanoTime() - start;
        return new Gathered(group.gather(message, 0), packNanos);
    }
}
