package treeline.source.trace;

import treeline.array.BinarySearch;
import treeline.source.files.MalformedProfileException;

/// The trace of one context: samples in time order. A context stays in the node of a sample until
/// the next sample; the last sample lasts until the end of the run. Thread-safe.
public interface TraceLine {
    /// The node of samples outside all nodes, such as a GPU stream between two kernels.
    int NO_NODE = -1;

    /// The name of that time in answers, as HPCToolkit writes it.
    String NO_ACTIVITY = "<no activity>";

    /// The node of times that the line does not cover, see [#nodesAt].
    int NOT_TRACED = -2;

    /// The context, as an index of the source's outline.
    int context();

    int samples();

    /// Start of a sample in nanoseconds since the start of the run.
    long nanos(int sample);

    /// End of the last sample.
    long endNanos();

    /// The node of a sample, or [#NO_NODE].
    int node(int sample);

    /// The exception for samples that are not in time order.
    default MalformedProfileException unordered(int sample, long last, long found) {
        return MalformedProfileException.of(
                "sample %d of context %d".formatted(sample, context()),
                "a time from %d ns on".formatted(last),
                found + " ns");
    }

    /// The first sample that starts at or after a time, [#samples()] if none does. Binary search,
    /// so a plot of a long trace reads only what it shows.
    default int firstFrom(long nanos) {
        return BinarySearch.end(0, samples(), sample -> nanos(sample) < nanos);
    }

    /// The last sample that starts at or before a time, -1 if none does.
    default int sampleAt(long nanos) {
        return nanos == Long.MAX_VALUE ? samples() - 1 : firstFrom(nanos + 1) - 1;
    }

    /// The nodes that are active at some times, for pictures of long traces: [#NO_NODE] in a sample
    /// outside all nodes, [#NOT_TRACED] before the first sample and from the end of the line on.
    /// One search per time, and none while a sample lasts.
    ///
    /// @param times ascending
    /// @param nodes set by this method, one per time
    default void nodesAt(long[] times, int[] nodes) {
        int samples = samples();
        long end = endNanos();
        long next = samples == 0 ? Long.MAX_VALUE : nanos(0);
        int node = NOT_TRACED;
        for (int i = 0; i < times.length; i++) {
            if (times[i] >= next) {
                int sample = sampleAt(times[i]);
                node = node(sample);
                next = sample + 1 < samples ? nanos(sample + 1) : Long.MAX_VALUE;
            }
            nodes[i] = times[i] < end ? node : NOT_TRACED;
        }
    }

    /// Receives the intervals that a context spent in a node.
    @FunctionalInterface
    interface Visitor {
        /// Receives the next interval; its node may be [#NO_NODE].
        void stretch(long beginNanos, long endNanos, int node);
    }

    /// Visits the intervals between two times, in order and clipped at both; consecutive samples in
    /// one node are merged.
    ///
    /// @throws MalformedProfileException if samples are not in time order
    default void between(long fromNanos, long toNanos, Visitor visitor) {
        int samples = samples();
        int first = Math.max(0, sampleAt(fromNanos));
        if (first >= samples) return;
        long last = nanos(first);
        long begin = Math.max(last, fromNanos);
        int node = NO_NODE;
        if (last < toNanos) node = node(first);
        for (int sample = first + 1; sample < samples && last < toNanos; sample++) {
            long next = nanos(sample);
            if (next < last) throw unordered(sample, last, next);
            last = next;
            if (next >= toNanos) break;
            int nextNode = node(sample);
            if (nextNode == node) continue;
            if (begin < next) visitor.stretch(begin, next, node);
            begin = Math.max(next, begin);
            node = nextNode;
        }
        long end = Math.min(toNanos, last < toNanos ? endNanos() : last);
        if (begin < end) visitor.stretch(begin, end, node);
    }
}
