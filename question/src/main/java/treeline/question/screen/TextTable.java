package treeline.question.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Aligned columns. If a table is too wide, the last column is shortened first, then text columns
/// in the middle.
public final class TextTable {
    private static final String GAP = "  ";
    private static final int FEWEST_COLUMNS = 12;

    /// The alignment of a column.
    public enum Align {
        LEFT,
        RIGHT
    }

    private final List<Align> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(Align... columns) {
        this.columns = List.of(columns);
    }

    public TextTable row(String... cells) {
        if (cells.length != columns.size())
            throw new IllegalArgumentException(
                    "a row of %d cells in a table of %d columns"
                            .formatted(cells.length, columns.size()));
        rows.add(Arrays.asList(cells));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The rows as lines of at most `width` columns.
    public List<String> lines(int width, String mark) {
        int[] widths = fitted(widths(), width);
        return rows.stream().map(row -> line(row, widths, width, mark)).toList();
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (List<String> row : rows)
            for (int i = 0; i < widths.length; i++)
                widths[i] = Math.max(widths[i], TextWidth.of(row.get(i)));
        return widths;
    }

    private int[] fitted(int[] natural, int width) {
        int last = natural.length - 1;
        int[] least = natural.clone();
        for (int i = 0; i <= last; i++)
            if (i == last || columns.get(i) == Align.LEFT)
                least[i] = Math.min(natural[i], FEWEST_COLUMNS);
        int[] before = Arrays.copyOf(natural, last);
        int room = width - last * GAP.length() - least[last];
        int[] widths = ColumnWidths.fitted(before, Arrays.copyOf(least, last), room);
        int[] all = Arrays.copyOf(widths, natural.length);
        all[last] = natural[last];
        return all;
    }

    private String line(List<String> row, int[] widths, int width, String mark) {
        var line = new StringBuilder();
        int last = widths.length - 1;
        for (int i = 0; i < last; i++) {
            String cell = TextWidth.cutInMiddle(row.get(i), widths[i], mark);
            line.append(padded(i, cell, widths[i])).append(GAP);
        }
        int room = Math.max(1, width - TextWidth.of(line.toString()));
        String end = TextWidth.cutAtEnd(row.get(last), room, mark);
        line.append(columns.get(last) == Align.RIGHT ? padded(last, end, widths[last]) : end);
        return line.toString().stripTrailing();
    }

    private String padded(int column, String cell, int width) {
        return switch (columns.get(column)) {
            case LEFT -> TextWidth.padRight(cell, width);
            case RIGHT -> TextWidth.padLeft(cell, width);
        };
    }
}
