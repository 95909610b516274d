package treeline.question.answer;

import treeline.model.CallTree;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.ShareColour;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Draws a call tree to the right of several columns of numbers. Every line fits the screen.
final class StatisticTreeText {
    private static final String GAP = "  ";
    private static final int MIN_NAME_COLUMNS = 12;
    private static final int DIGITS = 3;

    private final CallTree tree;
    private final TreeRows rows;
    private final Screen screen;
    private final List<List<String>> columns;

    StatisticTreeText(StatisticTree shown, Screen screen) {
        this.tree = shown.tree();
        this.rows = shown.rows();
        this.screen = screen;
        this.columns = shown.columns().stream().map(this::cells).toList();
    }

    /// The heading and the cells of a column, padded to one width.
    private List<String> cells(StatisticTree.Values column) {
        var quantity = new Quantity(DIGITS, screen.unicode());
        List<String> cells = new ArrayList<>(List.of(column.heading()));
        for (TreeRows.Row row : rows.rows())
            cells.add(
                    row instanceof TreeRows.Shown shown
                            ? quantity.text(
                                    column.value().applyAsDouble(shown.node()), column.unit())
                            : "");
        int width = cells.stream().mapToInt(TextWidth::of).max().orElse(0);
        return cells.stream().map(cell -> TextWidth.padLeft(cell, width)).toList();
    }

    void printTo(PrintStream out) {
        int used = TextWidth.of(numbers(0));
        var lines = new TreeLines(screen, Math.max(MIN_NAME_COLUMNS, screen.width() - used));
        out.println(screen.paint(numbers(0).stripTrailing(), Colour.GREY));
        for (int i = 0; i < rows.rows().size(); i++) {
            TreeRows.Row row = rows.rows().get(i);
            Colour colour = ShareColour.of(row.share());
            String guides = lines.before(row);
            out.println(
                    (screen.paint(numbers(i + 1), colour)
                                    + screen.paint(guides, Colour.GREY)
                                    + name(row, lines.room(guides), colour))
                            .stripTrailing());
        }
    }

    private String numbers(int line) {
        var text = new StringBuilder();
        for (List<String> column : columns) text.append(column.get(line)).append(GAP);
        return text.toString();
    }

    private String name(TreeRows.Row row, int room, Colour colour) {
        return switch (row) {
            case TreeRows.Shown shown -> {
                String below =
                        shown.hiddenBelow() == 0
                                ? ""
                                : GAP + "+%d below".formatted(shown.hiddenBelow());
                String name =
                        TextWidth.cutInMiddle(
                                TextWidth.printable(tree.name(shown.node())),
                                room - below.length(),
                                screen.ellipsis());
                yield screen.paint(name, colour) + screen.paint(below, Colour.GREY);
            }
            case TreeRows.Elided elided ->
                    screen.paint(
                            "%s %s more"
                                    .formatted(screen.ellipsis(), Quantity.whole(elided.nodes())),
                            Colour.GREY);
        };
    }
}
