package treeline.trace.waiting;

import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

/// Finds wait states by Scalasca's definitions (Geimer et al., "Scalable performance analysis of
/// communication in MPI programs", and the pattern catalogue of Scalasca 2).
///
/// A wait never exceeds its own operation. A call that completes several messages, such as
/// MPI_Waitall, has one wait, the longest of its messages. Calls that only test for completion do
/// not wait. Linear in the number of operations.
public final class WaitSearch {
    private final OperationSet all;
    private final CallTree tree;
    private final WaitStates.Builder waits = new WaitStates.Builder();
    private final WaitStates.Builder ofPath = new WaitStates.Builder();

    private WaitSearch(OperationSet all, CallTree tree) {
        this.all = all;
        this.tree = tree;
    }

    /// The waits of a run.
    ///
    /// @param waits including the completion of barriers and of N x N operations
    /// @param pathWaits those that the critical path follows: the root of a reduction waits for the
    ///   last sender, not for the first, and each stream of a GPU waits for its own work
    public record Result(WaitStates waits, WaitStates pathWaits) {}

    public static Result of(
            OperationSet all, Messages messages, Collectives collectives, Outline outline) {
        var search = new WaitSearch(all, outline.tree());
        search.addMessages(messages);
        for (Collectives.Instance instance : collectives.instances()) search.add(instance);
        DeviceWaits.add(all, outline, search.waits, search.ofPath);
        WaitStates waits = search.waits.build();
        return new Result(waits, waits.ofPath(search.ofPath));
    }

    private void addMessages(Messages messages) {
        long[][] nanos = new long[all.contexts()][];
        for (int context = 0; context < all.contexts(); context++)
            nanos[context] = new long[all.of(context).size()];
        for (int i = 0; i < messages.size(); i++) {
            int sender = messages.sender(i);
            int receiver = messages.receiver(i);
            int send = messages.send(i);
            int receive = messages.receive(i);
            if (sender == receiver) continue;
            Operations sends = all.of(sender);
            Operations receives = all.of(receiver);
            long lateSender =
                    Math.min(sends.postedNanos(send), receives.endNanos(receive))
                            - receives.beginNanos(receive);
            if (lateSender > 0) nanos[receiver][receive] = lateSender;
            long posted = receives.postedNanos(receive);
            long lateReceiver = posted - sends.beginNanos(send);
            if (lateReceiver > 0 && sends.endNanos(send) > posted)
                nanos[sender][send] = lateReceiver;
        }
        for (int context = 0; context < all.contexts(); context++)
            addCalls(context, nanos[context]);
    }

    /// Operations that one call completes follow each other.
    private void addCalls(int context, long[] nanos) {
        Operations operations = all.of(context);
        int from = 0;
        while (from < nanos.length) {
            int to = from + 1;
            if (nanos[from] > 0) {
                while (to < nanos.length && isSameCall(operations, from, to)) to++;
                if (!isTest(operations.node(from))) addCall(context, from, to, nanos);
            }
            from = to;
        }
    }

    /// The longest wait of a call; of equal waits, that for the lowest context. Waits for receivers
    /// count only if no sender is late.
    private void addCall(int context, int from, int to, long[] nanos) {
        Operations operations = all.of(context);
        int longest = from;
        for (int i = from + 1; i < to; i++)
            if (nanos[i] > 0 && isLonger(operations, i, longest, nanos)) longest = i;
        WaitKind kind =
                operations.kind(longest) == OperationKind.RECEIVE
                        ? WaitKind.LATE_SENDER
                        : WaitKind.LATE_RECEIVER;
        add(kind, context, longest, operations.peer(longest), nanos[longest]);
    }

    private static boolean isLonger(Operations operations, int a, int b, long[] nanos) {
        if (operations.kind(a) != operations.kind(b))
            return operations.kind(a) == OperationKind.RECEIVE;
        return nanos[a] > nanos[b]
                || (nanos[a] == nanos[b] && operations.peer(a) < operations.peer(b));
    }

    private static boolean isSameCall(Operations operations, int a, int b) {
        return operations.beginNanos(a) == operations.beginNanos(b)
                && operations.endNanos(a) == operations.endNanos(b)
                && operations.node(a) == operations.node(b);
    }

    private boolean isTest(int node) {
        return node >= 0 && Library.isTest(tree.frame(node));
    }

    private void add(WaitKind kind, int context, int operation, int cause, long nanos) {
        Operations operations = all.of(context);
        waits.add(
                kind,
                context,
                operation,
                operations.node(operation),
                cause,
                begin(operations, operation),
                nanos);
    }

    /// When a context may start to wait: in the call that completes the operation and, if it is
    /// collective, once the context has joined it.
    private static long begin(Operations operations, int operation) {
        long begin = operations.beginNanos(operation);
        return operations.kind(operation).pattern() == OperationKind.Pattern.POINT_TO_POINT
                ? begin
                : Math.max(begin, operations.startedNanos(operation));
    }

    private void add(Collectives.Instance instance) {
        switch (instance.kind().pattern()) {
            case BARRIER -> addBarrier(instance);
            case ALL_TO_ALL -> addAllToAll(instance);
            case ONE_TO_ALL -> addOneToAll(instance);
            case ALL_TO_ONE -> addAllToOne(instance);
            case PREFIX -> addPrefix(instance);
            case SOME_TO_SOME, POINT_TO_POINT, START, STREAMS -> {}
        }
    }

    private long started(Collectives.Instance instance, int member) {
        return all.of(instance.context(member)).startedNanos(instance.operation(member));
    }

    private long finished(Collectives.Instance instance, int member) {
        return all.of(instance.context(member)).finishedNanos(instance.operation(member));
    }

    /// Whether a member may have sent data: bytes may be unknown.
    private boolean sends(Collectives.Instance instance, int member) {
        return all.of(instance.context(member)).bytesSent(instance.operation(member)) != 0;
    }

    private boolean receives(Collectives.Instance instance, int member) {
        return all.of(instance.context(member)).bytesReceived(instance.operation(member)) != 0;
    }

    /// Waits until another member has arrived.
    private void addUntil(Collectives.Instance instance, WaitKind kind, int member, int late) {
        long wait =
                Math.min(started(instance, late), finished(instance, member))
                        - begin(all.of(instance.context(member)), instance.operation(member));
        add(
                kind,
                instance.context(member),
                instance.operation(member),
                instance.context(late),
                wait);
    }

    private static WaitKind barrier(OperationKind kind) {
        return switch (kind) {
            case FINALIZE -> WaitKind.FINALIZE;
            case TEAM_BARRIER -> WaitKind.TEAM_BARRIER;
            default -> WaitKind.BARRIER;
        };
    }

    private void addBarrier(Collectives.Instance instance) {
        WaitKind kind = barrier(instance.kind());
        int last = 0;
        for (int i = 1; i < instance.size(); i++) last = later(instance, i, last);
        long firstEnd = firstEnd(instance);
        for (int i = 0; i < instance.size(); i++) {
            addUntil(instance, kind, i, last);
            if (kind == WaitKind.BARRIER)
                addCompletion(instance, WaitKind.BARRIER_COMPLETION, i, last, firstEnd);
        }
    }

    /// The later one of two members; of equal times, the one with the lower context.
    private int later(Collectives.Instance instance, int a, int b) {
        int order = Long.compare(started(instance, a), started(instance, b));
        if (order == 0) order = Integer.compare(instance.context(b), instance.context(a));
        return order > 0 ? a : b;
    }

    private long firstEnd(Collectives.Instance instance) {
        long firstEnd = Long.MAX_VALUE;
        for (int i = 0; i < instance.size(); i++)
            firstEnd = Math.min(firstEnd, finished(instance, i));
        return firstEnd;
    }

    private void addCompletion(
            Collectives.Instance instance, WaitKind kind, int member, int last, long firstEnd) {
        long from = Math.max(firstEnd, started(instance, last));
        Operations operations = all.of(instance.context(member));
        int operation = instance.operation(member);
        waits.add(
                kind,
                instance.context(member),
                operation,
                operations.node(operation),
                instance.context(last),
                from,
                finished(instance, member) - from);
    }

    private void addAllToAll(Collectives.Instance instance) {
        int last = -1;
        for (int i = 0; i < instance.size(); i++)
            if (sends(instance, i)) last = last < 0 ? i : later(instance, i, last);
        if (last < 0) return;
        long firstEnd = firstEnd(instance);
        for (int i = 0; i < instance.size(); i++) {
            if (!receives(instance, i)) continue;
            addUntil(instance, WaitKind.ALL_TO_ALL, i, last);
            if (sends(instance, i))
                addCompletion(instance, WaitKind.ALL_TO_ALL_COMPLETION, i, last, firstEnd);
        }
    }

    private int root(Collectives.Instance instance) {
        for (int i = 0; i < instance.size(); i++) {
            int context = instance.context(i);
            if (all.of(context).peer(instance.operation(i)) == context) return i;
        }
        return -1;
    }

    private void addOneToAll(Collectives.Instance instance) {
        int root = root(instance);
        if (root < 0) return;
        for (int i = 0; i < instance.size(); i++)
            if (i != root) addUntil(instance, WaitKind.LATE_BROADCAST, i, root);
    }

    private void addAllToOne(Collectives.Instance instance) {
        int root = root(instance);
        if (root < 0) return;
        int first = -1;
        int last = -1;
        for (int i = 0; i < instance.size(); i++) {
            if (i == root || !sends(instance, i)) continue;
            last = last < 0 ? i : later(instance, i, last);
            if (first < 0 || started(instance, i) < started(instance, first)) first = i;
        }
        if (first < 0) return;
        addUntil(instance, WaitKind.EARLY_REDUCE, root, first);
        Operations operations = all.of(instance.context(root));
        int operation = instance.operation(root);
        long begin = begin(operations, operation);
        ofPath.add(
                WaitKind.EARLY_REDUCE,
                instance.context(root),
                operation,
                operations.node(operation),
                instance.context(last),
                begin,
                Math.min(started(instance, last), finished(instance, root)) - begin);
    }

    private void addPrefix(Collectives.Instance instance) {
        int last = 0;
        for (int i = 1; i < instance.size(); i++) {
            last = later(instance, i, last);
            if (last != i) addUntil(instance, WaitKind.EARLY_SCAN, i, last);
        }
    }
}
