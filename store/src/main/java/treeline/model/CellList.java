package treeline.model;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// The cells of one metric as they come, unsorted, in growing arrays: 16 bytes a cell until they
/// are sorted.
final class CellList {
    private int[] context = new int[64];
    private int[] node = new int[64];
    private double[] value = new double[64];
    private int cells;

    /// Where the iterations of each cell start; null until the first series comes.
    private int @Nullable [] seriesStart;

    private int[] seriesLength = new int[0];
    private int[] seriesFirst = new int[0];
    private double[] iterations = new double[0];
    private int iterationCount;

    void add(int contextAt, int nodeAt, double cellValue) {
        if (cells == context.length) grow();
        context[cells] = contextAt;
        node[cells] = nodeAt;
        value[cells] = cellValue;
        cells++;
    }

    /// @param first the number of the first of these iterations
    void addSeries(int contextAt, int nodeAt, int first, double[] kept, int from, int to) {
        add(contextAt, nodeAt, 0);
        if (seriesStart == null) {
            seriesStart = new int[context.length];
            seriesLength = new int[context.length];
            seriesFirst = new int[context.length];
        }
        int length = to - from;
        iterations = ArrayCapacity.grown(iterations, iterationCount, length);
        System.arraycopy(kept, from, iterations, iterationCount, length);
        seriesStart[cells - 1] = iterationCount;
        seriesLength[cells - 1] = length;
        seriesFirst[cells - 1] = first;
        iterationCount += length;
    }

    private void grow() {
        int capacity = ArrayCapacity.grownCapacity(cells, 1);
        context = Arrays.copyOf(context, capacity);
        node = Arrays.copyOf(node, capacity);
        value = Arrays.copyOf(value, capacity);
        if (seriesStart == null) return;
        seriesStart = Arrays.copyOf(seriesStart, capacity);
        seriesLength = Arrays.copyOf(seriesLength, capacity);
        seriesFirst = Arrays.copyOf(seriesFirst, capacity);
    }

    /// Sorts by node, then stably by context, with handles replaced by final positions: two
    /// counting sorts. Most readers meet whole nodes in order, and then the first sort finds
    /// nothing to do.
    MetricColumn column(int[] contextAt, int[] nodeAt) {
        for (int cell = 0; cell < cells; cell++) {
            context[cell] = contextAt[context[cell]];
            node[cell] = nodeAt[node[cell]];
        }
        int[] byNode = sorted(null, node, nodeAt.length);
        int[] order = sorted(byNode, context, contextAt.length);
        return MetricColumn.ofContexts(rows(order, contextAt.length), nodeAt.length);
    }

    /// The cells in ascending order of `key`, stable over `before`; null stands for the order of
    /// arrival.
    private int @Nullable [] sorted(int @Nullable [] before, int[] key, int keys) {
        if (before == null && ascends(key)) return null;
        int[] next = new int[keys + 1];
        for (int cell = 0; cell < cells; cell++) next[key[cell] + 1]++;
        for (int i = 0; i < keys; i++) next[i + 1] += next[i];
        int[] order = new int[cells];
        for (int i = 0; i < cells; i++) {
            int cell = before == null ? i : before[i];
            order[next[key[cell]]++] = cell;
        }
        return order;
    }

    private boolean ascends(int[] key) {
        for (int cell = 1; cell < cells; cell++) if (key[cell - 1] > key[cell]) return false;
        return true;
    }

    private SparseRows rows(int @Nullable [] order, int contexts) {
        var rows = new SparseRows.Builder(cells, iterationCount);
        int i = 0;
        for (int row = 0; row < contexts; row++) {
            while (i < cells && context[at(order, i)] == row) i = addCell(rows, order, i);
            rows.endRow();
        }
        return rows.build();
    }

    /// Adds the cell at position `i` together with those of the same node that follow it.
    private int addCell(SparseRows.Builder rows, int @Nullable [] order, int i) {
        int cell = at(order, i);
        int end = i + 1;
        while (end < cells && same(cell, at(order, end))) end++;
        if (end == i + 1 && seriesLength(cell) > 0) {
            int from = seriesStart(cell);
            int to = from + seriesLength(cell);
            double sum = SparseRows.sumOf(iterations, from, to);
            rows.addSeries(node[cell], sum, seriesFirst[cell], iterations, from, to);
        } else {
            double sum = 0;
            for (int each = i; each < end; each++) sum += plainValue(at(order, each));
            rows.add(node[cell], sum);
        }
        return end;
    }

    /// A series cannot be summed with another value of its cell without losing which iteration is
    /// which.
    private double plainValue(int cell) {
        if (seriesLength(cell) > 0)
            throw new IllegalArgumentException(
                    "node %d in context %d has a series and other values"
                            .formatted(node[cell], context[cell]));
        return value[cell];
    }

    private boolean same(int cell, int other) {
        return context[cell] == context[other] && node[cell] == node[other];
    }

    private static int at(int @Nullable [] order, int i) {
        return order == null ? i : order[i];
    }

    private int seriesStart(int cell) {
        return seriesStart == null ? 0 : seriesStart[cell];
    }

    private int seriesLength(int cell) {
        return seriesStart == null ? 0 : seriesLength[cell];
    }
}
