package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;
import treeline.model.Metadata;

import java.util.Map;

/// Information in a file besides its slices.
///
/// @param threads by lane number
/// @param zeroNanos the origin of slice times, in nanoseconds since 1970; 0 if unknown
/// @param counterThreads a thread of each owner of counters; owners without one have counters of
///   the whole run
public record SliceFacts(
        ThreadTable threads,
        Metadata metadata,
        long zeroNanos,
        Map<String, Integer> counterThreads) {
    public SliceFacts {
        counterThreads = Map.copyOf(counterThreads);
    }

    public SliceFacts(ThreadTable threads, Metadata metadata, long zeroNanos) {
        this(threads, metadata, zeroNanos, Map.of());
    }
}
