package treeline.testkit;

import treeline.model.Outline;
import treeline.source.ProfileSource;
import treeline.source.trace.Counter;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

/// What holds for the traces of every source, whatever file it has read: nodes, contexts and groups
/// exist, stretches last, and counters ascend. Damage that is noticed late, such as samples out of
/// order, is a `MalformedProfileException`.
public final class TraceLaws {
    private TraceLaws() {}

    /// Checks the traces of a source.
    ///
    /// @throws AssertionError for the first violation
    public static void check(ProfileSource source) {
        Traces traces = source.traces();
        Outline outline = source.outline();
        int context = -1;
        for (TraceLine line : traces.lines()) {
            require(line.context() >= context, "lines are in the order of contexts");
            context = line.context();
            require(context < outline.contexts().size(), "a line is of a context");
            checkLine(line, traces, outline);
        }
        for (ProcessGroup group : traces.interactions().groups())
            for (int member : group.members())
                require(
                        member >= Operations.ABSENT && member < outline.contexts().size(),
                        "a member of a group is a context");
        for (int each = 0; each < outline.contexts().size(); each++)
            checkOperations(traces.interactions().of(each), traces, outline);
        for (Counter counter : traces.counters()) checkCounter(counter, outline);
    }

    private static void checkLine(TraceLine line, Traces traces, Outline outline) {
        line.between(0, traces.endNanos(), (begin, end, _) -> require(begin < end, "stretches"));
        for (int sample = 0; sample < line.samples(); sample++)
            checkNode(line.node(sample), outline);
    }

    private static void checkOperations(Operations operations, Traces traces, Outline outline) {
        int contexts = outline.contexts().size();
        int groups = traces.interactions().groups().size();
        for (int i = 0; i < operations.size(); i++) {
            checkNode(operations.node(i), outline);
            require(operations.peer(i) >= Operations.ABSENT, "a peer");
            require(operations.peer(i) < contexts, "a peer is a context");
            require(operations.group(i) < Math.max(1, groups), "a group");
            require(operations.beginNanos(i) <= operations.endNanos(i), "begin before end");
            require(operations.kind(i).pattern() != null, "a kind");
        }
    }

    private static void checkCounter(Counter counter, Outline outline) {
        require(counter.context() >= Counter.WHOLE_RUN, "a context of a counter");
        require(counter.context() < outline.contexts().size(), "a context of a counter");
        for (int i = 1; i < counter.size(); i++)
            require(counter.nanos(i - 1) <= counter.nanos(i), "times of a counter ascend");
    }

    private static void checkNode(int node, Outline outline) {
        require(node >= TraceLine.NO_NODE && node < outline.tree().size(), "a node is of the tree");
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError("broken law of traces: " + what);
    }
}
