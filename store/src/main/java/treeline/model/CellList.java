package treeline.model;

import org.jspecify.annotations.Nullable;

import treeline.array.Capacity;
import treeline.array.Doubles;
import treeline.array.Ints;

/// The cells of one metric as they come, unsorted, in growing arrays: 16 bytes a cell until they
/// are sorted.
final class CellList {
    private final Ints context = new Ints(64);
    private final Ints node = new Ints(64);
    private final Doubles value = new Doubles(64);

    /// Where the iterations of each cell start, how many there are, and the number of the first: of
    /// the cells up to the last one that has a series.
    private final Ints seriesStart = new Ints(0);

    private final Ints seriesLength = new Ints(0);
    private final Ints seriesFirst = new Ints(0);
    private double[] iterations = new double[0];
    private int iterationCount;

    void add(int contextAt, int nodeAt, double cellValue) {
        context.add(contextAt);
        node.add(nodeAt);
        value.add(cellValue);
    }

    /// @param first the number of the first of these iterations
    void addSeries(int contextAt, int nodeAt, int first, double[] kept, int from, int to) {
        int cell = value.size();
        int length = to - from;
        add(contextAt, nodeAt, 0);
        iterations = Capacity.withRoom(iterations, iterationCount, length);
        System.arraycopy(kept, from, iterations, iterationCount, length);
        seriesStart.put(cell, iterationCount, 0);
        seriesLength.put(cell, length, 0);
        seriesFirst.put(cell, first, 0);
        iterationCount += length;
    }

    /// Sorts by node, then stably by context, with handles replaced by final positions: two
    /// counting sorts. Most readers meet whole nodes in order, and then the first sort finds
    /// nothing to do.
    MetricColumn column(int[] contextAt, int[] nodeAt) {
        for (int cell = 0; cell < value.size(); cell++) {
            context.set(cell, contextAt[context.at(cell)]);
            node.set(cell, nodeAt[node.at(cell)]);
        }
        int[] byNode = sorted(null, node, nodeAt.length);
        int[] order = sorted(byNode, context, contextAt.length);
        return MetricColumn.ofContexts(rows(order, contextAt.length), nodeAt.length);
    }

    /// The cells in ascending order of `key`, stable over `before`; null stands for the order of
    /// arrival.
    private int @Nullable [] sorted(int @Nullable [] before, Ints key, int keys) {
        if (before == null && ascends(key)) return null;
        int cells = key.size();
        int[] next = new int[keys + 1];
        for (int cell = 0; cell < cells; cell++) next[key.at(cell) + 1]++;
        for (int i = 0; i < keys; i++) next[i + 1] += next[i];
        int[] order = new int[cells];
        for (int i = 0; i < cells; i++) {
            int cell = before == null ? i : before[i];
            order[next[key.at(cell)]++] = cell;
        }
        return order;
    }

    private static boolean ascends(Ints key) {
        for (int cell = 1; cell < key.size(); cell++)
            if (key.at(cell - 1) > key.at(cell)) return false;
        return true;
    }

    private SparseRows rows(int @Nullable [] order, int contexts) {
        int cells = value.size();
        var rows = new SparseRows.Builder(cells, iterationCount);
        int i = 0;
        for (int row = 0; row < contexts; row++) {
            while (i < cells && context.at(at(order, i)) == row) i = addCell(rows, order, i);
            rows.endRow();
        }
        return rows.build();
    }

    /// Adds the cell at position `i` together with those of the same node that follow it.
    private int addCell(SparseRows.Builder rows, int @Nullable [] order, int i) {
        int cell = at(order, i);
        int end = i + 1;
        while (end < value.size() && same(cell, at(order, end))) end++;
        if (end == i + 1 && seriesLength(cell) > 0) {
            int from = seriesStart.at(cell);
            int to = from + seriesLength(cell);
            double sum = SparseRows.sumOf(iterations, from, to);
            rows.addSeries(node.at(cell), sum, seriesFirst.at(cell), iterations, from, to);
        } else {
            double sum = 0;
            for (int each = i; each < end; each++) sum += plainValue(at(order, each));
            rows.add(node.at(cell), sum);
        }
        return end;
    }

    /// A series cannot be summed with another value of its cell without losing which iteration is
    /// which.
    private double plainValue(int cell) {
        if (seriesLength(cell) > 0)
            throw new IllegalArgumentException(
                    "node %d in context %d has a series and other values"
                            .formatted(node.at(cell), context.at(cell)));
        return value.at(cell);
    }

    private boolean same(int cell, int other) {
        return context.at(cell) == context.at(other) && node.at(cell) == node.at(other);
    }

    private static int at(int @Nullable [] order, int i) {
        return order == null ? i : order[i];
    }

    private int seriesLength(int cell) {
        return cell < seriesLength.size() ? seriesLength.at(cell) : 0;
    }
}
