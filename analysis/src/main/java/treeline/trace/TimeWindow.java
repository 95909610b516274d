package treeline.trace;

/// A half-open interval of a run's time, so adjacent windows do not overlap.
///
/// @param fromNanos since the start of the run
public record TimeWindow(long fromNanos, long toNanos) {

    public TimeWindow {
        if (toNanos <= fromNanos)
            throw new IllegalArgumentException(
                    "a time window from %d ns to %d ns is empty".formatted(fromNanos, toNanos));
    }
}
