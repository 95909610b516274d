package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Traces;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;

import java.util.Objects;

/// The samples of one profile in `trace.db`, read from mapped memory on demand.
public final class StoredTrace implements TraceLine {
    private static final int WHOLE_PROGRAM = 0;

    private final TraceIndex index;
    private final int trace;
    private final int context;
    private final ContextTree tree;

    public StoredTrace(TraceIndex index, int trace, int context, ContextTree tree) {
        this.index = index;
        this.trace = trace;
        this.context = context;
        this.tree = tree;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return index.samples(trace);
    }

    @Override
    public long nanos(int sample) {
        return index.file().u64(at(sample)) - index.beginNanos();
    }

    @Override
    public long endNanos() {
        return Math.max(nanos(samples() - 1), index.endNanos() - index.beginNanos());
    }

    @Override
    public int node(int sample) {
        long at = at(sample) + Traces.SAMPLE_CONTEXT_AT;
        int id = index.file().number(at, "a context");
        if (id == WHOLE_PROGRAM) return NO_NODE;
        int node = tree.nodeOf(id);
        if (node < 0) throw index.file().malformed(at, "a context of meta.db", "context " + id);
        return node;
    }

    @Override
    public MalformedProfileException unordered(int sample, long last, long found) {
        return index.file()
                .malformed(
                        at(sample),
                        "a time from %d on".formatted(last + index.beginNanos()),
                        Long.toString(found + index.beginNanos()));
    }

    private long at(int sample) {
        Objects.checkIndex(sample, samples());
        return index.start(trace) + (long) sample * Traces.SAMPLE_BYTES;
    }
}
