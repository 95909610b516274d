package treeline.source.trace;

import treeline.array.Ints;
import treeline.array.Longs;

import java.util.HashMap;
import java.util.Map;

/// Builds the operations of one context from its events in recorded order: enters and leaves of
/// calls, and what happened within them. Not thread-safe.
///
/// Requests match posted operations with the calls that complete them. A send that is never
/// completed ends with the call that posted it. A receive that is never completed has no sender and
/// is counted.
public final class CallOperations {
    private final Operations.Builder operations = new Operations.Builder();
    private final Map<Long, Request> requests = new HashMap<>();
    private final Ints nodes = new Ints();
    private final Longs enters = new Longs();
    private final Ints pending = new Ints(); // operations whose call has yet to end
    private final Ints pendingDepths = new Ints();
    private long collectiveBegin;
    private long unmatched;

    /// A posted operation.
    private record Request(
            long posted, long moment, int node, int peer, int group, int tag, long bytes) {}

    /// A call begins.
    public void enter(long time, int node) {
        nodes.add(node);
        enters.add(time);
    }

    /// The innermost call ends.
    public void leave(long time) {
        if (nodes.isEmpty()) return;
        while (!pending.isEmpty() && pendingDepths.last() == nodes.size()) {
            operations.end(pending.removeLast(), time);
            pendingDepths.removeLast();
        }
        nodes.removeLast();
        enters.removeLast();
    }

    /// The node of the innermost call, or [TraceLine#NO_NODE].
    public int node() {
        return nodes.isEmpty() ? TraceLine.NO_NODE : nodes.last();
    }

    /// The start of the innermost call.
    public long entered(long otherwise) {
        return enters.isEmpty() ? otherwise : enters.last();
    }

    /// A blocking send.
    public void send(long time, int receiver, int group, int tag, long bytes) {
        add(OperationKind.SEND, receiver, group, tag);
        blocking(time);
        operations.bytes(bytes, 0);
    }

    /// A blocking receive.
    public void receive(long time, int sender, int group, int tag, long bytes) {
        add(OperationKind.RECEIVE, sender, group, tag);
        blocking(time);
        operations.bytes(bytes, 0);
    }

    /// The start of a non-blocking send.
    public void postSend(long time, long request, int receiver, int group, int tag, long bytes) {
        Request before =
                requests.put(
                        request,
                        new Request(entered(time), time, node(), receiver, group, tag, bytes));
        if (before != null) abandon(before);
    }

    /// The end of a non-blocking send, within the innermost call.
    public void completeSend(long time, long request) {
        Request posted = requests.remove(request);
        if (posted == null) {
            unmatched++;
        } else {
            add(OperationKind.SEND, posted.peer, posted.group, posted.tag);
            operations.call(posted.posted, entered(time), time);
            operations.within(posted.moment, time);
            operations.bytes(posted.bytes, 0);
        }
    }

    /// The start of a non-blocking receive.
    public void postReceive(long time, long request) {
        Request before =
                requests.put(
                        request,
                        new Request(entered(time), time, node(), Operations.ABSENT, 0, 0, 0));
        if (before != null) abandon(before);
    }

    /// The end of a non-blocking receive, within the innermost call.
    public void completeReceive(
            long time, long request, int sender, int group, int tag, long bytes) {
        Request posted = requests.remove(request);
        if (posted == null) unmatched++;
        add(OperationKind.RECEIVE, sender, group, tag);
        operations.call(posted == null ? entered(time) : posted.posted, entered(time), time);
        operations.within(time, time);
        operations.bytes(bytes, 0);
    }

    /// A request was cancelled.
    public void cancel(long request) {
        requests.remove(request);
    }

    /// A collective operation begins within the innermost call.
    public void beginCollective(long time) {
        collectiveBegin = time;
    }

    /// The collective operation of the innermost call ends.
    public void endCollective(
            long time, OperationKind kind, int group, int root, long sent, long received) {
        add(kind, root, group, 0);
        operations.call(entered(time), entered(time), time);
        operations.within(Math.max(collectiveBegin, entered(time)), time);
        operations.bytes(sent, received);
    }

    /// A call that is a collective operation as a whole, such as a barrier of a thread team, has
    /// just been entered.
    public void synchronise(OperationKind kind, int group) {
        add(kind, Operations.ABSENT, group, 0);
        long entered = entered(0);
        operations.call(entered, entered, entered);
        operations.within(entered, Operations.END_OF_CALL);
    }

    /// The context starts to work for its peer.
    public void start(long time, int peer, int group) {
        add(OperationKind.TEAM_START, peer, group, 0);
        operations.call(time, time, time);
        operations.within(time, time);
    }

    private void add(OperationKind kind, int peer, int group, int tag) {
        int operation = operations.add(kind, node(), peer, group, tag);
        if (nodes.isEmpty()) return;
        pending.add(operation);
        pendingDepths.add(nodes.size());
    }

    private void blocking(long time) {
        operations.call(entered(time), entered(time), time);
        operations.within(time, time);
    }

    /// A send whose completion was not recorded ends where it was posted; a receive has no sender.
    private void abandon(Request request) {
        unmatched++;
        if (request.peer == Operations.ABSENT) return;
        operations.add(OperationKind.SEND, request.node, request.peer, request.group, request.tag);
        operations.call(request.posted, request.posted, request.moment);
        operations.within(request.moment, request.moment);
        operations.bytes(request.bytes, 0);
    }

    /// Completions without a posted operation, and posted operations without a completion.
    public long unmatched() {
        return unmatched;
    }

    /// The operations, once all events were given. Calls that are open end at the given time.
    public Operations build(long end) {
        while (!nodes.isEmpty()) leave(end);
        requests.values().forEach(this::abandon);
        requests.clear();
        return operations.build();
    }
}
