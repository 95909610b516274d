package treeline.model;

import org.jspecify.annotations.Nullable;

import treeline.array.Capacity;
import treeline.cores.Ranges;
import treeline.model.SparseRows.Series;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/// Concatenates CSR matrices row by row (SciPy's `hstack`). It joins the sub-files of a recording,
/// each with all nodes and some contexts. Every value is copied once, in parallel, to a position
/// that is known in advance.
public final class RowConcatenation {
    /// Cells that one task copies, about what a core's own cache holds.
    private static final int CELLS_PER_TASK = 1 << 15;

    private final int[] start;

    /// Where the iterations of a row start.
    private final int[] seriesStart;

    private final int[] index;
    private final double[] value;
    private final @Nullable Series series;

    private RowConcatenation(List<SparseRows> columns, int rows) {
        start = ends(columns, rows, column -> row -> column.start[row + 1] - column.start[row]);
        index = new int[start[rows]];
        value = new double[index.length];
        boolean hasSeries = columns.stream().anyMatch(SparseRows::hasSeries);
        seriesStart = hasSeries ? ends(columns, rows, RowConcatenation::iterations) : new int[0];
        series =
                hasSeries
                        ? new Series(
                                new int[index.length],
                                new int[index.length],
                                new int[index.length],
                                new double[seriesStart[rows]])
                        : null;
    }

    /// The columns beside each other.
    ///
    /// @param indexAt for each column, what its indexes become; those of a column ascend and lie
    ///   behind those of the column before it
    public static SparseRows of(List<SparseRows> columns, List<int[]> indexAt, int rows) {
        var beside = new RowConcatenation(columns, rows);
        int cells = beside.index.length;
        int perTask = (int) Math.max(1, (long) rows * CELLS_PER_TASK / Math.max(1, cells));
        Ranges.each(rows, perTask, (from, to) -> beside.fill(from, to, columns, indexAt));
        return new SparseRows(beside.start, beside.index, beside.value, beside.series);
    }

    /// What the columns have before each row, and in all.
    private static int[] ends(
            List<SparseRows> columns, int rows, Function<SparseRows, IntUnaryOperator> count) {
        int[] ends = new int[rows + 1];
        long total = 0;
        for (SparseRows column : columns) {
            IntUnaryOperator ofRow = count.apply(column);
            for (int row = 0; row < rows; row++) ends[row + 1] += ofRow.applyAsInt(row);
        }
        for (int row = 0; row < rows; row++) {
            total += ends[row + 1];
            ends[row + 1] = Capacity.of(total);
        }
        return ends;
    }

    private static IntUnaryOperator iterations(SparseRows column) {
        Series kept = column.series;
        if (kept == null) return _ -> 0;
        return row -> {
            int iterations = 0;
            for (int cell = column.start[row]; cell < column.start[row + 1]; cell++)
                iterations += kept.length[cell];
            return iterations;
        };
    }

    /// Column by column, so that each is read from front to back.
    private void fill(int firstRow, int endRow, List<SparseRows> columns, List<int[]> indexAt) {
        int[] next = Arrays.copyOfRange(start, firstRow, endRow);
        int[] nextIteration =
                series == null ? new int[0] : Arrays.copyOfRange(seriesStart, firstRow, endRow);
        for (int i = 0; i < columns.size(); i++) {
            SparseRows from = columns.get(i);
            if (series != null && from.series != null)
                fillSeries(series, from.series, from, firstRow, next, nextIteration);
            fill(from, indexAt.get(i), firstRow, next);
        }
    }

    private void fill(SparseRows from, int[] at, int firstRow, int[] next) {
        for (int i = 0; i < next.length; i++) {
            int to = next[i];
            int end = from.start[firstRow + i + 1];
            for (int cell = from.start[firstRow + i]; cell < end; cell++, to++) {
                index[to] = at[from.index[cell]];
                value[to] = from.value[cell];
            }
            next[i] = to;
        }
    }

    private static void fillSeries(
            Series into,
            Series kept,
            SparseRows from,
            int firstRow,
            int[] next,
            int[] nextIteration) {
        for (int i = 0; i < next.length; i++) {
            int first = from.start[firstRow + i];
            for (int cell = first; cell < from.start[firstRow + i + 1]; cell++) {
                int to = next[i] + cell - first;
                int length = kept.length[cell];
                into.first[to] = kept.first[cell];
                into.start[to] = nextIteration[i];
                into.length[to] = length;
                System.arraycopy(
                        kept.iterations,
                        kept.start[cell],
                        into.iterations,
                        nextIteration[i],
                        length);
                nextIteration[i] += length;
            }
        }
    }
}
