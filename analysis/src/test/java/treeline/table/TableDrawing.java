package treeline.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Tables drawn as text, so that a test shows its input and its expected result:
///
/// ```
/// name   rank  time      slow
/// solve     0   1.5      true
/// write     1     -         -
/// ```
///
/// Cells are parted by blanks, `-` is missing, `''` is empty text. A column is whole, real, flag or
/// text, whichever the cells first allow; a heading such as `time:real` says it.
public final class TableDrawing {
    private static final String MISSING = "-";

    private TableDrawing() {}

    public static Table tableOf(String drawing) {
        String[] lines = drawing.strip().split("\n");
        List<String> headings = cells(lines[0]);
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) columns.add(new ArrayList<>());
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            List<String> cells = cells(line);
            if (cells.size() != headings.size())
                throw new IllegalArgumentException(
                        "a drawing with %d headings has a line of %d: %s"
                                .formatted(headings.size(), cells.size(), line.strip()));
            for (int i = 0; i < cells.size(); i++) columns.get(i).add(cells.get(i));
        }
        List<Column> drawn = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++)
            drawn.add(column(headings.get(i), columns.get(i)));
        return Table.of(drawn);
    }

    private static List<String> cells(String line) {
        return List.of(line.strip().split("\\s+"));
    }

    private static Column column(String heading, List<String> cells) {
        int colon = heading.indexOf(':');
        String name = colon < 0 ? heading : heading.substring(0, colon);
        String type = colon < 0 ? typeOf(cells) : heading.substring(colon + 1);
        return switch (type) {
            case "text" -> text(name, cells);
            case "whole" -> Column.whole(name, cells.size(), row -> whole(cells.get(row)));
            case "real" -> Column.real(name, cells.size(), row -> real(cells.get(row)));
            case "flag" -> flag(name, cells);
            default -> throw new IllegalArgumentException("no type '%s'".formatted(type));
        };
    }

    private static String typeOf(List<String> cells) {
        List<String> present = cells.stream().filter(cell -> !cell.equals(MISSING)).toList();
        if (present.isEmpty()) return "text";
        if (present.stream().allMatch(cell -> cell.matches("-?\\d+"))) return "whole";
        if (present.stream().allMatch(cell -> cell.matches("-?(\\d.*|Infinity)"))) return "real";
        return present.stream().allMatch(cell -> cell.matches("true|false")) ? "flag" : "text";
    }

    private static Column text(String name, List<String> cells) {
        return Column.text(
                name,
                cells.size(),
                row ->
                        switch (cells.get(row)) {
                            case MISSING -> null;
                            case "''" -> "";
                            case String text -> text;
                        });
    }

    private static long whole(String cell) {
        return cell.equals(MISSING) ? WholeColumn.MISSING : Long.parseLong(cell);
    }

    private static double real(String cell) {
        return cell.equals(MISSING) ? Double.NaN : Double.parseDouble(cell);
    }

    private static Column flag(String name, List<String> cells) {
        int[] rows = new int[cells.size()];
        Arrays.setAll(rows, row -> cells.get(row).equals(MISSING) ? Column.NO_ROW : row);
        return Column.flag(name, rows.length, row -> cells.get(row).equals("true")).take(rows);
    }
}
