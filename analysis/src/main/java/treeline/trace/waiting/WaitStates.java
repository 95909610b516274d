package treeline.trace.waiting;

import treeline.trace.communication.IndexSort;

import java.util.Arrays;

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
        size = built.size;
        kinds = new WaitKind[size];
        contexts = new int[size];
        operations = new int[size];
        nodes = new int[size];
        causes = new int[size];
        begins = new long[size];
        nanos = new long[size];
        int[] order = built.order();
        for (int i = 0; i < size; i++) {
            kinds[i] = built.kinds[order[i]];
            contexts[i] = built.contexts[order[i]];
            operations[i] = built.operations[order[i]];
            nodes[i] = built.nodes[order[i]];
            causes[i] = built.causes[order[i]];
            begins[i] = built.begins[order[i]];
            nanos[i] = built.nanos[order[i]];
        }
    }

    /// The waits that a critical path follows: those for others to arrive, with other waits at the
    /// roots of reductions.
    WaitStates ofPath(Builder reductions) {
        var path = new Builder(size + reductions.size + 1);
        for (int i = 0; i < size; i++)
            if (kind(i).isWait() && kind(i) != WaitKind.EARLY_REDUCE)
                path.add(
                        kind(i),
                        contexts[i],
                        operations[i],
                        nodes[i],
                        causes[i],
                        begins[i],
                        nanos[i]);
        path.addAll(reductions);
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
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (contexts[middle] < context) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /// The last wait of a context that ends at or before a time, -1 if there is none.
    public int lastEndingBy(int context, long time) {
        int low = firstOf(context);
        int high = firstOf(context + 1);
        int first = low;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (endNanos(middle) <= time) low = middle + 1;
            else high = middle;
        }
        return low == first ? -1 : low - 1;
    }

    /// Collects waits in any order. Not thread-safe.
    static final class Builder {
        private int size;
        private WaitKind[] kinds;
        private int[] contexts;
        private int[] operations;
        private int[] nodes;
        private int[] causes;
        private long[] begins;
        private long[] nanos;

        Builder() {
            this(64);
        }

        private Builder(int capacity) {
            kinds = new WaitKind[capacity];
            contexts = new int[capacity];
            operations = new int[capacity];
            nodes = new int[capacity];
            causes = new int[capacity];
            begins = new long[capacity];
            nanos = new long[capacity];
        }

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
            if (size == kinds.length) grow();
            kinds[size] = kind;
            contexts[size] = context;
            operations[size] = operation;
            nodes[size] = node;
            causes[size] = cause;
            begins[size] = begin;
            nanos[size++] = time;
        }

        private void addAll(Builder others) {
            for (int i = 0; i < others.size; i++)
                add(
                        others.kinds[i],
                        others.contexts[i],
                        others.operations[i],
                        others.nodes[i],
                        others.causes[i],
                        others.begins[i],
                        others.nanos[i]);
        }

        private void grow() {
            int capacity = size * 2;
            kinds = Arrays.copyOf(kinds, capacity);
            contexts = Arrays.copyOf(contexts, capacity);
            operations = Arrays.copyOf(operations, capacity);
            nodes = Arrays.copyOf(nodes, capacity);
            causes = Arrays.copyOf(causes, capacity);
            begins = Arrays.copyOf(begins, capacity);
            nanos = Arrays.copyOf(nanos, capacity);
        }

        /// By context and, of each context, by end; equal ends in the order in which they were
        /// added.
        private int[] order() {
            int last = -1;
            for (int i = 0; i < size; i++) last = Math.max(last, contexts[i]);
            int[] next = new int[last + 2];
            for (int i = 0; i < size; i++) next[contexts[i] + 1]++;
            for (int context = 0; context <= last; context++) next[context + 1] += next[context];
            int[] order = new int[size];
            for (int i = 0; i < size; i++) order[next[contexts[i]]++] = i;
            int from = 0;
            for (int context = 0; context <= last; context++) {
                IndexSort.sortInPlace(order, from, next[context], i -> begins[i] + nanos[i]);
                from = next[context];
            }
            return order;
        }

        WaitStates build() {
            return new WaitStates(this);
        }
    }
}
