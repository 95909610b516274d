package treeline.trace.clock;

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
        var bounds = new Bounds(all.contexts(), messages.size() + 64);
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
    /// barrier is a node of its own, the moment at which the last rank entered.
    private static final class Bounds {
        private final int contexts;
        private int nodes;
        private int size;
        private int[] froms;
        private int[] tos;
        private long[] lengths;

        Bounds(int contexts, int capacity) {
            this.contexts = contexts;
            this.nodes = contexts;
            froms = new int[capacity];
            tos = new int[capacity];
            lengths = new long[capacity];
        }

        void add(int from, int to, long length) {
            if (size == froms.length) {
                froms = Arrays.copyOf(froms, size * 2);
                tos = Arrays.copyOf(tos, size * 2);
                lengths = Arrays.copyOf(lengths, size * 2);
            }
            froms[size] = from;
            tos[size] = to;
            lengths[size++] = length;
        }

        void addBarrier(OperationSet all, Collectives.Instance instance, long from, long to) {
            long first = all.of(instance.context(0)).startedNanos(instance.operation(0));
            if (first < from || first >= to) return;
            int moment = nodes++;
            for (int m = 0; m < instance.size(); m++) {
                Operations operations = all.of(instance.context(m));
                int operation = instance.operation(m);
                add(instance.context(m), moment, first - operations.startedNanos(operation));
                add(moment, instance.context(m), operations.finishedNanos(operation) - first);
            }
        }

        ClockOffsets solve() {
            long[] largest = shortest(froms, tos);
            long[] smallest = shortest(tos, froms);
            long[] offsets = new long[contexts];
            long[] errors = new long[contexts];
            for (int context = 0; context < contexts; context++) {
                boolean known = largest[context] < UNKNOWN && smallest[context] < UNKNOWN;
                offsets[context] = known ? (largest[context] - smallest[context]) / 2 : 0;
                errors[context] = known ? (largest[context] + smallest[context]) / 2 : -1;
            }
            boolean feasible = largest[0] >= 0 && !isShorter(largest);
            return new ClockOffsets(offsets, errors, feasible);
        }

        /// Shortest distances from context 0, by Bellman and Ford.
        private long[] shortest(int[] starts, int[] ends) {
            long[] distances = new long[nodes];
            Arrays.fill(distances, UNKNOWN);
            distances[0] = 0;
            boolean changed = true;
            for (int round = 0; round < nodes && changed; round++) {
                changed = false;
                for (int edge = 0; edge < size; edge++) {
                    long there = distances[starts[edge]];
                    if (there >= UNKNOWN || there + lengths[edge] >= distances[ends[edge]])
                        continue;
                    distances[ends[edge]] = there + lengths[edge];
                    changed = true;
                }
            }
            return distances;
        }

        /// Whether a cycle of bounds contradicts itself.
        private boolean isShorter(long[] distances) {
            for (int edge = 0; edge < size; edge++)
                if (distances[froms[edge]] < UNKNOWN
                        && distances[froms[edge]] + lengths[edge] < distances[tos[edge]])
                    return true;
            return false;
        }
    }
}
