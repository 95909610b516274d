package treeline.question.answer;

import treeline.question.screen.Colour;
import treeline.question.screen.ColumnWidths;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Prints the first rows of a table so that every line fits the screen.
///
/// The last column, or the label, takes the remaining width and is shortened in the middle, because
/// both ends of a call path matter. If that is not enough, other texts and headings are shortened,
/// too. Columns that still do not fit are omitted and counted.
final class SectionText {
    private static final int MIN_COLUMNS = 12;
    private static final int LABEL_COLUMNS = 24;
    private static final String GAP = "  ";

    private final Section section;
    private final List<Section.View> columns;
    private final Screen screen;
    private final int rows;

    SectionText(Section section, Screen screen) {
        this.section = section;
        this.columns =
                section.columns().stream()
                        .filter(each -> each.minWidth() <= screen.width())
                        .toList();
        this.screen = screen;
        this.rows = section.shownRows();
    }

    void printTo(PrintStream out) {
        int[] natural = columns.stream().mapToInt(this::width).toArray();
        int[] least = new int[natural.length];
        for (int i = 0; i < least.length; i++) least[i] = least(i, natural[i]);
        int[] shown = section.label().isEmpty() ? fittingBeforeLast(least) : fitting(natural);
        int[] widths = widths(natural, least, shown);
        out.println(screen.paint(line(-1, shown, widths), Colour.GREY));
        for (int row = 0; row < rows; row++) out.println(line(row, shown, widths));
        if (rows < section.rows()) more(Quantity.whole(section.rows() - rows) + " more", out);
        if (shown.length < columns.size())
            more(
                    ContextSummary.counted(columns.size() - shown.length, "more column")
                            + ": --width or --csv",
                    out);
        if (!section.footnote().isEmpty())
            out.println(screen.paint(section.footnote(), Colour.GREY));
    }

    private int flexible() {
        return section.label().orElse(columns.size() - 1);
    }

    /// The minimum width of a column: numbers are never cut.
    private int least(int column, int natural) {
        Section.View shown = columns.get(column);
        int cells = shown.right() && column != flexible() ? cellWidth(shown) : 0;
        return Math.max(cells, Math.min(natural, MIN_COLUMNS));
    }

    private int[] widths(int[] natural, int[] least, int[] shown) {
        int[] widths = Arrays.stream(shown).map(column -> natural[column]).toArray();
        int[] fewest = Arrays.stream(shown).map(column -> least[column]).toArray();
        for (int i = 0; i < shown.length; i++) {
            if (shown[i] != flexible()) continue;
            widths[i] = 0;
            int room = Math.max(MIN_COLUMNS, screen.width() - used(widths));
            widths[i] = Math.min(room, natural[flexible()]);
        }
        return ColumnWidths.fitted(
                widths, fewest, screen.width() - (shown.length - 1) * GAP.length());
    }

    private void more(String text, PrintStream out) {
        out.println(screen.paint(screen.ellipsis() + " " + text, Colour.GREY));
    }

    /// The first columns, as many as fit next to a label that keeps a minimum width.
    private int[] fitting(int[] natural) {
        int label = flexible();
        int[] least = natural.clone();
        least[label] = Math.min(least[label], LABEL_COLUMNS);
        int shown = least.length;
        while (shown > label + 2
                && used(Arrays.copyOf(least, shown)) - GAP.length() > screen.width()) shown--;
        return IntStream.range(0, shown).toArray();
    }

    /// The last column, and as many of the first as fit before it.
    private int[] fittingBeforeLast(int[] least) {
        int last = least.length - 1;
        int first = last;
        while (first > 1
                && used(Arrays.copyOf(least, first)) + Math.max(MIN_COLUMNS, least[last])
                        > screen.width()) first--;
        int[] shown = IntStream.rangeClosed(0, first).toArray();
        shown[first] = last;
        return shown;
    }

    /// The width of a line, gaps included.
    private static int used(int[] widths) {
        return Arrays.stream(widths).sum() + widths.length * GAP.length();
    }

    private int width(Section.View column) {
        return Math.max(TextWidth.of(column.heading()), cellWidth(column));
    }

    private int cellWidth(Section.View column) {
        int width = 0;
        for (int row = 0; row < rows; row++)
            width = Math.max(width, TextWidth.of(column.cell().text(row, screen)));
        return width;
    }

    private String line(int row, int[] shown, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Section.View column = columns.get(shown[i]);
            String text = row < 0 ? column.heading() : column.cell().text(row, screen);
            String cell = TextWidth.cutInMiddle(text, widths[i], screen.ellipsis());
            boolean right = column.right() && shown[i] != flexible();
            line.append(
                            right
                                    ? TextWidth.padLeft(cell, widths[i])
                                    : TextWidth.padRight(cell, widths[i]))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
