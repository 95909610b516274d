package treeline.record;

import java.util.stream.IntStream;

/// What a file system and a network would make of a number of aggregators (TinyProf, figure 6): few
/// aggregators have much to gather and write, many have many files to create. A local disk shows
/// only the second half, so the first is modelled; predictions are never mixed with measurements.
///
/// @param secondsPerFile creating a file, one after the other (the metadata server)
/// @param writerBytesPerSecond what one writer reaches alone
/// @param totalBytesPerSecond what all writers share
/// @param gatherSecondsPerByte bringing a byte to its aggregator, one after the other within a
///   group
/// @param secondsPerMessage the same for a rank's message, however short
public record StorageModel(
        double secondsPerFile,
        double writerBytesPerSecond,
        double totalBytesPerSecond,
        double gatherSecondsPerByte,
        double secondsPerMessage) {

    /// About what a value takes on the way.
    static final long BYTES_PER_VALUE = 3;

    /// A parallel file system behind a fast network. The numbers are chosen such that the shape of
    /// figure 6 comes out: best near one aggregator for 16 ranks at 4,096 ranks, some ten times
    /// faster there than a single file and twice as fast as a file for each rank.
    public static final StorageModel PARALLEL_FILE_SYSTEM =
            new StorageModel(20e-6, 400e6, 200e9, 1e-9, 240e-6);

    /// A local disk or a page cache: files cost little, and one writer is enough.
    public static final StorageModel LOCAL_DISK =
            new StorageModel(100e-6, 600e6, 600e6, 0.2e-9, 1e-6);

    public StorageModel {
        if (!(secondsPerFile >= 0)
                || !(writerBytesPerSecond > 0)
                || !(totalBytesPerSecond > 0)
                || !(gatherSecondsPerByte >= 0)
                || !(secondsPerMessage >= 0))
            throw new IllegalArgumentException(
                    "a storage model needs costs of at least 0 and positive bandwidths");
    }

    /// The modelled time to gather and write `bytes` of all ranks with so many aggregators.
    public double seconds(int ranks, long bytes, int aggregators) {
        int perGroup = Math.ceilDiv(ranks, aggregators);
        double groupBytes = (double) bytes * perGroup / ranks;
        double gather = (perGroup - 1) * secondsPerMessage + groupBytes * gatherSecondsPerByte;
        double create = aggregators * secondsPerFile;
        double write = Math.max(groupBytes / writerBytesPerSecond, bytes / totalBytesPerSecond);
        return gather + create + write;
    }

    /// The number of aggregators with the least modelled time; of equals the smallest. Only numbers
    /// that make different groups are tried.
    public int bestAggregators(int ranks, long bytes) {
        return IntStream.rangeClosed(1, ranks)
                .map(perGroup -> Math.ceilDiv(ranks, perGroup))
                .distinct()
                .boxed()
                .min(
                        java.util.Comparator.<Integer>comparingDouble(
                                        files -> seconds(ranks, bytes, files))
                                .thenComparing(files -> files))
                .orElse(1);
    }
}
