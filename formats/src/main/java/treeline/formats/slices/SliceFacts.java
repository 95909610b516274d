package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;
import treeline.model.Metadata;

/// What a file says besides its slices.
///
/// @param threads by the numbers that lanes have
/// @param zeroNanos the time from which slices count, in nanoseconds since 1970; 0 where nobody
///   knows
public record SliceFacts(ThreadTable threads, Metadata metadata, long zeroNanos) {}
