package treeline.record.events;

import treeline.store.trace.ThreadTrace;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The trace of a thread in memory: begin and end times of its events, and collective calls. Only
/// its thread writes; other threads may read at any time.
///
/// The size is fixed, and the room for the ends of open events is reserved: the trace of a full
/// buffer is complete up to the first event that is not stored.
public final class TraceBuffer {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_RECORDS = 1 << CHUNK_BITS;
    private static final int END = 0;
    private static final int BEGIN = 1;
    private static final int OPERATION = 2;
    private static final int KIND_BITS = 2;

    private final long capacity;
    private long[][] chunks = new long[16][];
    private long[] chunk = {};
    private long used;
    private long open;
    private long dropped;
    private long lastNanos;

    /// @param events maximum number
    public TraceBuffer(int events) {
        capacity = 2L * events;
    }

    /// Returns whether the event is stored, and so needs an end.
    public boolean begin(long nanos, int path) {
        if (used + open + 2 > capacity) {
            dropped++;
            return false;
        }
        open++;
        add(nanos, ((long) path << KIND_BITS) | BEGIN);
        return true;
    }

    public void end(long nanos) {
        open--;
        add(nanos, END);
    }

    /// Ends the events of a thread that has ended. Their time is not known, so they end with its
    /// last event.
    public void endOpen() {
        while (open > 0) end(lastNanos);
    }

    /// A collective call of all ranks, completed by the innermost event.
    ///
    /// @param root -1 if there is none
    public void collective(int kind, int root, long bytes) {
        if (used + open + 1 > capacity) dropped++;
        else add(bytes, ((root + 1L) << Integer.SIZE) | ((long) kind << KIND_BITS) | OPERATION);
    }

    private void add(long time, long word) {
        int at = (int) used & (CHUNK_RECORDS - 1);
        if (at == 0) addChunk((int) (used >>> CHUNK_BITS));
        chunk[2 * at] = time;
        chunk[2 * at + 1] = word;
        if ((word & OPERATION) == 0) lastNanos = time;
        VarHandle.releaseFence(); // the record is there for a thread that sees the count
        used++;
    }

    private void addChunk(int number) {
        chunk = new long[2 * CHUNK_RECORDS];
        long[][] all = number < chunks.length ? chunks : Arrays.copyOf(chunks, 2 * number);
        all[number] = chunk;
        VarHandle.releaseFence();
        chunks = all;
    }

    /// Events and calls that did not fit.
    public long dropped() {
        return dropped;
    }

    /// Passes the records of now on, with times relative to a start.
    public void writeTo(ThreadTrace.Sink sink, long startNanos) {
        long count = used;
        VarHandle.acquireFence();
        long[][] all = chunks;
        for (long i = 0; i < count; i++) {
            long[] from = all[(int) (i >>> CHUNK_BITS)];
            int at = 2 * ((int) i & (CHUNK_RECORDS - 1));
            long time = from[at];
            long word = from[at + 1];
            if ((word & OPERATION) != 0)
                sink.collective(
                        ((int) word) >>> KIND_BITS, (int) (word >>> Integer.SIZE) - 1, time);
            else if ((word & BEGIN) != 0) sink.begin(time - startNanos, (int) (word >>> KIND_BITS));
            else sink.end(time - startNanos);
        }
    }
}
