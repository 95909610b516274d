package treeline.source.trace;

import java.util.List;

/// The traces of a run, in addition to its profile. Tree and contexts are those of the source's
/// outline. Samples are read on demand, so a short time window of a long run is cheap.
///
/// Times are nanoseconds relative to the start of the run, which lasts from 0 to `endNanos`.
///
/// @param originNanos start of the run in nanoseconds since 1970; 0 if unknown
/// @param lines traces of the contexts that have samples, in context order
/// @param detail whether the lines contain every call
public record Traces(
        long originNanos,
        long endNanos,
        List<TraceLine> lines,
        Detail detail,
        Interactions interactions,
        List<Counter> counters) {
    /// The traces of a run without any.
    public static final Traces NONE = new Traces(0, 0, List.of());

    /// The meaning of two consecutive samples of a line.
    public enum Detail {
        /// The context was seen in the node of a sample at its time. Calls in between are unknown.
        SAMPLES,
        /// Each sample is the start or the end of a call: a sample after one in its caller starts a
        /// call, and a sample after one in its callee ends that call. On a GPU stream, a sample
        /// outside all nodes ([TraceLine#NO_NODE]) lies between two kernels: the next sample starts
        /// a call of its node only, whose callers ran on the host.
        CALLS
    }

    public Traces {
        if (endNanos < 0)
            throw new IllegalArgumentException("a run that ends %d ns".formatted(endNanos));
        lines = List.copyOf(lines);
        counters = List.copyOf(counters);
    }

    /// Sampled traces without interactions and counters.
    public Traces(long originNanos, long endNanos, List<TraceLine> lines) {
        this(originNanos, endNanos, lines, Detail.SAMPLES, Interactions.NONE, List.of());
    }

    /// The same traces with other lines.
    public Traces withLines(List<TraceLine> others) {
        return new Traces(originNanos, endNanos, others, detail, interactions, counters);
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    public long samples() {
        return lines.stream().mapToLong(TraceLine::samples).sum();
    }
}
