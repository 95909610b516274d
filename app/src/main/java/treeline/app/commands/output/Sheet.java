package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Colour;
import treeline.question.screen.ColumnWidths;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A table as people read it: chosen columns, units, few digits, few rows. Programs get every
/// column, row and digit by `--json` and `--csv`.
public final class Sheet {
    public static final Parameter<Boolean> JSON = Parameter.flag("json", "print JSON for programs");
    public static final Parameter<Boolean> CSV = Parameter.flag("csv", "print CSV for programs");
    public static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "rows to show (default: 20)")
                    .letter('n');
    private static final int DEFAULT_TOP = 20;
    private static final int MIN_COLUMNS = 12;
    private static final int LABEL_COLUMNS = 24;
    private static final int LAST = -1;
    private static final String GAP = "  ";

    private final Table table;
    private final Quantity quantity;
    private final List<Shown> columns = new ArrayList<>();
    private int label = LAST;
    private String footnote = "";

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

    /// The text that names a row where others follow it: it is cut in its middle, and columns at
    /// the end that do not fit beside it are left out and counted.
    public Sheet label(String column, String heading) {
        label = columns.size();
        return text(column, heading);
    }

    public Sheet computed(String heading, boolean right, IntFunction<String> cell) {
        return add(heading, right, cell);
    }

    /// On how many of all places a node ran, where that is not all of them in the first rows; and
    /// below the rows, of which places their means are.
    public Sheet ranOn(Locations places, int top) {
        Column ran = table.column("ran");
        int all = places.size();
        if (table.head(top).filter(row -> ran.number(row) < all).rows() == 0) return this;
        footnote =
                places.absentCounts()
                        ? "means cover all %s; %s that did not run the call path count as 0"
                                .formatted(places.counted(), places.plural())
                        : "means are of the %s that ran it".formatted(places.plural());
        return add(
                "ran on",
                true,
                row ->
                        "%s of %s"
                                .formatted(
                                        Quantity.whole((long) ran.number(row)),
                                        Quantity.whole(all)));
    }

    private Sheet add(String heading, boolean right, IntFunction<String> cell) {
        columns.add(new Shown(heading, right, cell));
        return this;
    }

    public static int top(Arguments arguments) {
        return arguments.value(TOP, DEFAULT_TOP);
    }

    /// The rows for programs: all of them, unless the user limited their number.
    public static Table forPrograms(Table rows, Arguments arguments) {
        return rows.head(arguments.value(TOP, Integer.MAX_VALUE));
    }

    /// The first rows. The last column, or the label, takes what room is left and is cut in its
    /// middle, because both ends of a call path tell something. Where that is not enough, other
    /// texts and headings are cut, too, and columns that still do not fit are left out and counted.
    public void print(int top, Console console) {
        print(top, table.rows(), console);
    }

    /// The same of a table whose first rows are here.
    ///
    /// @param all how many rows there are
    public void print(int top, long all, Console console) {
        int rows = Math.min(top, table.rows());
        int[] natural = columns.stream().mapToInt(column -> width(column, rows)).toArray();
        int[] least = new int[natural.length];
        for (int i = 0; i < least.length; i++) least[i] = least(i, natural[i], rows);
        int width = console.screen().width();
        int[] shown = label == LAST ? fittingBeforeLast(least, width) : fitting(natural, width);
        int[] widths = widths(natural, least, shown, width);
        console.out()
                .println(console.screen().paint(line(-1, shown, widths, console), Colour.GREY));
        for (int row = 0; row < rows; row++)
            console.out().println(line(row, shown, widths, console));
        if (!footnote.isEmpty())
            console.out().println(console.screen().paint(footnote, Colour.GREY));
        if (rows < all) more(Quantity.whole(all - rows) + " more", console);
        if (shown.length < columns.size())
            more(
                    ContextSummary.counted(columns.size() - shown.length, "more column")
                            + ": --width or --csv",
                    console);
    }

    private int flexible() {
        return label == LAST ? columns.size() - 1 : label;
    }

    /// What a column needs at least: numbers are never cut.
    private int least(int column, int natural, int rows) {
        Shown shown = columns.get(column);
        int cells = shown.right && column != flexible() ? cellWidth(shown, rows) : 0;
        return Math.max(cells, Math.min(natural, MIN_COLUMNS));
    }

    private int[] widths(int[] natural, int[] least, int[] shown, int width) {
        int[] widths = Arrays.stream(shown).map(column -> natural[column]).toArray();
        int[] fewest = Arrays.stream(shown).map(column -> least[column]).toArray();
        for (int i = 0; i < shown.length; i++) {
            if (shown[i] != flexible()) continue;
            widths[i] = 0;
            int room = Math.max(MIN_COLUMNS, width - used(widths));
            widths[i] = Math.min(room, natural[flexible()]);
        }
        return ColumnWidths.fitted(widths, fewest, width - (shown.length - 1) * GAP.length());
    }

    private static void more(String text, Console console) {
        console.out()
                .println(
                        console.screen()
                                .paint(console.screen().ellipsis() + " " + text, Colour.GREY));
    }

    /// The first columns, as many as fit beside a label that keeps some of its room.
    private int[] fitting(int[] natural, int width) {
        int[] least = natural.clone();
        least[label] = Math.min(least[label], LABEL_COLUMNS);
        int shown = least.length;
        while (shown > label + 2 && used(Arrays.copyOf(least, shown)) - GAP.length() > width)
            shown--;
        return IntStream.range(0, shown).toArray();
    }

    /// The last column, and as many of the first as fit before it.
    private int[] fittingBeforeLast(int[] least, int width) {
        int last = least.length - 1;
        int first = last;
        while (first > 1
                && used(Arrays.copyOf(least, first)) + Math.max(MIN_COLUMNS, least[last]) > width)
            first--;
        int[] shown = IntStream.rangeClosed(0, first).toArray();
        shown[first] = last;
        return shown;
    }

    /// Columns of the screen, gaps included.
    private static int used(int[] widths) {
        return Arrays.stream(widths).sum() + widths.length * GAP.length();
    }

    private static int width(Shown column, int rows) {
        return Math.max(TextWidth.of(column.heading), cellWidth(column, rows));
    }

    private static int cellWidth(Shown column, int rows) {
        int width = 0;
        for (int row = 0; row < rows; row++)
            width = Math.max(width, TextWidth.of(column.cell.apply(row)));
        return width;
    }

    private String line(int row, int[] shown, int[] widths, Console console) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Shown column = columns.get(shown[i]);
            String text = row < 0 ? column.heading : column.cell.apply(row);
            String cell = TextWidth.cutInMiddle(text, widths[i], console.screen().ellipsis());
            boolean right = column.right && shown[i] != flexible();
            line.append(
                            right
                                    ? TextWidth.padLeft(cell, widths[i])
                                    : TextWidth.padRight(cell, widths[i]))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
