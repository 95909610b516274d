package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.Layout.Traces;
import treeline.source.MalformedProfileException;

import java.util.Objects;

/// What one context did over time: samples of `trace.db`, read from mapped memory as they are asked
/// for. A sample says that the context was in a node from its time on until the next sample; the
/// last one holds until the run ends.
public final class TraceLine {
    /// The node of samples in which the context did nothing: a GPU stream between two kernels.
    public static final int IDLE = -1;

    private static final int WHOLE_PROGRAM = 0;

    private final TraceIndex index;
    private final int trace;
    private final int context;
    private final ContextTree tree;

    TraceLine(TraceIndex index, int trace, int context, ContextTree tree) {
        this.index = index;
        this.trace = trace;
        this.context = context;
        this.tree = tree;
    }

    /// The context in the source's outline.
    public int context() {
        return context;
    }

    public int samples() {
        return index.samples(trace);
    }

    /// When a sample begins, in nanoseconds since 1970.
    public long beginNanos(int sample) {
        return index.file().u64(at(sample));
    }

    /// When the next sample begins, or the run ends.
    public long endNanos(int sample) {
        return sample + 1 < samples()
                ? beginNanos(sample + 1)
                : Math.max(beginNanos(sample), index.endNanos());
    }

    /// The node that a sample was taken in, or [#IDLE].
    public int node(int sample) {
        long at = at(sample) + Traces.SAMPLE_CONTEXT_AT;
        int id = index.file().number(at, "a context");
        if (id == WHOLE_PROGRAM) return IDLE;
        int node = tree.nodeOf(id);
        if (node < 0) throw index.file().malformed(at, "a context of meta.db", "context " + id);
        return node;
    }

    /// The last sample that begins at or before a time, -1 before the first. Samples are found by
    /// halving, so a picture of a long trace reads only what it shows.
    public int sampleAt(long nanos) {
        int low = 0;
        int high = samples() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (beginNanos(middle) <= nanos) low = middle + 1;
            else high = middle - 1;
        }
        return high;
    }

    /// Is handed the stretches of time that a context spent in a node.
    public interface Visitor {
        /// Takes the next stretch; its node may be [#IDLE].
        void stretch(long beginNanos, long endNanos, int node);
    }

    /// Hands what happened between two times to a visitor, in order and cut at both; samples that
    /// follow each other in one node are one stretch.
    ///
    /// @throws MalformedProfileException where a sample begins before the one it follows
    public void between(long fromNanos, long toNanos, Visitor visitor) {
        int first = Math.max(0, sampleAt(fromNanos));
        long begin = Long.MIN_VALUE;
        long last = Long.MIN_VALUE;
        int node = IDLE;
        for (int sample = first; sample < samples() && last < toNanos; sample++) {
            long next = beginNanos(sample);
            if (next < last) throw unordered(sample, last, next);
            last = next;
            int nextNode = node(sample);
            if (sample > first && nextNode == node) continue;
            if (sample > first) hand(begin, next, node, fromNanos, toNanos, visitor);
            begin = next;
            node = nextNode;
        }
        if (samples() > 0) hand(begin, index.endNanos(), node, fromNanos, toNanos, visitor);
    }

    private MalformedProfileException unordered(int sample, long last, long found) {
        return index.file()
                .malformed(at(sample), "a time from %d on".formatted(last), Long.toString(found));
    }

    private static void hand(
            long begin, long end, int node, long fromNanos, long toNanos, Visitor visitor) {
        long from = Math.max(begin, fromNanos);
        long to = Math.min(end, toNanos);
        if (from < to) visitor.stretch(from, to, node);
    }

    private long at(int sample) {
        Objects.checkIndex(sample, samples());
        return index.start(trace) + (long) sample * Traces.SAMPLE_BYTES;
    }
}
