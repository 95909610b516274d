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
        else joined.addSeries(first.context, iterations(cells, longest), 0, longest);
    }

    private double value() {
        return rows.value(cell);
    }

    private int length() {
        return rows.seriesLength(cell);
    }

    private static double[] iterations(List<SharedCell> cells, int longest) {
        double[] all = new double[longest];
        Arrays.fill(all, Double.NaN);
        for (SharedCell cell : cells) {
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
