package treeline.question.answer;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextTable;
import treeline.question.screen.TextTable.Align;
import treeline.question.screen.TextWidth;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Prints facts with their labels in a column of their own.
record FactText(FactList list, Screen screen) {
    private static final int INDENT_COLUMNS = 2;
    private static final int LABEL_COLUMNS = 11;

    void printTo(PrintStream out) {
        for (int i = 0; i < list.groups().size(); i++) {
            FactList.Group group = list.groups().get(i);
            if (i > 0) out.println();
            out.println(screen.paint(TextWidth.printable(group.title()), Colour.BOLD));
            for (FactList.Fact fact : group.facts()) print(fact, out);
        }
    }

    private void print(FactList.Fact fact, PrintStream out) {
        List<String> lines = lines(fact);
        for (int i = 0; i < lines.size(); i++) {
            String label = TextWidth.padRight(i == 0 ? fact.label() : "", LABEL_COLUMNS);
            String text = screen.paint(label, Colour.CYAN) + lines.get(i);
            out.println((" ".repeat(INDENT_COLUMNS) + text).stripTrailing());
        }
    }

    private List<String> lines(FactList.Fact fact) {
        int columns = fact.rows().isEmpty() ? 0 : fact.rows().getFirst().size();
        if (columns < 2)
            return fact.rows().stream().map(row -> TextWidth.printable(row.getFirst())).toList();
        var table =
                new TextTable(
                        IntStream.range(0, columns)
                                .mapToObj(i -> i < fact.rightFrom() ? Align.LEFT : Align.RIGHT)
                                .toArray(Align[]::new));
        for (List<String> row : fact.rows())
            table.row(row.stream().map(TextWidth::printable).toArray(String[]::new));
        int width = screen.width() - INDENT_COLUMNS - LABEL_COLUMNS;
        List<String> lines = new ArrayList<>(table.lines(width, screen.ellipsis()));
        if (fact.headed()) lines.set(0, screen.paint(lines.getFirst(), Colour.GREY));
        return lines;
    }
}
