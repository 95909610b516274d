package treeline.store.text.rows;

import treeline.array.Ints;
import treeline.array.Longs;

/// The positions of the values of each row, so that a slice reads only the rows it needs. 32 bytes
/// per row.
public final class RowTable {
    /// Every value is an iteration, also one that stands alone.
    public static final byte SERIES = 1;

    /// A rank with a single zero did not run the node.
    public static final byte LONE_ZERO_IS_ABSENT = 2;

    private final Ints node = new Ints();
    private final Ints segment = new Ints();
    private final Longs from = new Longs();
    private final Ints length = new Ints();
    private final Longs line = new Longs();
    private final Ints flags = new Ints();
    private long bytes;

    /// Adds a row whose values are so many bytes of its segment's file.
    public void add(int nodeOfRow, int segmentOfRow, long start, int byteCount, long lineNumber) {
        node.add(nodeOfRow);
        segment.add(segmentOfRow);
        from.add(start);
        length.add(byteCount);
        line.add(lineNumber);
        flags.add(0);
        bytes += byteCount;
    }

    public void flag(int row, byte flag) {
        flags.set(row, flags.at(row) | flag);
    }

    boolean has(int row, byte flag) {
        return (flags.at(row) & flag) != 0;
    }

    public int size() {
        return node.size();
    }

    /// Of the values of all rows.
    long bytes() {
        return bytes;
    }

    public int node(int row) {
        return node.at(row);
    }

    public int segment(int row) {
        return segment.at(row);
    }

    long from(int row) {
        return from.at(row);
    }

    int length(int row) {
        return length.at(row);
    }

    public long line(int row) {
        return line.at(row);
    }

    /// Gives the rows other numbers of their nodes.
    public void renumber(int[] numberOf) {
        for (int row = 0; row < size(); row++) node.set(row, numberOf[node.at(row)]);
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
        for (int row = 0; row < size(); row++) start[node.at(row) + 1]++;
        for (int n = 0; n < nodes; n++) start[n + 1] += start[n];
        int[] next = start.clone();
        int[] order = new int[size()];
        for (int row = 0; row < size(); row++) order[next[node.at(row)]++] = row;
        return new ByNode(start, order);
    }
}
