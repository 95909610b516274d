package treeline.source.trace;

import java.util.List;

/// The traces of a run, in addition to its profile. Tree and contexts are those of the source's
/// outline. Samples are read on demand, so a short time window of a long run is cheap.
///
/// Times are nanoseconds relative to the start of the run, which lasts from 0 to `endNanos`.
///
/// @param originNanos start of the run in nanoseconds since 1970; 0 if unknown
/// @param lines traces of the contexts that have samples, in context order
public record Traces(long originNanos, long endNanos, List<TraceLine> lines) {
    /// The traces of a run without any.
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
