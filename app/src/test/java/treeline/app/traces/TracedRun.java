package treeline.app.traces;

import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;
import treeline.trace.path.CriticalPath;
import treeline.trace.waiting.DelayCosts;
import treeline.trace.waiting.WaitSearch;
import treeline.trace.waiting.WaitStates;

import java.io.IOException;

/// A recording with its traces, and what analyses make of them.
record TracedRun(
        Profile profile,
        Traces traces,
        OperationSet operations,
        Messages messages,
        Collectives collectives,
        WaitSearch.Result waits) {

    static TracedRun of(ProfileSource source) throws IOException {
        Profile profile = source.load(Slice.everything());
        Traces traces = source.traces();
        OperationSet all = OperationSet.of(traces.interactions(), profile.contexts().size());
        Messages messages = Messages.of(all);
        Collectives collectives = Collectives.of(all);
        var waits = WaitSearch.of(all, messages, collectives, profile.outline());
        return new TracedRun(profile, traces, all, messages, collectives, waits);
    }

    CriticalPath criticalPath() {
        return CriticalPath.of(traces, operations, waits.pathWaits());
    }

    /// Bytes that a context sent.
    long bytesSent(int context) {
        long sum = 0;
        for (int i = 0; i < messages.size(); i++)
            if (messages.sender(i) == context)
                sum += operations.of(context).bytesSent(messages.send(i));
        return sum;
    }

    /// Time that contexts waited for each context.
    double[] waitedFor() {
        WaitStates all = waits.waits();
        double[] nanos = new double[profile.contexts().size()];
        for (int i = 0; i < all.size(); i++)
            if (all.kind(i).isWait() && all.cause(i) >= 0) nanos[all.cause(i)] += all.nanos(i);
        return nanos;
    }

    /// Waiting that the work of each context caused, directly or by a chain of waits.
    double[] delayCosts() {
        double[] nanos = new double[profile.contexts().size()];
        DelayCosts.of(traces, operations, messages, collectives, waits)
                .total()
                .forEach((delay, cost) -> nanos[delay.context()] += cost);
        return nanos;
    }

    /// Time in a call path of each context on the critical path.
    double[] onCriticalPath(String path) {
        int wanted = profile.tree().at(path);
        double[] nanos = new double[profile.contexts().size()];
        for (CriticalPath.Segment each : criticalPath().segments())
            for (TraceLine line : traces.lines())
                if (line.context() == each.context())
                    line.between(
                            each.beginNanos(),
                            each.endNanos(),
                            (begin, end, node) -> {
                                if (node == wanted) nanos[each.context()] += end - begin;
                            });
        return nanos;
    }

    static int largest(double[] values) {
        int largest = 0;
        for (int i = 1; i < values.length; i++) if (values[i] > values[largest]) largest = i;
        return largest;
    }
}
