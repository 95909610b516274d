package treeline.model;

import org.jspecify.annotations.Nullable;

import treeline.array.Capacity;
import treeline.cores.Ranges;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;

/// A sparse matrix in compressed sparse row (CSR) format, column indices ascending. [MetricColumn]
/// stores two: rows are contexts and columns are nodes, or vice versa.
///
/// A cell takes 12 bytes (4 for its index, 8 for its value), a row 4. If loop iterations are
/// stored, every cell takes 12 bytes more and every iteration 8; the value of a cell is then the
/// sum of its series, plus calls whose iterations were not recorded one by one. An iteration that
/// did not run is NaN. Iterations before the first that ran take no memory, so a restarted
/// simulation can count from a million on. One matrix has at most 2^31 cells and 2^31 iterations.
public final class SparseRows {
    final int[] start;
    final int[] index;
    final double[] value;
    final @Nullable Series series;

    /// Cell `c` owns `iterations[start[c] .. start[c] + length[c])`, its iterations from number
    /// `first[c]` on. Both orders of a column share `iterations`, hence a start and a length.
    static final class Series {
        final int[] first;
        final int[] start;
        final int[] length;
        final double[] iterations;

        Series(int[] first, int[] start, int[] length, double[] iterations) {
            this.first = first;
            this.start = start;
            this.length = length;
            this.iterations = iterations;
        }
    }

    SparseRows(int[] start, int[] index, double[] value, @Nullable Series series) {
        this.start = start;
        this.index = index;
        this.value = value;
        this.series = series;
    }

    public int rows() {
        return start.length - 1;
    }

    public int cells() {
        return index.length;
    }

    /// The first cell of a row; its cells are `[start(row), end(row))`.
    public int start(int row) {
        return start[row];
    }

    public int end(int row) {
        return start[row + 1];
    }

    /// The column index of a cell: its node if rows are contexts, else its context.
    public int index(int cell) {
        return index[cell];
    }

    public double value(int cell) {
        return value[cell];
    }

    /// Copies the values of consecutive cells, which is faster than one by one.
    public void copyValues(int firstCell, double[] into, int count) {
        System.arraycopy(value, firstCell, into, 0, count);
    }

    /// The cell at a row and column, or -1 if it was not measured.
    public int find(int row, int at) {
        int cell = Arrays.binarySearch(index, start[row], start[row + 1], at);
        return cell < 0 ? -1 : cell;
    }

    /// The first cell of a row at or after a column, `end(row)` if there is none.
    public int from(int row, int at) {
        int cell = Arrays.binarySearch(index, start[row], start[row + 1], at);
        return cell < 0 ? -cell - 1 : cell;
    }

    public boolean hasSeries() {
        return series != null;
    }

    /// The number of the last iteration of a cell, plus 1; 0 for a plain value.
    public int seriesLength(int cell) {
        return series == null ? 0 : series.first[cell] + series.length[cell];
    }

    /// The number of the first iteration of a cell that ran; 0 for a plain value.
    public int firstIteration(int cell) {
        return series == null ? 0 : series.first[cell];
    }

    /// The value of one iteration of a cell, NaN if the iteration did not run.
    public double iteration(int cell, int iteration) {
        Series kept = requireSeries();
        java.util.Objects.checkIndex(iteration, kept.first[cell] + kept.length[cell]);
        int place = iteration - kept.first[cell];
        return place < 0 ? Double.NaN : kept.iterations[kept.start[cell] + place];
    }

    /// The iterations of a cell from number 0 on.
    public double[] series(int cell) {
        double[] all = new double[seriesLength(cell)];
        for (int i = 0; i < all.length; i++) all[i] = iteration(cell, i);
        return all;
    }

    double iterationSum(int cell) {
        Series kept = requireSeries();
        return sumOf(kept.iterations, kept.start[cell], kept.start[cell] + kept.length[cell]);
    }

    /// Number of stored iterations of all cells.
    long iterations() {
        return series == null ? 0 : series.iterations.length;
    }

    private Series requireSeries() {
        if (series == null) throw new IllegalArgumentException("the column keeps no iterations");
        return series;
    }

    /// Transposes the matrix with a stable counting sort, in linear time.
    public SparseRows transposed(int otherRows) {
        return new Transposition(this, otherRows).rows();
    }

    /// A matrix with the same sparsity pattern, without series, and other values. The pattern is
    /// shared, so further metrics need space for their values only.
    ///
    /// @param inOrder gives the values, one a cell, in the order of the cells
    public SparseRows withValues(DoubleSupplier inOrder) {
        double[] values = new double[value.length];
        for (int cell = 0; cell < values.length; cell++) values[cell] = inOrder.getAsDouble();
        return new SparseRows(start, index, values, null);
    }

    /// Concatenates the rows of several matrices, for rows that were built on several cores.
    public static SparseRows concatenated(List<SparseRows> parts) {
        if (parts.size() == 1) return parts.getFirst();
        long cells = 0;
        long iterations = 0;
        for (SparseRows part : parts) {
            cells += part.cells();
            iterations += part.iterations();
        }
        var all = new Builder(Capacity.of(cells), Capacity.of(iterations));
        return all.addRows(parts).build();
    }

    /// Compensated sum (Neumaier) of the iterations that ran. It does not depend on the magnitude
    /// of early iterations, so a series has the same sum in every format.
    public static double sumOf(double[] iterations, int from, int to) {
        double sum = 0;
        double lost = 0;
        for (int i = from; i < to; i++) {
            double next = iterations[i];
            if (Double.isNaN(next)) continue;
            double total = sum + next;
            lost += Math.abs(sum) >= Math.abs(next) ? (sum - total) + next : (next - total) + sum;
            sum = total;
        }
        return Double.isFinite(sum) ? sum + lost : sum;
    }

    /// A builder that receives rows in order, cells ascending. Not thread-safe.
    public static final class Builder {
        private int[] start = new int[16];
        private int rows;
        private int[] index;
        private double[] value;
        private int cells;
        private int[] seriesFirst = new int[0];
        private int[] seriesStart = new int[0];
        private int[] seriesLength = new int[0];
        private double[] iterations;
        private int iterationCount;
        private boolean hasSeries;

        public Builder() {
            this(64, 0);
        }

        /// Expecting a number of cells and iterations saves the copies of growing; more or fewer
        /// may come.
        public Builder(int expectedCells, int expectedIterations) {
            index = new int[Math.max(expectedCells, 1)];
            value = new double[Math.max(expectedCells, 1)];
            iterations = new double[expectedIterations];
        }

        public Builder add(int at, double cellValue) {
            if (cells > start[rows] && index[cells - 1] >= at)
                throw notAscending(at, index[cells - 1]);
            if (cells == index.length) ensureCells(1);
            index[cells] = at;
            value[cells] = cellValue;
            cells++;
            return this;
        }

        /// Adds many cells of a row at once, which is faster than one by one.
        ///
        /// @param places of the cells, counted from `first`
        public Builder addAll(int first, int[] places, double[] values, int count) {
            ensureCells(count);
            int last = cells > start[rows] ? index[cells - 1] : -1;
            for (int i = 0; i < count; i++) {
                int at = first + places[i];
                if (at <= last) throw notAscending(at, last);
                index[cells + i] = at;
                last = at;
            }
            System.arraycopy(values, 0, value, cells, count);
            cells += count;
            return this;
        }

        private IllegalArgumentException notAscending(int at, int last) {
            return new IllegalArgumentException(
                    "cells of a row ascend, but %d follows %d in row %d".formatted(at, last, rows));
        }

        /// Adds a cell with the iterations `[from, to)` of an array, which is copied.
        public Builder addSeries(int at, double[] kept, int from, int to) {
            return addSeries(at, sumOf(kept, from, to), 0, kept, from, to);
        }

        /// The same if the sum is already known, and the first of these iterations has a number.
        /// Iterations before the first that ran are not stored.
        public Builder addSeries(int at, double sum, int number, double[] kept, int from, int to) {
            add(at, sum);
            if (seriesStart.length < index.length) growSeries();
            hasSeries = true;
            int ran = from;
            while (ran < to && Double.isNaN(kept[ran])) ran++;
            int length = to - ran;
            iterations = Capacity.withRoom(iterations, iterationCount, length);
            System.arraycopy(kept, ran, iterations, iterationCount, length);
            seriesFirst[cells - 1] = Math.addExact(number, ran - from);
            seriesStart[cells - 1] = iterationCount;
            seriesLength[cells - 1] = length;
            iterationCount += length;
            return this;
        }

        /// Adds a cell of other rows under an index of these, with its iterations if it has any.
        public Builder copy(int at, SparseRows from, int cell) {
            Series all = from.series;
            if (all == null || from.seriesLength(cell) == 0) return add(at, from.value[cell]);
            int start = all.start[cell];
            int end = start + all.length[cell];
            return addSeries(at, from.value[cell], all.first[cell], all.iterations, start, end);
        }

        /// Adds the iterations `[first, end)` of a cell with iterations, counted from 0 again, and
        /// their sum; no cell if its series ends before.
        public Builder copyIterations(int at, SparseRows from, int cell, int first, int end) {
            Series all = from.requireSeries();
            int to = Math.min(end, from.seriesLength(cell));
            if (first >= to) return this;
            int begin = Math.max(first, Math.min(all.first[cell], to));
            if (begin == to) return addSeries(at, 0, to - first, all.iterations, 0, 0);
            int shift = all.start[cell] - all.first[cell];
            double sum = sumOf(all.iterations, begin + shift, to + shift);
            return addSeries(at, sum, begin - first, all.iterations, begin + shift, to + shift);
        }

        /// All rows of others, behind those that are here, copied on all cores.
        public Builder addRows(List<SparseRows> parts) {
            int[] firstCell = new int[parts.size() + 1];
            int[] firstIteration = new int[parts.size() + 1];
            firstCell[0] = cells;
            firstIteration[0] = iterationCount;
            for (int i = 0; i < parts.size(); i++) {
                SparseRows part = parts.get(i);
                firstCell[i + 1] = sum(firstCell[i], part.cells());
                firstIteration[i + 1] = sum(firstIteration[i], part.iterations());
                hasSeries |= part.hasSeries();
            }
            ensureCells(firstCell[parts.size()] - cells);
            if (hasSeries && seriesStart.length < index.length) growSeries();
            int more = firstIteration[parts.size()] - iterationCount;
            iterations = Capacity.withRoom(iterations, iterationCount, more);
            iterationCount += more;
            for (SparseRows part : parts)
                for (int row = 0; row < part.rows(); row++) {
                    cells += part.start[row + 1] - part.start[row];
                    endRow();
                }
            Ranges.map(
                    parts.size(),
                    1,
                    (i, _) -> copyInto(firstCell[i], firstIteration[i], parts.get(i)));
            return this;
        }

        private static int sum(int before, long more) {
            return Capacity.of(before + more);
        }

        private int copyInto(int at, int firstIteration, SparseRows part) {
            System.arraycopy(part.index, 0, index, at, part.cells());
            System.arraycopy(part.value, 0, value, at, part.cells());
            Series kept = part.series;
            if (kept == null) return at;
            int all = kept.iterations.length;
            System.arraycopy(kept.iterations, 0, iterations, firstIteration, all);
            System.arraycopy(kept.length, 0, seriesLength, at, part.cells());
            System.arraycopy(kept.first, 0, seriesFirst, at, part.cells());
            for (int cell = 0; cell < part.cells(); cell++)
                seriesStart[at + cell] = kept.start[cell] + firstIteration;
            return at;
        }

        public Builder endRow() {
            rows++;
            if (rows == start.length) start = Arrays.copyOf(start, rows * 2);
            start[rows] = cells;
            return this;
        }

        /// Plain cells behind the last series get a length of 0.
        public SparseRows build() {
            Series series =
                    hasSeries
                            ? new Series(
                                    trimmed(seriesFirst, cells),
                                    trimmed(seriesStart, cells),
                                    trimmed(seriesLength, cells),
                                    iterations.length == iterationCount
                                            ? iterations
                                            : Arrays.copyOf(iterations, iterationCount))
                            : null;
            double[] values = value.length == cells ? value : Arrays.copyOf(value, cells);
            return new SparseRows(
                    Arrays.copyOf(start, rows + 1), trimmed(index, cells), values, series);
        }

        private void ensureCells(int more) {
            if (index.length - cells >= more) return;
            int capacity = Capacity.grown(cells, more);
            index = Arrays.copyOf(index, capacity);
            value = Arrays.copyOf(value, capacity);
        }

        private void growSeries() {
            seriesFirst = Arrays.copyOf(seriesFirst, index.length);
            seriesStart = Arrays.copyOf(seriesStart, index.length);
            seriesLength = Arrays.copyOf(seriesLength, index.length);
        }

        private static int[] trimmed(int[] array, int length) {
            return array.length == length ? array : Arrays.copyOf(array, length);
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SparseRows that)) return false;
        if (!Arrays.equals(start, that.start) || !Arrays.equals(index, that.index)) return false;
        if (!Arrays.equals(value, that.value)) return false;
        for (int cell = 0; cell < index.length; cell++)
            if (!hasSameSeries(cell, that)) return false;
        return true;
    }

    private boolean hasSameSeries(int cell, SparseRows that) {
        int first = firstIteration(cell);
        int end = seriesLength(cell);
        if (that.firstIteration(cell) != first || that.seriesLength(cell) != end) return false;
        for (int i = first; i < end; i++)
            if (Double.compare(iteration(cell, i), that.iteration(cell, i)) != 0) return false;
        return true;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value) * 31 + Arrays.hashCode(index);
    }

    @Override
    public String toString() {
        return "SparseRows of %d cells in %d rows, %d iterations"
                .formatted(cells(), rows(), iterations());
    }
}
