package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.question.answer.TreeLines;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.ShareColour;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.util.ArrayList;
import java.util.List;

/// Draws a call tree behind several columns of numbers. Every line fits the screen.
final class StatisticTree {
    private static final String GAP = "  ";
    private static final int FEWEST_NAME_COLUMNS = 12;

    private final CallTree tree;
    private final TreeRows rows;
    private final Console console;
    private final Screen screen;
    private final Quantity quantity;
    private final List<List<String>> columns = new ArrayList<>();

    StatisticTree(CallTree tree, TreeRows rows, Console console) {
        this.tree = tree;
        this.rows = rows;
        this.console = console;
        this.screen = console.screen();
        this.quantity = new Quantity(3, screen.unicode());
    }

    /// A column of numbers with a heading, padded to one width.
    void column(String heading, double[] ofNode, Unit unit) {
        List<String> cells = new ArrayList<>(List.of(heading));
        for (TreeRows.Row row : rows.rows())
            cells.add(
                    row instanceof TreeRows.Shown shown
                            ? quantity.text(ofNode[shown.node()], unit)
                            : "");
        int width = cells.stream().mapToInt(TextWidth::of).max().orElse(0);
        columns.add(cells.stream().map(cell -> TextWidth.padLeft(cell, width)).toList());
    }

    void print() {
        int used = TextWidth.of(numbers(0));
        var lines = new TreeLines(screen, Math.max(FEWEST_NAME_COLUMNS, screen.width() - used));
        console.out().println(screen.paint(numbers(0).stripTrailing(), Colour.GREY));
        for (int i = 0; i < rows.rows().size(); i++) {
            TreeRows.Row row = rows.rows().get(i);
            Colour colour = ShareColour.of(row.share());
            String guides = lines.before(row);
            console.out()
                    .println(
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
