package treeline.formats.writing;

import java.util.BitSet;

/// A batch of consecutive rows of a [TidyTable], limited by the number of rows and by the length of
/// their call paths.
public final class TidyRows {
    private static final int MAX_ROWS = 1 << 20;
    private static final long MAX_PATH_CHARS = 1 << 24;

    private final int[] context;
    private final int[] metric;
    private final int[] node;
    private final double[] value;
    private int size;

    private final long[] pathLengths;
    private final BitSet seen = new BitSet();
    private long pathChars;

    public TidyRows(TidyTable table) {
        this(table, MAX_ROWS);
    }

    /// @param most rows at once
    public TidyRows(TidyTable table, int most) {
        context = new int[most];
        metric = new int[most];
        node = new int[most];
        value = new double[most];
        pathLengths = table.pathLengths();
    }

    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == value.length || pathChars > MAX_PATH_CHARS;
    }

    public void add(int ofContext, int ofMetric, int ofNode, double cell) {
        context[size] = ofContext;
        metric[size] = ofMetric;
        node[size] = ofNode;
        value[size] = cell;
        size++;
        if (seen.get(ofNode)) return;
        seen.set(ofNode);
        pathChars += pathLengths[ofNode];
    }

    public void clear() {
        size = 0;
        pathChars = 0;
        seen.clear();
    }

    /// The context, node or metric that a column looks at in a row.
    public int key(TidyColumn column, int row) {
        return switch (column.of()) {
            case CONTEXT -> context[row];
            case NODE -> node[row];
            case METRIC -> metric[row];
            case CELL -> throw new IllegalArgumentException(column.title());
        };
    }

    public double value(int row) {
        return value[row];
    }
}
