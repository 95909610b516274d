package treeline.source.join;

import treeline.model.SparseRows;
import treeline.source.files.MalformedProfileException;

import java.util.Arrays;
import java.util.List;

/// A cell of a sub-file whose context may go on in another. Cells of the same node and context add
/// up, and each iteration is taken from where it happened.
///
/// @param context in the joined profile
record SharedCell(int context, SparseRows rows, int cell) {

    /// @param cells of one node and context, at least one
    static void addTo(SparseRows.Builder joined, List<SharedCell> cells) {
        SharedCell first = cells.getFirst();
        int longest = cells.stream().mapToInt(SharedCell::length).max().orElse(0);
        if (cells.size() == 1) joined.copy(first.context, first.rows, first.cell);
        else if (longest == 0)
            joined.add(first.context, cells.stream().mapToDouble(SharedCell::value).sum());
        else {
            int lowest = cells.stream().mapToInt(SharedCell::first).min().orElse(0);
            joined.addSeries(
                    first.context,
                    cells.stream().mapToDouble(SharedCell::value).sum(),
                    lowest,
                    iterations(cells, lowest, longest),
                    0,
                    longest - lowest);
        }
    }

    private double value() {
        return rows.value(cell);
    }

    private int length() {
        return rows.seriesLength(cell);
    }

    private int first() {
        return rows.firstIteration(cell);
    }

    private static double[] iterations(List<SharedCell> cells, int lowest, int longest) {
        double[] all = new double[longest - lowest];
        Arrays.fill(all, Double.NaN);
        for (SharedCell cell : cells) {
            if (cell.length() == 0)
                throw MalformedProfileException.of(
                        "a context in several sub-files",
                        "iterations in each of them",
                        "only a sum in one");
            for (int i = cell.first(); i < cell.length(); i++) {
                double value = cell.rows.iteration(cell.cell, i);
                double known = all[i - lowest];
                if (!Double.isNaN(value))
                    all[i - lowest] = Double.isNaN(known) ? value : known + value;
            }
        }
        return all;
    }
}
