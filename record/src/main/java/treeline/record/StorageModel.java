package treeline.record;

import java.util.Comparator;
import java.util.stream.IntStream;

/// What a file system and a network would make of a number of aggregators (TinyProf, figure 6): an
/// aggregator of many ranks has much to gather and to write, and many aggregators on one node
/// contend for its way to the file system. A model, because one machine has no parallel file
/// system; predictions are never mixed with measurements.
///
/// ```
/// fixed + gather and write of one group + files of one node one after the other
/// fixed + g (message + bytes of a rank / gather + ... / writer) + min(A, R / g) file
/// ```
///
/// with groups of g = P / A ranks and R ranks on a node. Both arms depend on g alone, which is why
/// the best A grows with P, as in the paper.
///
/// @param fixedSeconds what any number of files costs
/// @param secondsPerFile creating a file; the files of one node one after the other
/// @param ranksPerNode how many ranks share the way of a node to the file system
/// @param writerBytesPerSecond what one writer reaches alone
/// @param totalBytesPerSecond what all writers share
/// @param gatherBytesPerSecond what an aggregator receives
/// @param secondsPerMessage receiving a rank's message, however short
public record StorageModel(
        double fixedSeconds,
        double secondsPerFile,
        int ranksPerNode,
        double writerBytesPerSecond,
        double totalBytesPerSecond,
        double gatherBytesPerSecond,
        double secondsPerMessage) {

    /// About what a value takes on the way.
    static final long BYTES_PER_VALUE = 3;

    /// A parallel file system behind nodes of 64 cores. The numbers are chosen, not measured, such
    /// that what the paper tells of its figure 6 comes out for its short messages of some kilobyte
    /// a rank: the best of P, P/2, ... 1 is P/16, at 4,096 ranks a file for each rank takes twice
    /// as long and a single file ten times.
    public static final StorageModel PARALLEL_FILE_SYSTEM =
            new StorageModel(50e-3, 0.96e-3, 64, 400e6, 200e9, 1e9, 120e-6);

    /// A local disk or a page cache, where files cost little and one writer is enough. Chosen too.
    public static final StorageModel LOCAL_DISK =
            new StorageModel(0, 100e-6, Integer.MAX_VALUE, 600e6, 600e6, 5e9, 1e-6);

    public StorageModel {
        if (!(fixedSeconds >= 0)
                || !(secondsPerFile >= 0)
                || ranksPerNode < 1
                || !(writerBytesPerSecond > 0)
                || !(totalBytesPerSecond > 0)
                || !(gatherBytesPerSecond > 0)
                || !(secondsPerMessage >= 0))
            throw new IllegalArgumentException(
                    "a storage model needs costs of at least 0, ranks on a node and positive"
                            + " bandwidths");
    }

    /// The modelled time to gather and write `bytes` of all ranks with so many aggregators.
    public double seconds(int ranks, long bytes, int aggregators) {
        int perGroup = Math.ceilDiv(ranks, aggregators);
        double groupBytes = (double) bytes * perGroup / ranks;
        double gather = (perGroup - 1) * secondsPerMessage + groupBytes / gatherBytesPerSecond;
        int writersOfNode = Math.clamp(ranksPerNode / perGroup, 1, aggregators);
        double write = Math.max(groupBytes / writerBytesPerSecond, bytes / totalBytesPerSecond);
        return fixedSeconds + gather + writersOfNode * secondsPerFile + write;
    }

    /// The number of aggregators with the least modelled time among P, P/2, P/4, ... 1, which the
    /// paper tries; of equals the smallest. Numbers between them gain next to nothing, because the
    /// curve is flat at its lowest.
    public int bestAggregators(int ranks, long bytes) {
        return IntStream.iterate(1, perGroup -> perGroup < 2L * ranks, perGroup -> perGroup * 2)
                .mapToObj(perGroup -> Math.ceilDiv(ranks, perGroup))
                .min(
                        Comparator.<Integer>comparingDouble(files -> seconds(ranks, bytes, files))
                                .thenComparing(Comparator.naturalOrder()))
                .orElse(1);
    }
}
