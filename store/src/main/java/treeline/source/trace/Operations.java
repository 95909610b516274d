package treeline.source.trace;

import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.array.Longs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Operations of one context as columns, in the order in which they were completed.
///
/// A non-blocking operation has two calls: the call that posts it and the call that completes it,
/// such as MPI_Irecv and MPI_Waitall. A blocking operation has one, which does both.
public final class Operations {
    /// The moment at which an operation ends that lasts as long as its call.
    static final long END_OF_CALL = Long.MIN_VALUE;

    /// The peer, group or node of an operation without one.
    public static final int ABSENT = -1;

    private static final int TIMES = 5;
    private static final int POSTED = 0;
    private static final int BEGIN = 1;
    private static final int END = 2;
    private static final int STARTED = 3;
    private static final int FINISHED = 4;

    /// The operations of a context without any.
    public static final Operations NONE = new Builder().build();

    private final int size;
    private final OperationKind[] kinds;
    private final int[] nodes;
    private final int[] peers;
    private final int[] groups;
    private final int[] tags;
    private final long[] times;
    private final long[] sent;
    private final long[] received;

    private Operations(Builder built) {
        size = built.size();
        kinds = built.kinds.toArray(new OperationKind[0]);
        nodes = built.nodes.toArray();
        peers = built.peers.toArray();
        groups = built.groups.toArray();
        tags = built.tags.toArray();
        times = built.times.toArray();
        sent = built.sent.toArray();
        received = built.received.toArray();
    }

    public int size() {
        return size;
    }

    public OperationKind kind(int operation) {
        return kinds[operation];
    }

    /// The call path of the call that completed the operation, or [#ABSENT].
    public int node(int operation) {
        return nodes[operation];
    }

    /// The context at the other end of a message, the root of a collective operation, the thread
    /// that started a team or launched a kernel, or [#ABSENT].
    public int peer(int operation) {
        return peers[operation];
    }

    /// The communicator or team, as an index of [Interactions#groups()], or [#ABSENT].
    public int group(int operation) {
        return groups[operation];
    }

    /// The tag of a message, or the correlation id of a kernel.
    public int tag(int operation) {
        return tags[operation];
    }

    /// The start of the call that posted the operation, or launched the kernel.
    public long postedNanos(int operation) {
        return times[operation * TIMES + POSTED];
    }

    /// The start of the call that completed the operation, or of the kernel.
    public long beginNanos(int operation) {
        return times[operation * TIMES + BEGIN];
    }

    /// The end of the call that completed the operation, or of the kernel.
    public long endNanos(int operation) {
        return times[operation * TIMES + END];
    }

    /// The moment within its call at which a message was sent, a collective operation was begun, or
    /// at which the call that launched a kernel ended.
    public long startedNanos(int operation) {
        return times[operation * TIMES + STARTED];
    }

    /// The moment within its call at which a message was received or a collective operation ended.
    public long finishedNanos(int operation) {
        long finished = times[operation * TIMES + FINISHED];
        return finished == END_OF_CALL ? endNanos(operation) : finished;
    }

    /// Bytes of a message, those that the rank gave to a collective operation ([#ABSENT] if
    /// unknown), or those that a copy moved.
    public long bytesSent(int operation) {
        return sent[operation];
    }

    /// Bytes that the rank got from a collective operation; [#ABSENT] if unknown.
    public long bytesReceived(int operation) {
        return received[operation];
    }

    /// The same operations in another numbering of contexts, nodes and groups, and on another
    /// clock.
    public Operations mapped(Mapping mapping) {
        var mapped = new Builder();
        for (int i = 0; i < size; i++) {
            mapped.add(
                    kind(i),
                    nodes[i] < 0 ? nodes[i] : mapping.node(nodes[i]),
                    peers[i] < 0 ? peers[i] : mapping.context(peers[i]),
                    groups[i] < 0 ? groups[i] : mapping.group(groups[i]),
                    tags[i]);
            mapped.call(
                    mapping.nanos(postedNanos(i)),
                    mapping.nanos(beginNanos(i)),
                    mapping.nanos(endNanos(i)));
            mapped.within(mapping.nanos(startedNanos(i)), mapping.nanos(finishedNanos(i)));
            mapped.bytes(sent[i], received[i]);
        }
        return mapped.build();
    }

    /// A condition on one of some operations.
    @FunctionalInterface
    public interface Condition {
        boolean holds(Operations operations, int operation);
    }

    /// Those that meet a condition.
    public Operations filtered(Condition condition) {
        var chosen = new Builder();
        for (int i = 0; i < size; i++) if (condition.holds(this, i)) chosen.copy(this, i);
        return chosen.build();
    }

    /// The same operations in other groups.
    ///
    /// @param groupOf the group of each operation, or [#ABSENT]
    public Operations inGroups(int[] groupOf) {
        var regrouped = new Builder();
        for (int i = 0; i < size; i++) {
            regrouped.copy(this, i);
            regrouped.groups.set(i, groupOf[i]);
        }
        return regrouped.build();
    }

    /// Merges lists of operations of one context by the ends of the operations. Ties keep the order
    /// of the lists.
    public static Operations byEnd(List<Operations> lists) {
        var together = new Builder();
        for (Operations each : lists) for (int i = 0; i < each.size; i++) together.copy(each, i);
        Operations all = together.build();
        var sorted = new Builder();
        int[] order = new int[all.size];
        Arrays.setAll(order, i -> i);
        IndexSort.sort(order, 0, order.length, all::endNanos);
        for (int i : order) sorted.copy(all, i);
        return sorted.build();
    }

    /// Another numbering, and another clock.
    public interface Mapping {
        default int node(int node) {
            return node;
        }

        default int context(int context) {
            return context;
        }

        default int group(int group) {
            return group;
        }

        default long nanos(long nanos) {
            return nanos;
        }
    }

    /// Collects operations: [#add], then what is known about the last one. Not thread-safe.
    public static final class Builder {
        private final List<OperationKind> kinds = new ArrayList<>();
        private final Ints nodes = new Ints();
        private final Ints peers = new Ints();
        private final Ints groups = new Ints();
        private final Ints tags = new Ints();
        private final Longs times = new Longs();
        private final Longs sent = new Longs();
        private final Longs received = new Longs();

        public int size() {
            return kinds.size();
        }

        /// Adds an operation and returns its index.
        public int add(OperationKind kind, int node, int peer, int group, int tag) {
            kinds.add(kind);
            nodes.add(node);
            peers.add(peer);
            groups.add(group);
            tags.add(tag);
            times.padTo(Math.multiplyExact(size(), TIMES), 0);
            sent.add(0);
            received.add(0);
            return size() - 1;
        }

        private void copy(Operations from, int i) {
            add(from.kind(i), from.nodes[i], from.peers[i], from.groups[i], from.tags[i]);
            for (int time = 0; time < TIMES; time++) time(time, from.times[i * TIMES + time]);
            bytes(from.sent[i], from.received[i]);
        }

        private void time(int time, long nanos) {
            times.set((size() - 1) * TIMES + time, nanos);
        }

        /// The times of the calls of the last operation.
        public void call(long posted, long begin, long end) {
            time(POSTED, posted);
            time(BEGIN, begin);
            time(END, end);
        }

        /// The end of the completing call of an earlier operation, known only when it is left.
        public void end(int operation, long end) {
            times.set(operation * TIMES + END, end);
        }

        /// The moments within the calls of the last operation.
        public void within(long started, long finished) {
            time(STARTED, started);
            time(FINISHED, finished);
        }

        /// The bytes of the last operation.
        public void bytes(long sentBytes, long receivedBytes) {
            sent.set(size() - 1, sentBytes);
            received.set(size() - 1, receivedBytes);
        }

        public Operations build() {
            return new Operations(this);
        }
    }
}
