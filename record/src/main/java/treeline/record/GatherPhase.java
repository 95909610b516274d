package treeline.record;

import treeline.record.parts.PathTable;
import treeline.record.ranks.RankGroup;

import java.util.List;

/// Phase 2: the values of a group of consecutive ranks are sent to its aggregator, the group's
/// first rank, in one message per rank.
///
/// TinyProf pads all messages to the longest (section V-A). Here messages have variable length and
/// are stored separately on the aggregator, so no total length can exceed 2 GiB.
///
/// If there is much data, the ranks of a group wait until their aggregator requests their values.
/// Thousands of ranks of one JVM then never hold all their values twice, as recorded and as
/// messages.
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
    }

    static Gathered run(RankGroup group, RankPaths mine, PathTable table, boolean whileRunning) {
        if (table.facts().inTurns()) group.broadcast(CALL, 0);
        long start = System.nanoTime();
        byte[] message = RankValuesWriter.message(mine, table, whileRunning);
        forgetSent(mine, whileRunning);
        long packNanos = System.nanoTime() - start;
        return new Gathered(group.gather(message, 0), packNanos);
    }

    /// At the end a rank forgets what it has sent: thousands of ranks share one memory.
    static void forgetSent(RankPaths mine, boolean whileRunning) {
        if (!whileRunning && !mine.rank().hasSnapshots) mine.rank().forget();
    }
}
