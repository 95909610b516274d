package treeline.trace.waiting;

import treeline.array.BinarySearch;
import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.array.Longs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Waits as columns, by context and, of each context, in time order.
public final class WaitStates {
    private final int size;
    private final WaitKind[] kinds;
    private final int[] contexts;
    private final int[] operations;
    private final int[] nodes;
    private final int[] causes;
    private final long[] begins;
    private final long[] nanos;

    private WaitStates(Builder built) {
        int[] order = built.order();
        size = order.length;
        kinds = IntStream.of(order).mapToObj(built.kinds::get).toArray(WaitKind[]::new);
        contexts = built.contexts.at(order);
        operations = built.operations.at(order);
        nodes = built.nodes.at(order);
        causes = built.causes.at(order);
        begins = built.begins.at(order);
        nanos = built.nanos.at(order);
    }

    /// The waits that a critical path follows: those for others to arrive, with other waits at the
    /// roots of reductions and on the streams of GPUs.
    WaitStates ofPath(Builder others) {
        var path = new Builder();
        for (int i = 0; i < size; i++)
            if (kind(i).isWait() && kind(i) != WaitKind.EARLY_REDUCE && kind(i) != WaitKind.LAUNCH)
                path.add(
                        kind(i),
                        contexts[i],
                        operations[i],
                        nodes[i],
                        causes[i],
                        begins[i],
                        nanos[i]);
        path.addAll(others);
        return path.build();
    }

    public int size() {
        return size;
    }

    public WaitKind kind(int wait) {
        return kinds[wait];
    }

    /// The context that waits.
    public int context(int wait) {
        return contexts[wait];
    }

    /// The operation in which it waits, as an operation of its context.
    public int operation(int wait) {
        return operations[wait];
    }

    /// The call path in which it waits.
    public int node(int wait) {
        return nodes[wait];
    }

    /// The context that it waits for: the last one to arrive, or the sender, receiver or root.
    public int cause(int wait) {
        return causes[wait];
    }

    public long beginNanos(int wait) {
        return begins[wait];
    }

    public long nanos(int wait) {
        return nanos[wait];
    }

    public long endNanos(int wait) {
        return begins[wait] + nanos[wait];
    }

    /// The first wait of a context, or of the next one that has any.
    int firstOf(int context) {
        return BinarySearch.end(0, size, wait -> contexts[wait] < context);
    }

    /// The last wait of a context that ends at or before a time, -1 if there is none.
    public int lastEndingBy(int context, long time) {
        int first = firstOf(context);
        int next = BinarySearch.end(first, firstOf(context + 1), wait -> endNanos(wait) <= time);
        return next == first ? -1 : next - 1;
    }

    /// Collects waits in any order. Not thread-safe.
    static final class Builder {
        private final List<WaitKind> kinds = new ArrayList<>();
        private final Ints contexts = new Ints();
        private final Ints operations = new Ints();
        private final Ints nodes = new Ints();
        private final Ints causes = new Ints();
        private final Longs begins = new Longs();
        private final Longs nanos = new Longs();

        /// Adds a wait, unless it has no time.
        void add(
                WaitKind kind,
                int context,
                int operation,
                int node,
                int cause,
                long begin,
                long time) {
            if (time <= 0) return;
            kinds.add(kind);
            contexts.add(context);
            operations.add(operation);
            nodes.add(node);
            causes.add(cause);
            begins.add(begin);
            nanos.add(time);
        }

        private void addAll(Builder others) {
            for (int i = 0; i < others.kinds.size(); i++)
                add(
                        others.kinds.get(i),
                        others.contexts.at(i),
                        others.operations.at(i),
                        others.nodes.at(i),
                        others.causes.at(i),
                        others.begins.at(i),
                        others.nanos.at(i));
        }

        /// By context and, of each context, by end; equal ends in the order in which they were
        /// added.
        private int[] order() {
            return IndexSort.of(
                    contexts.size(),
                    (wait, other) ->
                            contexts.at(wait) == contexts.at(other)
                                    ? Long.compare(end(wait), end(other))
                                    : Integer.compare(contexts.at(wait), contexts.at(other)));
        }

        private long end(int wait) {
            return begins.at(wait) + nanos.at(wait);
        }

        WaitStates build() {
            return new WaitStates(this);
        }
    }
}
