package treeline.formats.caliper.records;

import treeline.source.files.MalformedProfileException;

import java.util.Arrays;

/// The records of a profile in file order: one row each with its node, context, iteration, and one
/// column per measured attribute, NaN if missing. A row takes 4 bytes, each value 8, and each
/// change of node 8, because files are sorted by node or by rank.
public final class RecordTable {
    static final long NO_ITERATION = -1;

    /// Tables up to this many places are never too sparse.
    private static final long SMALL = 1 << 24;

    /// How many places a value may cost on average.
    private static final long PLACES_PER_VALUE = 64;

    private final String name;

    /// `runNode[i]` is the node of the rows `[runStart[i], runStart[i + 1])`.
    private int[] runNode = new int[64];

    private int[] runStart = new int[64];
    private int runs;

    private int[] context;
    private long[] iteration = new long[0];
    private boolean hasIterations;
    private double[][] columns = new double[0][];
    private int rows;
    private long valueCount;

    /// The columns that the row at `rows` has values in.
    private int[] touched = new int[0];

    private int touchedCount;

    RecordTable(String name, int expectedRows) {
        this.name = name;
        context = new int[Math.max(16, expectedRows)];
    }

    public int rows() {
        return rows;
    }

    /// A new column, without values up to now.
    int addColumn() {
        requireDense(columns.length + 1L, context.length);
        double[] column = new double[context.length];
        Arrays.fill(column, Double.NaN);
        columns = Arrays.copyOf(columns, columns.length + 1);
        columns[columns.length - 1] = column;
        if (touched.length < columns.length) touched = Arrays.copyOf(touched, columns.length * 2);
        return columns.length - 1;
    }

    /// Starts a row; it counts once [#endRow] comes and it has a value. What was set since the last
    /// row is forgotten.
    void startRow() {
        if (rows == context.length) grow();
        while (touchedCount > 0) columns[touched[--touchedCount]][rows] = Double.NaN;
    }

    /// The first value of a column in a row stays. NaN is no value.
    public void set(int column, double value) {
        double[] values = columns[column];
        if (!Double.isNaN(values[rows]) || Double.isNaN(value)) return;
        values[rows] = value;
        touched[touchedCount++] = column;
    }

    void endRow(int node, int contextAt, long iterationAt) {
        if (touchedCount == 0) return;
        context[rows] = contextAt;
        if (iterationAt != NO_ITERATION && !hasIterations) startIterations();
        if (hasIterations) iteration[rows] = iterationAt;
        if (runs == 0 || runNode[runs - 1] != node) startRun(node);
        valueCount += touchedCount;
        touchedCount = 0;
        rows++;
    }

    private void startRun(int node) {
        if (runs == runNode.length) {
            runNode = Arrays.copyOf(runNode, runs * 2);
            runStart = Arrays.copyOf(runStart, runs * 2);
        }
        runNode[runs] = node;
        runStart[runs++] = rows;
    }

    private void startIterations() {
        iteration = new long[context.length];
        Arrays.fill(iteration, 0, rows, NO_ITERATION);
        hasIterations = true;
    }

    private void grow() {
        int capacity = Math.toIntExact(Math.min(Integer.MAX_VALUE - 8L, rows + (rows >> 1) + 64L));
        requireDense(columns.length, capacity);
        context = Arrays.copyOf(context, capacity);
        if (hasIterations) iteration = Arrays.copyOf(iteration, capacity);
        for (int i = 0; i < columns.length; i++) {
            columns[i] = Arrays.copyOf(columns[i], capacity);
            Arrays.fill(columns[i], rows, capacity, Double.NaN);
        }
    }

    /// Real records share their attributes. Thousands of attributes with a value each would make a
    /// small file a table of many gigabytes.
    private void requireDense(long columnCount, long capacity) {
        long places = columnCount * capacity;
        if (places > SMALL && valueCount < places / PLACES_PER_VALUE && rows > 0)
            throw MalformedProfileException.of(
                    name,
                    "records that share their attributes",
                    "%d values of %d attributes in %d records"
                            .formatted(valueCount, columnCount, rows));
    }

    int runs() {
        return runs;
    }

    int runNode(int run) {
        return runNode[run];
    }

    int runStart(int run) {
        return runStart[run];
    }

    int runEnd(int run) {
        return run + 1 < runs ? runStart[run + 1] : rows;
    }

    int context(int row) {
        return context[row];
    }

    boolean hasIterations() {
        return hasIterations;
    }

    long iteration(int row) {
        return hasIterations ? iteration[row] : NO_ITERATION;
    }

    double value(int column, int row) {
        return columns[column][row];
    }

    /// Frees a column that is no longer needed: with many ranks the table is as large as the
    /// profile that is made from it.
    void dropColumn(int column) {
        columns[column] = new double[0];
    }

    /// Gives rows another node, one by one.
    void moveRows(RowMover mover) {
        int[] oldNode = Arrays.copyOf(runNode, runs);
        int[] oldStart = Arrays.copyOf(runStart, runs);
        int end = rows;
        runs = 0;
        rows = 0;
        for (int run = 0; run < oldNode.length; run++) {
            int runEnd = run + 1 < oldStart.length ? oldStart[run + 1] : end;
            for (; rows < runEnd; rows++) {
                int node = mover.nodeOf(rows, oldNode[run]);
                if (runs == 0 || runNode[runs - 1] != node) startRun(node);
            }
        }
    }

    /// Assigns the new position of a row.
    @FunctionalInterface
    interface RowMover {
        int nodeOf(int row, int node);
    }

    /// Replaces the iteration of every row that has one.
    void renumberIterations(java.util.function.LongUnaryOperator number) {
        for (int row = 0; row < rows; row++)
            if (iteration[row] != NO_ITERATION) iteration[row] = number.applyAsLong(iteration[row]);
    }

    void dropIterations() {
        hasIterations = false;
        iteration = new long[0];
    }
}
