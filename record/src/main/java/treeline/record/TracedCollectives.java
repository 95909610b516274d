package treeline.record;

import treeline.record.events.TraceBuffer;
import treeline.record.ranks.CollectiveObserver;
import treeline.source.trace.OperationKind;
import treeline.store.trace.TraceFileWriter;

import java.util.Locale;

/// Records the collective calls of a communicator as events, such as `allgather`, and as operations
/// in the trace.
final class TracedCollectives implements CollectiveObserver {
    private Event event = Event.OFF;

    @Override
    public void begin(OperationKind kind) {
        event = Recorder.event(kind.name().toLowerCase(Locale.ROOT).intern());
    }

    @Override
    public void end(OperationKind kind, int root, long bytes) {
        ThreadEvents owner = event.owner;
        TraceBuffer trace = owner == null ? null : owner.trace;
        if (trace != null && event.isTraced)
            trace.collective(TraceFileWriter.code(kind), root, bytes);
        event.close();
        event = Event.OFF;
    }
}
