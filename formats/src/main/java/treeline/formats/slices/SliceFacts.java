package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;
import treeline.model.Metadata;

/// Information in a file besides its slices.
///
/// @param threads by lane number
/// @param zeroNanos the origin of slice times, in nanoseconds since 1970; 0 if unknown
public record SliceFacts(ThreadTable threads, Metadata metadata, long zeroNanos) {}
