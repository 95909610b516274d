package treeline.source;

import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The values of a context that goes on from one sub-file to the next, put together: cells of the
/// same node add up, and each iteration is taken from where it happened.
final class SharedRow {
    private final SortedMap<Integer, List<Cell>> cellsOf = new TreeMap<>();

    private record Cell(SparseRows rows, int cell) {
        double value() {
            return rows.value(cell);
        }

        int length() {
            return rows.seriesLength(cell);
        }
    }

    /// @param nodeAt where a node of the sub-file is in the joined tree
    void add(SparseRows rows, int context, int[] nodeAt) {
        for (int cell = rows.start(context); cell < rows.end(context); cell++)
            cellsOf.computeIfAbsent(nodeAt[rows.index(cell)], _ -> new ArrayList<>())
                    .add(new Cell(rows, cell));
    }

    void addTo(SparseRows.Builder joined) {
        cellsOf.forEach((node, cells) -> addTo(joined, node, cells));
    }

    private static void addTo(SparseRows.Builder joined, int node, List<Cell> cells) {
        Cell first = cells.getFirst();
        int longest = cells.stream().mapToInt(Cell::length).max().orElse(0);
        if (cells.size() == 1) joined.copy(node, first.rows, first.cell);
        else if (longest == 0) joined.add(node, cells.stream().mapToDouble(Cell::value).sum());
        else joined.addSeries(node, iterations(cells, longest), 0, longest);
    }

    private static double[] iterations(List<Cell> cells, int longest) {
        double[] all = new double[longest];
        Arrays.fill(all, Double.NaN);
        for (Cell cell : cells) {
            if (cell.length() == 0)
                throw MalformedProfileException.of(
                        "a context in several sub-files",
                        "iterations in each of them",
                        "only a sum in one");
            double[] some = cell.rows.series(cell.cell);
            for (int i = 0; i < some.length; i++)
                if (!Double.isNaN(some[i]))
                    all[i] = Double.isNaN(all[i]) ? some[i] : all[i] + some[i];
        }
        return all;
    }
}
