package treeline.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table as aligned text: columns separated by two spaces, numbers right-aligned. Only displayed
/// rows are formatted.
record TextTable(List<Cells> columns, int shown, int hidden) {
    static final String MISSING = "-";

    /// Symbols of C++ templates reach thousands of characters; a cell of a line does not.
    private static final int MAX_CELL_WIDTH = 80;

    /// The heading and formatted cells of a column.
    private record Cells(List<String> lines, int width, boolean flushRight) {}

    static TextTable of(Table table, int maxRows) {
        int shown = Math.clamp(maxRows, 0, table.rows());
        List<Cells> columns = new ArrayList<>();
        for (Column column : table.columns()) columns.add(headed(column, shown));
        return new TextTable(columns, shown, table.rows() - shown);
    }

    private static Cells headed(Column column, int rows) {
        List<String> lines = new ArrayList<>(rows + 1);
        lines.add(DisplayText.of(column.name(), MAX_CELL_WIDTH));
        lines.addAll(cells(column, rows));
        int width = lines.stream().mapToInt(DisplayText::width).max().orElse(0);
        return new Cells(lines, width, column.isQuantity());
    }

    static List<String> cells(Column column, int rows) {
        var decimals = column instanceof RealColumn real ? Decimals.of(real, rows) : null;
        List<String> cells = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            if (column.isMissing(row)) cells.add(MISSING);
            else if (decimals != null) cells.add(decimals.format(column.number(row)));
            else cells.add(DisplayText.of(column.text(row), MAX_CELL_WIDTH));
        }
        return cells;
    }

    void write(Appendable out) throws IOException {
        for (int line = 0; line <= shown; line++) out.append(line(line)).append('\n');
        if (hidden > 0)
            out.append(
                    String.format(
                            Locale.ROOT, "… %,d more row%s\n", hidden, hidden == 1 ? "" : "s"));
    }

    private String line(int line) {
        var text = new StringBuilder();
        for (Cells column : columns) {
            String cell = column.lines.get(line);
            String blanks = " ".repeat(column.width - DisplayText.width(cell));
            text.append(text.isEmpty() ? "" : "  ");
            text.append(column.flushRight ? blanks + cell : cell + blanks);
        }
        return text.toString().stripTrailing();
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        try {
            write(text);
        } catch (IOException impossible) {
            throw new AssertionError("a StringBuilder does no I/O", impossible);
        }
        return text.toString();
    }
}
