package treeline.source.trace;

import java.util.List;

/// What the contexts of a run did over time, beside what its profile adds up. The tree and the
/// contexts are those of the source's outline. Samples are read when they are asked for, so that a
/// short time of a long run costs little.
///
/// Times are nanoseconds since the run began: the run lasts from 0 to `endNanos`.
///
/// @param originNanos when the run began, in nanoseconds since 1970; 0 where nobody knows
/// @param lines of the contexts that have samples, in the order of contexts
public record Traces(long originNanos, long endNanos, List<TraceLine> lines) {
    /// Of a run that was not traced.
    public static final Traces NONE = new Traces(0, 0, List.of());

    public Traces {
        if (endNanos < 0)
            throw new IllegalArgumentException("a run that ends %d ns".formatted(endNanos));
        lines = List.copyOf(lines);
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    public long samples() {
        return lines.stream().mapToLong(TraceLine::samples).sum();
    }
}
