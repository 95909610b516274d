package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;

import java.util.List;

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
    static final Event OFF = new Event(null, null, 0);

    /// Null if the event is not recorded.
    final @Nullable ThreadEvents owner;

    /// The log of a muted event.
    private final @Nullable MutedCalls log;

    final int level;

    PathNode node = PathNode.NOWHERE;
    Cell cell = Cell.NONE;

    /// The iteration number, or -1 if iterations are summed.
    int iteration;

    long startNanos;

    /// Whether the trace contains its begin.
    boolean isTraced;

    /// Readings of the built-in metrics at the start; empty if none is enabled.
    long[] probesAtStart = NO_PROBES;

    private static final long[] NO_PROBES = {};

    Event(ThreadEvents owner, int level) {
        this(owner, null, level);
    }

    private Event(@Nullable ThreadEvents owner, @Nullable MutedCalls log, int level) {
        this.owner = owner;
        this.log = log;
        this.level = level;
    }

    static Event muted(MutedCalls log, int level) {
        return new Event(null, log, level);
    }

    /// Adds to the value of a declared numeric metric. Values that are not finite are counted as
    /// misuse instead.
    public Event add(String metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.values.add(this, events.rank.metrics.numberOf(metric), value);
        return this;
    }

    /// The same with a handle from [Recorder#metric], which saves the look-up of the name.
    public Event add(MetricHandle metric, double value) {
        ThreadEvents events = owner;
        if (events != null) events.values.add(this, metric.number(), value);
        return this;
    }

    /// Sets a declared label of the event, such as a tag, which must be the same in all calls.
    public Event put(String metric, String text) {
        ThreadEvents events = owner;
        if (events != null) events.values.put(this, metric, text);
        return this;
    }

    /// Notes the built-in metrics at the start.
    void readProbes(RankEvents rank) {
        List<BuiltIn> builtIns = rank.metrics.builtIns();
        if (probesAtStart.length != builtIns.size()) probesAtStart = new long[builtIns.size()];
        for (int i = 0; i < probesAtStart.length; i++)
            probesAtStart[i] = builtIns.get(i).reading(rank.communicator);
    }

    @Override
    public void close() {
        ThreadEvents events = owner;
        if (events != null) events.end(this);
        else if (log != null) log.end(this);
    }
}
