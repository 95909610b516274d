package treeline.formats.caliper.records;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.List;

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

    /// Run `i` is the rows `[runStart(i), runEnd(i))`, which belong to one node.
    private final Ints runNode = new Ints();

    private final Ints runStart = new Ints();
    private final int expectedRows;
    private final Ints context;

    /// Of every row, once one has an iteration.
    private Longs iteration = new Longs(0);

    /// The values of each column by row, up to its last one.
    private final List<Doubles> columns = new ArrayList<>();

    private long valueCount;

    /// The columns that have values in the row that was started.
    private final Ints touched = new Ints();

    RecordTable(String name, int expectedRows) {
        this.name = name;
        this.expectedRows = Math.max(16, expectedRows);
        context = new Ints(this.expectedRows);
    }

    public int rows() {
        return context.size();
    }

    /// A new column, without values up to now.
    int addColumn() {
        requireDense(columns.size() + 1L, Math.max(rows(), expectedRows));
        columns.add(new Doubles(expectedRows));
        return columns.size() - 1;
    }

    /// Starts a row; it counts once [#endRow] comes and it has a value. What was set since the last
    /// row is forgotten.
    void startRow() {
        while (!touched.isEmpty()) columns.get(touched.removeLast()).truncate(rows());
    }

    /// The first value of a column in a row stays. NaN is no value.
    public void set(int column, double value) {
        Doubles values = columns.get(column);
        if (values.size() > rows() || Double.isNaN(value)) return;
        values.put(rows(), value, Double.NaN);
        touched.add(column);
    }

    void endRow(int node, int contextAt, long iterationAt) {
        if (touched.isEmpty()) return;
        if (iterationAt != NO_ITERATION || hasIterations())
            iteration.put(rows(), iterationAt, NO_ITERATION);
        startRun(node, rows());
        context.add(contextAt);
        valueCount += touched.size();
        touched.clear();
        requireDense(columns.size(), rows());
    }

    private void startRun(int node, int row) {
        if (!runNode.isEmpty() && runNode.last() == node) return;
        runNode.add(node);
        runStart.add(row);
    }

    /// Real records share their attributes. Thousands of attributes with a value each would make a
    /// small file a table of many gigabytes.
    private void requireDense(long columnCount, long capacity) {
        long places = columnCount * capacity;
        if (places > SMALL && valueCount < places / PLACES_PER_VALUE && rows() > 0)
            throw MalformedProfileException.of(
                    name,
                    "records that share their attributes",
                    "%d values of %d attributes in %d records"
                            .formatted(valueCount, columnCount, rows()));
    }

    int runs() {
        return runNode.size();
    }

    int runNode(int run) {
        return runNode.at(run);
    }

    int runStart(int run) {
        return runStart.at(run);
    }

    int runEnd(int run) {
        return run + 1 < runs() ? runStart.at(run + 1) : rows();
    }

    int context(int row) {
        return context.at(row);
    }

    boolean hasIterations() {
        return !iteration.isEmpty();
    }

    long iteration(int row) {
        return hasIterations() ? iteration.at(row) : NO_ITERATION;
    }

    double value(int column, int row) {
        Doubles values = columns.get(column);
        return row < values.size() ? values.at(row) : Double.NaN;
    }

    /// The values of a column by row, NaN where there is none; for loops over many rows.
    Doubles values(int column) {
        Doubles values = columns.get(column);
        values.padTo(rows(), Double.NaN);
        return values;
    }

    /// Frees a column that is no longer needed: with many ranks the table is as large as the
    /// profile that is made from it.
    void dropColumn(int column) {
        columns.set(column, new Doubles(0));
    }

    /// Gives rows another node, one by one.
    void moveRows(RowMover mover) {
        int[] oldNode = runNode.toArray();
        int[] oldStart = runStart.toArray();
        runNode.clear();
        runStart.clear();
        for (int run = 0; run < oldNode.length; run++) {
            int end = run + 1 < oldStart.length ? oldStart[run + 1] : rows();
            for (int row = oldStart[run]; row < end; row++)
                startRun(mover.nodeOf(row, oldNode[run]), row);
        }
    }

    /// Assigns the new position of a row.
    @FunctionalInterface
    interface RowMover {
        int nodeOf(int row, int node);
    }

    /// Replaces the iteration of every row that has one.
    void renumberIterations(java.util.function.LongUnaryOperator number) {
        for (int row = 0; row < iteration.size(); row++)
            if (iteration.at(row) != NO_ITERATION)
                iteration.set(row, number.applyAsLong(iteration.at(row)));
    }

    void dropIterations() {
        iteration = new Longs(0);
    }
}
