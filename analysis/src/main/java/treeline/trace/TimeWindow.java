package treeline.trace;

/// A stretch of a run's time, its end excluded: two windows that meet share no moment.
///
/// @param fromNanos since the run began
public record TimeWindow(long fromNanos, long toNanos) {

    public TimeWindow {
        if (toNanos <= fromNanos)
            throw new IllegalArgumentException(
                    "a time window from %d ns to %d ns is empty".formatted(fromNanos, toNanos));
    }
}
