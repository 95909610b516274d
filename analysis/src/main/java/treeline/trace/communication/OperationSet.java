package treeline.trace.communication;

import treeline.array.IndexSort;
import treeline.cores.Ranges;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.Arrays;
import java.util.List;

/// The operations of all contexts of a run in memory, at about 70 bytes per operation. Matching
/// needs both ends of every message.
public final class OperationSet {
    private final List<ProcessGroup> groups;
    private final Operations[] byContext;

    private OperationSet(List<ProcessGroup> groups, Operations[] byContext) {
        this.groups = groups;
        this.byContext = byContext;
    }

    /// Reads the operations of all contexts in parallel.
    ///
    /// @param contexts number of contexts of the run
    public static OperationSet of(Interactions interactions, int contexts) {
        Operations[] all =
                Ranges.map(contexts, 1, (context, _) -> interactions.of(context))
                        .toArray(Operations[]::new);
        return new OperationSet(interactions.groups(), all);
    }

    public int contexts() {
        return byContext.length;
    }

    public List<ProcessGroup> groups() {
        return groups;
    }

    public Operations of(int context) {
        return byContext[context];
    }

    /// The operations of a context in the order in which they were posted, which is the order in
    /// which MPI matches them.
    int[] inPostedOrder(int context, OperationKind kind) {
        Operations operations = byContext[context];
        int[] chosen = new int[operations.size()];
        int count = 0;
        for (int i = 0; i < chosen.length; i++) if (operations.kind(i) == kind) chosen[count++] = i;
        return sortedByPosting(operations, Arrays.copyOf(chosen, count));
    }

    /// Sorts operations in place. Those of equal posting time keep their order of completion.
    static int[] sortedByPosting(Operations operations, int[] chosen) {
        IndexSort.sort(chosen, 0, chosen.length, operations::postedNanos);
        return chosen;
    }
}
