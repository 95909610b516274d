package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Traces;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;
import treeline.source.trace.TraceLine;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// The samples of one profile in `trace.db`, read from mapped memory on demand. The index has
/// checked that all of them are inside the file.
public final class StoredTrace implements TraceLine {
    private static final int WHOLE_PROGRAM = 0;

    private final TraceIndex index;
    private final int context;
    private final ContextTree tree;
    private final MemorySegment bytes;
    private final long start;
    private final int samples;
    private final long beginNanos;

    public StoredTrace(TraceIndex index, int trace, int context, ContextTree tree) {
        this.index = index;
        this.context = context;
        this.tree = tree;
        this.bytes = index.file().bytes();
        this.start = index.start(trace);
        this.samples = index.samples(trace);
        this.beginNanos = index.beginNanos();
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return samples;
    }

    @Override
    public long nanos(int sample) {
        return bytes.get(StoredBytes.U64, at(sample)) - beginNanos;
    }

    @Override
    public long endNanos() {
        return Math.max(nanos(samples - 1), index.endNanos() - beginNanos);
    }

    @Override
    public int node(int sample) {
        int id = id(sample);
        if (id == WHOLE_PROGRAM) return NO_NODE;
        int node = tree.nodeOf(id);
        if (node < 0) throw unknown(sample, id);
        return node;
    }

    private int id(int sample) {
        return bytes.get(StoredBytes.U32, at(sample) + Traces.SAMPLE_CONTEXT_AT);
    }

    private MalformedProfileException unknown(int sample, int id) {
        return index.file()
                .malformed(
                        at(sample) + Traces.SAMPLE_CONTEXT_AT,
                        "a context of meta.db",
                        "context " + Integer.toUnsignedString(id));
    }

    /// Samples are taken at regular intervals, so that the next search starts as many samples later
    /// as the previous one found. An exponential search from there usually reads one cache line.
    @Override
    public void nodesAt(long[] times, int[] nodes) {
        long end = endNanos();
        int found = -1;
        int step = 0;
        long next = nanos(0);
        int node = NOT_TRACED;
        for (int i = 0; i < times.length; i++) {
            if (times[i] >= next) {
                int last = found;
                found = sampleAt(times[i], found, Math.min(found + Math.max(step, 1), samples - 1));
                step = found - last;
                node = node(found);
                next = found + 1 < samples ? nanos(found + 1) : Long.MAX_VALUE;
            }
            nodes[i] = times[i] < end ? node : NOT_TRACED;
        }
    }

    /// The last sample at or before a time, searched from a guess.
    ///
    /// @param first -1, or a sample at or before the time
    private int sampleAt(long time, int first, int guess) {
        int low = first;
        int high = samples;
        if (nanos(guess) <= time) {
            low = guess;
            for (int step = 1; step > 0 && step < high - low; step *= 2)
                if (nanos(low + step) <= time) low += step;
                else high = low + step;
        } else {
            high = guess;
            for (int step = 1; step > 0 && step < high - low; step *= 2)
                if (nanos(high - step) > time) high -= step;
                else low = high - step;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (nanos(middle) <= time) low = middle;
            else high = middle;
        }
        return low;
    }

    /// The same as by default, but the node is looked up only if the context id changes.
    @Override
    public void between(long fromNanos, long toNanos, Visitor visitor) {
        int first = Math.max(0, sampleAt(fromNanos));
        long last = nanos(first);
        if (last >= toNanos) return;
        long begin = Math.max(last, fromNanos);
        int id = id(first);
        int node = node(first);
        long at = at(first);
        for (int sample = first + 1; sample < samples && last < toNanos; sample++) {
            at += Traces.SAMPLE_BYTES;
            long next = bytes.get(StoredBytes.U64, at) - beginNanos;
            if (next < last) throw unordered(sample, last, next);
            last = next;
            if (next >= toNanos) break;
            int nextId = bytes.get(StoredBytes.U32, at + Traces.SAMPLE_CONTEXT_AT);
            if (nextId == id) continue;
            if (begin < next) visitor.stretch(begin, next, node);
            begin = Math.max(next, begin);
            id = nextId;
            node = node(sample);
        }
        long end = Math.min(toNanos, last < toNanos ? endNanos() : last);
        if (begin < end) visitor.stretch(begin, end, node);
    }

    @Override
    public MalformedProfileException unordered(int sample, long last, long found) {
        return index.file()
                .malformed(
                        at(sample),
                        "a time from %d on".formatted(last + beginNanos),
                        Long.toString(found + beginNanos));
    }

    private long at(int sample) {
        return start + (long) Objects.checkIndex(sample, samples) * Traces.SAMPLE_BYTES;
    }
}
