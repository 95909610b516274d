package treeline.store.text.rows;

import java.util.Arrays;

/// The positions of the values of each row, so that a slice reads only the rows it needs. 29 bytes
/// per row.
public final class RowTable {
    /// Every value is an iteration, also one that stands alone.
    public static final byte SERIES = 1;

    /// A rank with a single zero did not run the node.
    public static final byte LONE_ZERO_IS_ABSENT = 2;

    private int[] node = new int[64];
    private int[] segment = new int[64];
    private long[] from = new long[64];
    private int[] length = new int[64];
    private long[] line = new long[64];
    private byte[] flags = new byte[64];
    private int size;
    private long bytes;

    /// Adds a row whose values are so many bytes of its segment's file.
    public void add(int nodeOfRow, int segmentOfRow, long start, int byteCount, long lineNumber) {
        if (size == node.length) grow();
        node[size] = nodeOfRow;
        segment[size] = segmentOfRow;
        from[size] = start;
        length[size] = byteCount;
        bytes += byteCount;
        line[size] = lineNumber;
        size++;
    }

    private void grow() {
        int capacity = Math.addExact(size, size);
        node = Arrays.copyOf(node, capacity);
        segment = Arrays.copyOf(segment, capacity);
        from = Arrays.copyOf(from, capacity);
        length = Arrays.copyOf(length, capacity);
        line = Arrays.copyOf(line, capacity);
        flags = Arrays.copyOf(flags, capacity);
    }

    public void flag(int row, byte flag) {
        flags[row] |= flag;
    }

    boolean has(int row, byte flag) {
        return (flags[row] & flag) != 0;
    }

    public int size() {
        return size;
    }

    /// Of the values of all rows.
    long bytes() {
        return bytes;
    }

    public int node(int row) {
        return node[row];
    }

    public int segment(int row) {
        return segment[row];
    }

    long from(int row) {
        return from[row];
    }

    int length(int row) {
        return length[row];
    }

    public long line(int row) {
        return line[row];
    }

    /// Gives the rows other numbers of their nodes.
    public void renumber(int[] numberOf) {
        for (int row = 0; row < size; row++) node[row] = numberOf[node[row]];
    }

    /// The rows of each node: those of node `n` are `order()[start(n) .. start(n + 1))`, in file
    /// order.
    static final class ByNode {
        private final int[] start;
        private final int[] order;

        ByNode(int[] start, int[] order) {
            this.start = start;
            this.order = order;
        }

        int[] start() {
            return start;
        }

        int[] order() {
            return order;
        }
    }

    ByNode byNode(int nodes) {
        int[] start = new int[nodes + 1];
        for (int row = 0; row < size; row++) start[node[row] + 1]++;
        for (int n = 0; n < nodes; n++) start[n + 1] += start[n];
        int[] next = start.clone();
        int[] order = new int[size];
        for (int row = 0; row < size; row++) order[next[node[row]]++] = row;
        return new ByNode(start, order);
    }
}
