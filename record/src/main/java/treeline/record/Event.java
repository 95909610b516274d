package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;

import java.lang.invoke.VarHandle;

/// A region of the program between its start and its close, for try-with-resources:
///
/// ```java
/// try (Event _ = Recorder.event("solve")) { ... }
/// ```
///
/// Its methods never throw: misuse is counted and reported at the end of the run. Events are
/// reused, one object per depth of the call path, so recording allocates no memory. Do not keep an
/// event after closing it.
public final class Event implements AutoCloseable {
    /// The event that [Recorder#event] returns if recording is off.
    static final Event OFF = new Event(null, 0);

    final @Nullable ThreadEvents owner;
    final int level;

    PathNode node = PathNode.NOWHERE;
    Cell cell = Cell.NONE;

    /// The iteration number, or -1 if iterations are summed.
    int iteration;

    long startNanos;

    /// Readings of the built-in metrics at the start; empty if none is enabled.
    long[] probesAtStart = NO_PROBES;

    private static final long[] NO_PROBES = {};

    /// Version counter (seqlock), odd while the event is open: lets a snapshot on another thread
    /// read the fields above consistently.
    private int sequence;

    Event(@Nullable ThreadEvents owner, int level) {
        this.owner = owner;
        this.level = level;
    }

    /// Adds to the value of a declared numeric metric. Values that are not finite are counted as
    /// misuse instead.
    public Event add(String metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.add(this, events.rank.metrics.numberOf(metric), value);
        return this;
    }

    /// The same with a handle from [Recorder#metric], which saves the look-up of the name.
    public Event add(MetricHandle metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.add(this, metric.number(), value);
        return this;
    }

    /// Sets a declared label of the event, such as a tag, which must be the same in all calls.
    public Event put(String metric, String text) {
        ThreadEvents events = owner;
        if (events != null) events.put(this, metric, text);
        return this;
    }

    @Override
    public void close() {
        ThreadEvents events = owner;
        if (events != null) events.end(this);
    }

    void opened() {
        VarHandle.releaseFence();
        sequence++;
    }

    void closed() {
        sequence++;
        VarHandle.storeStoreFence();
    }

    int sequence() {
        int seen = sequence;
        VarHandle.acquireFence();
        return seen;
    }
}
