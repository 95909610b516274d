package treeline.app.commands.output;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.Screen;
import treeline.app.terminal.TextWidth;
import treeline.model.Unit;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// A table as people read it: chosen columns, units, few digits, few rows. Programs get every
/// column, row and digit by `--json` and `--csv`.
public final class Sheet {
    public static final Option<Boolean> JSON = Option.flag("json", "print JSON for programs");
    public static final Option<Boolean> CSV = Option.flag("csv", "print CSV for programs");
    public static final Option<Integer> TOP =
            Option.of("top", Value.whole("N", 1, Integer.MAX_VALUE), "rows to show (default: 20)")
                    .letter('n');
    private static final int USUAL_TOP = 20;
    private static final int FEWEST_COLUMNS = 12;
    private static final String GAP = "  ";

    private final Table table;
    private final Quantity quantity;
    private final List<Shown> columns = new ArrayList<>();

    private record Shown(String heading, boolean right, IntFunction<String> cell) {}

    public Sheet(Table table, Screen screen) {
        this.table = table;
        this.quantity = new Quantity(3, screen.unicode());
    }

    public Sheet value(String column, String heading, Unit unit) {
        Column values = table.column(column);
        return add(heading, true, row -> quantity.text(values.number(row), unit));
    }

    public Sheet share(String column, String heading) {
        Column values = table.column(column);
        return add(heading, true, row -> Quantity.percent(values.number(row)));
    }

    public Sheet number(String column, String heading) {
        return value(column, heading, Unit.COUNT);
    }

    /// A number with its sign, for changes.
    public Sheet change(String column, String heading, Unit unit) {
        Column values = table.column(column);
        return add(
                heading,
                true,
                row ->
                        (values.number(row) > 0 ? "+" : "")
                                + quantity.text(values.number(row), unit));
    }

    public Sheet text(String column, String heading) {
        Column values = table.column(column);
        return add(heading, false, row -> TextWidth.printable(values.text(row)));
    }

    public Sheet computed(String heading, boolean right, IntFunction<String> cell) {
        return add(heading, right, cell);
    }

    private Sheet add(String heading, boolean right, IntFunction<String> cell) {
        columns.add(new Shown(heading, right, cell));
        return this;
    }

    public static int top(Arguments arguments) {
        return arguments.value(TOP, USUAL_TOP);
    }

    /// The first rows. The last column takes what room is left and is cut in its middle, because
    /// both ends of a call path tell something.
    public void print(int top, Console console) {
        int rows = Math.min(top, table.rows());
        int last = columns.size() - 1;
        int[] widths = new int[last];
        for (int i = 0; i < last; i++) widths[i] = width(columns.get(i), rows);
        int used = 0;
        for (int width : widths) used += width + GAP.length();
        int room = Math.max(FEWEST_COLUMNS, console.screen().width() - used);
        console.out().println(console.screen().paint(line(-1, widths, room, console), Colour.GREY));
        for (int row = 0; row < rows; row++)
            console.out().println(line(row, widths, room, console));
        if (rows < table.rows())
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            "%s %s more"
                                                    .formatted(
                                                            console.screen().ellipsis(),
                                                            Quantity.whole(table.rows() - rows)),
                                            Colour.GREY));
    }

    private static int width(Shown column, int rows) {
        int width = TextWidth.of(column.heading);
        for (int row = 0; row < rows; row++)
            width = Math.max(width, TextWidth.of(column.cell.apply(row)));
        return width;
    }

    private String line(int row, int[] widths, int room, Console console) {
        var line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            Shown column = columns.get(i);
            String cell = row < 0 ? column.heading : column.cell.apply(row);
            if (i == widths.length)
                line.append(TextWidth.cutInMiddle(cell, room, console.screen().ellipsis()));
            else
                line.append(
                                column.right
                                        ? TextWidth.padLeft(cell, widths[i])
                                        : TextWidth.padRight(cell, widths[i]))
                        .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
