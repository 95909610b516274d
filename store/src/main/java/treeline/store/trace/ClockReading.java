package treeline.store.trace;

/// A measured offset of the clock of a rank.
///
/// @param atNanos by the clock of the rank, since the start of its recording
/// @param shiftNanos to add to a time of the rank for the time since the start of the run
/// @param errorNanos maximum error
public record ClockReading(long atNanos, long shiftNanos, long errorNanos) {}
