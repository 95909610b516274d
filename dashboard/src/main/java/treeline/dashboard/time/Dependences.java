package treeline.dashboard.time;

import treeline.source.trace.Interactions;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;
import treeline.trace.path.CriticalPath;
import treeline.trace.waiting.WaitAnalysis;

/// The messages, waits and critical path of a trace, computed once per run. Messages have recorded
/// times, as the rows of the timeline have; waits and the path may have corrected clocks.
final class Dependences {
    private final OperationSet operations;
    private final Messages messages;
    private final WaitAnalysis waits;
    private final CriticalPath path;

    private Dependences(
            OperationSet operations, Messages messages, WaitAnalysis waits, CriticalPath path) {
        this.operations = operations;
        this.messages = messages;
        this.waits = waits;
        this.path = path;
    }

    static Dependences of(OpenTrace trace) {
        WaitAnalysis waits = WaitAnalysis.of(trace.outline(), trace.traces());
        CriticalPath path = CriticalPath.of(waits.traces(), waits.operations(), waits.pathWaits());
        if (waits.correction().isEmpty())
            return new Dependences(waits.operations(), waits.messages(), waits, path);
        Interactions recorded = trace.traces().interactions();
        OperationSet operations = OperationSet.of(recorded, trace.outline().contexts().size());
        return new Dependences(operations, Messages.of(operations), waits, path);
    }

    OperationSet operations() {
        return operations;
    }

    Messages messages() {
        return messages;
    }

    WaitAnalysis waits() {
        return waits;
    }

    CriticalPath path() {
        return path;
    }
}
