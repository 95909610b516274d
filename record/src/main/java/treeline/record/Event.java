package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;

import java.lang.invoke.VarHandle;

/// A region of the program between its begin and its close, for try-with-resources:
///
/// ```java
/// try (Event _ = Recorder.event("solve")) { ... }
/// ```
///
/// Nothing here throws: what cannot be recorded is counted and told at the end of the run. Events
/// are reused, one object per depth of the call path, so that recording allocates nothing; do not
/// keep one after it was closed.
public final class Event implements AutoCloseable {
    /// What [Recorder#event] gives where nothing is recorded.
    static final Event OFF = new Event(null, 0);

    final @Nullable ThreadEvents owner;
    final int level;

    PathNode node = PathNode.NOWHERE;
    Cell cell = Cell.NONE;

    /// The iteration number, or -1 where the value is summed.
    int iteration;

    long startNanos;

    /// What the built-in metrics read at the begin; empty where none is on.
    long[] probesAtStart = NO_PROBES;

    private static final long[] NO_PROBES = {};

    /// Odd while the event is open: lets a snapshot read the fields above from another thread and
    /// know whether they belong together.
    private int sequence;

    Event(@Nullable ThreadEvents owner, int level) {
        this.owner = owner;
        this.level = level;
    }

    /// Adds to the event's value of a declared metric that varies over calls. What is not a finite
    /// number is not added, but counted as a mistake.
    public Event add(String metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.add(this, events.rank.metrics.numberOf(metric), value);
        return this;
    }

    /// The same by a handle from [Recorder#metric]: saves the search for the name.
    public Event add(MetricHandle metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.add(this, metric.number(), value);
        return this;
    }

    /// Sets the event's text of a declared metric that is the same for all calls, such as a tag.
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
