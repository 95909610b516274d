package treeline.trace.clock;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.Arrays;

/// Offsets of the clocks of a run within one interval of time, from the rule that a message is not
/// received before it is sent and a barrier is not left before all have entered it.
///
/// Each message from a to b bounds the difference of their offsets from above. These bounds are a
/// system of difference constraints: shortest paths from and to the reference context (Bellman and
/// Ford) give the largest and the smallest offset that agree with all messages. The estimate is
/// their mean, which agrees with all messages too, and it is off by at most half their difference.
final class ClockOffsets {
    private static final long UNKNOWN = Long.MAX_VALUE / 4;

    private final long[] offsets;
    private final long[] errors;
    private final boolean feasible;

    private ClockOffsets(long[] offsets, long[] errors, boolean feasible) {
        this.offsets = offsets;
        this.errors = errors;
        this.feasible = feasible;
    }

    /// How much a context's clock is ahead of the reference.
    long offset(int context) {
        return offsets[context];
    }

    /// How far the offset may be off; negative if nothing connects the context to the reference.
    long error(int context) {
        return errors[context];
    }

    /// Whether offsets exist that agree with all messages. Otherwise clocks drift within the
    /// interval.
    boolean isFeasible() {
        return feasible;
    }

    /// Offsets in an interval of local times.
    static ClockOffsets of(
            OperationSet all, Messages messages, Collectives collectives, long from, long to) {
        var bounds = new Bounds(all.contexts());
        for (int i = 0; i < messages.size(); i++) {
            Operations sends = all.of(messages.sender(i));
            Operations receives = all.of(messages.receiver(i));
            long sent = sends.startedNanos(messages.send(i));
            if (sent < from || sent >= to || messages.sender(i) == messages.receiver(i)) continue;
            bounds.add(
                    messages.sender(i),
                    messages.receiver(i),
                    receives.finishedNanos(messages.receive(i)) - sent);
        }
        for (Collectives.Instance instance : collectives.instances())
            if (waitsForAll(instance.kind())) bounds.addBarrier(all, instance, from, to);
        return bounds.solve();
    }

    private static boolean waitsForAll(OperationKind kind) {
        return kind.pattern() == OperationKind.Pattern.BARRIER
                || kind.pattern() == OperationKind.Pattern.ALL_TO_ALL;
    }

    /// Bounds as edges of a graph: the offset of `to` minus that of `from` is at most the length. A
    /// barrier is an edge from each member to each other: the latest that the last of them entered,
    /// by the clock of one, bounds when the other left.
    private static final class Bounds {
        private final int contexts;
        private final Ints froms = new Ints();
        private final Ints tos = new Ints();
        private final Longs lengths = new Longs();

        /// Where the members of each barrier end.
        private final Ints ends = new Ints();

        private final Ints members = new Ints();
        private final Longs enters = new Longs();
        private final Longs leaves = new Longs();

        Bounds(int contexts) {
            this.contexts = contexts;
        }

        void add(int from, int to, long length) {
            froms.add(from);
            tos.add(to);
            lengths.add(length);
        }

        /// Times are relative to a moment of the interval.
        void addBarrier(OperationSet all, Collectives.Instance instance, long from, long to) {
            long first = all.of(instance.context(0)).startedNanos(instance.operation(0));
            if (first < from || first >= to) return;
            for (int m = 0; m < instance.size(); m++) {
                Operations operations = all.of(instance.context(m));
                int operation = instance.operation(m);
                members.add(instance.context(m));
                enters.add(first - operations.startedNanos(operation));
                leaves.add(operations.finishedNanos(operation) - first);
            }
            ends.add(members.size());
        }

        ClockOffsets solve() {
            var largest = new Distances(contexts);
            largest.settle(this, froms, tos, enters, leaves);
            var smallest = new Distances(contexts);
            smallest.settle(this, tos, froms, leaves, enters);
            long[] offsets = new long[contexts];
            long[] errors = new long[contexts];
            for (int context = 0; context < contexts; context++) {
                long most = largest.of[context];
                long least = smallest.of[context];
                boolean known = most < UNKNOWN && least < UNKNOWN;
                offsets[context] = known ? (most - least) / 2 : 0;
                errors[context] = known ? (most + least) / 2 : -1;
            }
            return new ClockOffsets(offsets, errors, largest.settled);
        }
    }

    /// Shortest distances from context 0, with the Bellman-Ford algorithm.
    ///
    /// A round is linear in the messages and the members of all barriers. Paths without cycles have
    /// settled after as many rounds as there are contexts, usually after three; bounds that
    /// contradict each other never do, and the search ends with the first round that leaves a cycle
    /// among the contexts that distances come from (Cherkassky and Goldberg 1999).
    private static final class Distances {
        private static final int NONE = -1;

        private final long[] of;
        private final int[] before;
        private boolean changed;
        private boolean reached;
        private boolean settled;

        Distances(int contexts) {
            of = new long[contexts];
            before = new int[contexts];
            Arrays.fill(of, UNKNOWN);
            Arrays.fill(before, NONE);
            of[0] = 0;
        }

        void settle(Bounds bounds, Ints froms, Ints tos, Longs enters, Longs leaves) {
            for (int round = 0; round < of.length && !settled; round++) {
                changed = false;
                reached = false;
                for (int i = 0; i < froms.size(); i++)
                    shorten(tos.at(i), froms.at(i), of[froms.at(i)] + bounds.lengths.at(i));
                for (int barrier = 0; barrier < bounds.ends.size(); barrier++)
                    passBarrier(
                            barrier == 0 ? 0 : bounds.ends.at(barrier - 1),
                            bounds.ends.at(barrier),
                            bounds.members,
                            enters,
                            leaves);
                settled = !changed;
                if (!reached && hasCycle()) return;
            }
        }

        private void passBarrier(int start, int end, Ints members, Longs enters, Longs leaves) {
            int nearest = NONE;
            long distance = UNKNOWN;
            for (int i = start; i < end; i++) {
                int member = members.at(i);
                if (of[member] >= UNKNOWN || of[member] + enters.at(i) >= distance) continue;
                nearest = member;
                distance = of[member] + enters.at(i);
            }
            if (nearest == NONE) return;
            for (int i = start; i < end; i++)
                shorten(members.at(i), nearest, distance + leaves.at(i));
        }

        private void shorten(int context, int by, long distance) {
            if (of[by] >= UNKNOWN || distance >= of[context]) return;
            if (of[context] >= UNKNOWN) reached = true;
            of[context] = distance;
            before[context] = by;
            changed = true;
        }

        private boolean hasCycle() {
            int[] seenFrom = new int[of.length];
            Arrays.fill(seenFrom, NONE);
            for (int context = 0; context < of.length; context++) {
                int at = context;
                while (at != NONE && seenFrom[at] == NONE) {
                    seenFrom[at] = context;
                    at = before[at];
                }
                if (at != NONE && seenFrom[at] == context) return true;
            }
            return false;
        }
    }
}
