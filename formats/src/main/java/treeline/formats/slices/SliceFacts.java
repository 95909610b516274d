package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;
import treeline.model.Metadata;

import java.util.List;
import java.util.Map;

/// Information in a file besides its slices.
///
/// @param threads by lane number
/// @param zeroNanos the origin of slice times, in nanoseconds since 1970; 0 if unknown
/// @param counterThreads a thread of each owner of counters; owners without one have counters of
///   the whole run
/// @param collectives of the trace, in any order
/// @param starters the threads that helper threads work for, by helper
public record SliceFacts(
        ThreadTable threads,
        Metadata metadata,
        long zeroNanos,
        Map<String, Integer> counterThreads,
        List<CollectiveSlice> collectives,
        Map<Integer, Integer> starters) {
    public SliceFacts {
        counterThreads = Map.copyOf(counterThreads);
        collectives = List.copyOf(collectives);
        starters = Map.copyOf(starters);
    }

    public SliceFacts(ThreadTable threads, Metadata metadata, long zeroNanos) {
        this(threads, metadata, zeroNanos, Map.of());
    }

    /// Without collective operations and helper threads.
    public SliceFacts(
            ThreadTable threads,
            Metadata metadata,
            long zeroNanos,
            Map<String, Integer> counterThreads) {
        this(threads, metadata, zeroNanos, counterThreads, List.of(), Map.of());
    }
}
