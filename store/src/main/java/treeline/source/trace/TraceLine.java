package treeline.source.trace;

import treeline.source.files.MalformedProfileException;

/// What one context did over time, as samples in the order of their times. A sample says that the
/// context was in a node from its time on until the next sample; the last one holds until the run
/// ends. Lines may be read from several threads.
public interface TraceLine {
    /// The node of samples that are in none: a GPU stream between two kernels.
    int NO_NODE = -1;

    /// The context in the source's outline.
    int context();

    int samples();

    /// When a sample begins, in nanoseconds since the run began.
    long nanos(int sample);

    /// When the last sample ends.
    long endNanos();

    /// The node of the source's outline that a sample was taken in, or [#NO_NODE].
    int node(int sample);

    /// What a reader says of a sample that begins before the one it follows.
    default MalformedProfileException unordered(int sample, long last, long found) {
        return MalformedProfileException.of(
                "sample %d of context %d".formatted(sample, context()),
                "a time from %d ns on".formatted(last),
                found + " ns");
    }

    /// The first sample that begins at or after a time, [#samples()] where none does. Samples are
    /// found by halving, so that a picture of a long trace reads only what it shows.
    default int firstFrom(long nanos) {
        int low = 0;
        int high = samples();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos(middle) < nanos) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /// The last sample that begins at or before a time, -1 before the first.
    default int sampleAt(long nanos) {
        return nanos == Long.MAX_VALUE ? samples() - 1 : firstFrom(nanos + 1) - 1;
    }

    /// Is handed the stretches of time that a context spent in a node.
    @FunctionalInterface
    interface Visitor {
        /// Takes the next stretch; its node may be [#NO_NODE].
        void stretch(long beginNanos, long endNanos, int node);
    }

    /// Hands what happened between two times to a visitor, in order and cut at both; samples that
    /// follow each other in one node are one stretch.
    ///
    /// @throws MalformedProfileException where a sample begins before the one it follows
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
