package treeline.trace.communication;

import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Matched collective operations: the n-th collective operation that the members of a communicator
/// post on it is one instance, as MPI requires. Linear in the number of operations.
public final class Collectives {
    private final List<Instance> instances;
    private final long incomplete;

    /// One collective operation of a group, with the operation of each member in rank order.
    public static final class Instance {
        private final int group;
        private final OperationKind kind;
        private final int[] contexts;
        private final int[] operations;

        private Instance(int group, OperationKind kind, int[] contexts, int[] operations) {
            this.group = group;
            this.kind = kind;
            this.contexts = contexts;
            this.operations = operations;
        }

        public int group() {
            return group;
        }

        public OperationKind kind() {
            return kind;
        }

        public int size() {
            return contexts.length;
        }

        /// The context of a member.
        public int context(int member) {
            return contexts[member];
        }

        /// The operation of a member, as an operation of its context.
        public int operation(int member) {
            return operations[member];
        }
    }

    private Collectives(List<Instance> instances, long incomplete) {
        this.instances = List.copyOf(instances);
        this.incomplete = incomplete;
    }

    public static Collectives of(OperationSet all) {
        List<Map<Key, Sequence>> sequences = new ArrayList<>();
        for (int context = 0; context < all.contexts(); context++)
            sequences.add(sequences(all.of(context)));
        List<Instance> instances = new ArrayList<>();
        long incomplete = 0;
        for (int group = 0; group < all.groups().size(); group++) {
            int[] members =
                    all.groups().get(group).members().stream()
                            .mapToInt(Integer::intValue)
                            .toArray();
            for (Kind kind : Kind.values())
                incomplete += add(all, group, kind, members, sequences, instances);
        }
        return new Collectives(instances, incomplete);
    }

    /// Adds the complete instances of a group and returns the number of the others.
    private static long add(
            OperationSet all,
            int group,
            Kind kind,
            int[] members,
            List<Map<Key, Sequence>> sequences,
            List<Instance> instances) {
        Sequence[] of = new Sequence[members.length];
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        for (int m = 0; m < members.length; m++) {
            of[m] = sequences.get(members[m]).getOrDefault(new Key(group, kind), Sequence.NONE);
            fewest = Math.min(fewest, of[m].inOrder.length);
            most = Math.max(most, of[m].inOrder.length);
        }
        for (int n = 0; n < fewest && n < most; n++) {
            int[] operations = new int[members.length];
            for (int m = 0; m < members.length; m++) operations[m] = of[m].inOrder[n];
            OperationKind first = all.of(members[0]).kind(operations[0]);
            instances.add(new Instance(group, first, members, operations));
        }
        return members.length == 0 ? 0 : most - fewest;
    }

    /// The collective operations of a context in one pass, by group and kind.
    private static Map<Key, Sequence> sequences(Operations operations) {
        Map<Key, Sequence> found = new HashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            OperationKind kind = operations.kind(i);
            if (kind.pattern().isCollective() && operations.group(i) >= 0)
                found.computeIfAbsent(
                                new Key(operations.group(i), Kind.of(kind)), _ -> new Sequence())
                        .add(i);
        }
        found.values().forEach(each -> each.sort(operations));
        return found;
    }

    /// Operations of one context, in the order of posting.
    private static final class Sequence {
        static final Sequence NONE = new Sequence();

        private int[] inOrder = new int[0];
        private final Ints operations = new Ints();

        void add(int operation) {
            operations.add(operation);
        }

        void sort(Operations of) {
            inOrder = operations.toArray();
            IndexSort.sort(inOrder, 0, inOrder.length, of::postedNanos);
        }
    }

    /// Operations that are counted separately. MPI_Finalize and barriers of teams have no record of
    /// their own in most traces, and may be missing at some ranks.
    private enum Kind {
        COLLECTIVE,
        FINALIZE,
        TEAM;

        static Kind of(OperationKind kind) {
            return switch (kind) {
                case FINALIZE -> FINALIZE;
                case TEAM_BARRIER -> TEAM;
                default -> COLLECTIVE;
            };
        }
    }

    /// The operations of a group that are counted together.
    private record Key(int group, Kind kind) {}

    /// Operations in which all members of the group took part.
    public List<Instance> instances() {
        return instances;
    }

    /// Operations in which some members did not take part: the trace is incomplete.
    public long incomplete() {
        return incomplete;
    }
}
