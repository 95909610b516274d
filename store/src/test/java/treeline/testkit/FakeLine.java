package treeline.testkit;

import treeline.source.trace.TraceLine;

import java.util.concurrent.atomic.AtomicInteger;

/// A trace line in memory that counts how many of its samples were looked at.
///
/// @param times and nodes of its samples, in turn
/// @param reads how often a time or a node was asked for
public record FakeLine(int context, long endNanos, java.util.List<Long> times, AtomicInteger reads)
        implements TraceLine {

    /// A line drawn as `time node time node`.
    public static FakeLine of(int context, long endNanos, long... timesAndNodes) {
        return new FakeLine(
                context,
                endNanos,
                java.util.Arrays.stream(timesAndNodes).boxed().toList(),
                new AtomicInteger());
    }

    @Override
    public int samples() {
        return times.size() / 2;
    }

    @Override
    public long nanos(int sample) {
        reads.incrementAndGet();
        return times.get(2 * sample);
    }

    @Override
    public int node(int sample) {
        reads.incrementAndGet();
        return times.get(2 * sample + 1).intValue();
    }
}
