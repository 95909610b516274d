package treeline.model;

import org.jspecify.annotations.Nullable;

import treeline.cores.Ranges;

import java.util.Arrays;

/// Transposes a CSR matrix with a stable counting sort, in linear time. Each task produces a range
/// of the new rows, so no two tasks write to the same position.
final class Transposition {
    /// As many cells of a row a task must have at least, to be worth finding the first of them.
    private static final int CELLS_PER_SEARCH = 32;

    private static final int MAX_TASKS = 64;

    private final SparseRows from;
    private final int[] start;
    private final int[] next;
    private final int[] index;
    private final double[] value;
    private final int @Nullable [] cellOf;

    Transposition(SparseRows from, int rows) {
        this.from = from;
        this.start = new int[rows + 1];
        this.index = new int[from.index.length];
        this.value = new double[from.index.length];
        this.cellOf = from.series == null ? null : new int[index.length];
        int perTask = Math.max(1, Math.ceilDiv(rows, tasks()));
        Ranges.map(rows, perTask, this::count);
        for (int row = 0; row < rows; row++) start[row + 1] += start[row];
        this.next = Arrays.copyOf(start, rows);
        Ranges.map(rows, perTask, this::move);
    }

    private int tasks() {
        int perRow = index.length / Math.max(1, from.rows());
        int most = Math.clamp(index.length / Ranges.CELLS_PER_TASK, 1, MAX_TASKS);
        return Math.clamp(perRow / CELLS_PER_SEARCH, 1, most);
    }

    SparseRows rows() {
        return new SparseRows(start, index, value, series());
    }

    private int first(int row, int firstIndex) {
        return firstIndex == 0 ? from.start[row] : from.from(row, firstIndex);
    }

    private int count(int firstRow, int endRow) {
        for (int row = 0; row < from.rows(); row++) {
            int end = from.start[row + 1];
            for (int cell = first(row, firstRow); cell < end; cell++) {
                int to = from.index[cell];
                if (to >= endRow) break;
                start[to + 1]++;
            }
        }
        return endRow;
    }

    private int move(int firstRow, int endRow) {
        for (int row = 0; row < from.rows(); row++) {
            int end = from.start[row + 1];
            for (int cell = first(row, firstRow); cell < end; cell++) {
                int turned = from.index[cell];
                if (turned >= endRow) break;
                int to = next[turned]++;
                index[to] = row;
                value[to] = from.value[cell];
                if (cellOf != null) cellOf[to] = cell;
            }
        }
        return endRow;
    }

    private SparseRows.@Nullable Series series() {
        if (from.series == null || cellOf == null) return null;
        int[] seriesFirst = new int[cellOf.length];
        int[] seriesStart = new int[cellOf.length];
        int[] seriesLength = new int[cellOf.length];
        for (int cell = 0; cell < cellOf.length; cell++) {
            seriesFirst[cell] = from.series.first[cellOf[cell]];
            seriesStart[cell] = from.series.start[cellOf[cell]];
            seriesLength[cell] = from.series.length[cellOf[cell]];
        }
        return new SparseRows.Series(
                seriesFirst, seriesStart, seriesLength, from.series.iterations);
    }
}
