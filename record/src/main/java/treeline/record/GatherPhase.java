package treeline.record;

import java.util.List;

/// Phase 2: the values of a group of consecutive ranks come to its aggregator, the group's first
/// rank, in one message each.
///
/// TinyProf pads all messages to the longest (section V-A), so that one long rank makes all of them
/// long. Here messages have the length they need, and stay apart on the aggregator: no sum of
/// lengths exists that could pass 2 GiB.
final class GatherPhase {
    private GatherPhase() {}

    /// The messages of the group on its aggregator, an empty list on the other ranks. At the end of
    /// a recording the rank forgets what it has sent: thousands of ranks share one memory.
    static List<byte[]> run(
            Communicator group, RankPaths mine, PathTable table, boolean whileRunning) {
        byte[] message = RankValues.message(mine, table, whileRunning);
        if (!whileRunning && !mine.rank().keepAfterWriting) mine.rank().forget();
        return group.gather(message, 0);
    }
}
