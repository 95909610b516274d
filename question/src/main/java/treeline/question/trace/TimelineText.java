package treeline.question.trace;

import treeline.ledger.Account;
import treeline.model.Unit;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// A timeline as lines of characters: one line per context, one letter per column, coloured by
/// activity. Columns of the raster are thinned out to the width of the screen.
record TimelineText(
        Timeline timeline,
        NodeCategories functions,
        NodeCategories accounts,
        FunctionSymbols symbols) {
    private static final int MAX_COLUMNS = 100;
    private static final int MIN_COLUMNS = 10;
    private static final int MAX_NAME_WIDTH = 24;
    private static final int DIGITS = 3;
    private static final List<Account> ACCOUNTS = List.of(Account.values());

    List<String> lines(Screen screen) {
        int nameWidth = 0;
        for (int row = 0; row < timeline.rows(); row++)
            nameWidth = Math.max(nameWidth, TextWidth.of(name(row, screen)));
        int columns = columns(screen, nameWidth);
        List<String> lines = new ArrayList<>();
        lines.add(" ".repeat(nameWidth + 2) + scale(columns, screen));
        for (int row = 0; row < timeline.rows(); row++)
            lines.add(
                    (TextWidth.padRight(name(row, screen), nameWidth)
                                    + "  "
                                    + cells(row, columns, screen))
                            .stripTrailing());
        return lines;
    }

    private String name(int row, Screen screen) {
        return TextWidth.cutInMiddle(
                TextWidth.printable(timeline.name(row)), MAX_NAME_WIDTH, screen.ellipsis());
    }

    /// On files and pipes, a width that suits most screens.
    private int columns(Screen screen, int nameWidth) {
        int most =
                screen.width() == Screen.UNLIMITED
                        ? MAX_COLUMNS
                        : Math.max(MIN_COLUMNS, screen.width() - nameWidth - 2);
        return Math.min(most, timeline.columns());
    }

    /// The start and the end of the window.
    private String scale(int columns, Screen screen) {
        var quantity = new Quantity(DIGITS, screen.unicode());
        String from = quantity.text((double) timeline.window().fromNanos(), Unit.NANOSECONDS);
        String to = quantity.text((double) timeline.window().toNanos(), Unit.NANOSECONDS);
        int gap = columns - TextWidth.of(from) - TextWidth.of(to);
        return gap < 1 ? from : from + " ".repeat(gap) + to;
    }

    /// Neighbours of one colour are painted together.
    private String cells(int row, int columns, Screen screen) {
        var line = new StringBuilder();
        var run = new StringBuilder();
        int last = Timeline.EMPTY;
        for (int column = 0; column < columns; column++) {
            int at = (int) ((2L * column + 1) * timeline.columns() / (2L * columns));
            int node = timeline.node(row, at);
            if (!run.isEmpty() && activity(node) != activity(last)) {
                line.append(painted(run.toString(), last, screen));
                run.setLength(0);
            }
            run.append(symbol(node));
            last = node;
        }
        return line.append(painted(run.toString(), last, screen)).toString();
    }

    private int activity(int node) {
        return node < 0 ? node : accounts.of(node);
    }

    private char symbol(int node) {
        if (node == Timeline.EMPTY) return ' ';
        return node == Timeline.NO_NODE ? FunctionSymbols.IDLE : symbols.of(functions.of(node));
    }

    private String painted(String run, int node, Screen screen) {
        if (node == Timeline.EMPTY) return run;
        return screen.paint(
                run,
                node == Timeline.NO_NODE ? Colour.GREY : colour(ACCOUNTS.get(accounts.of(node))));
    }

    private static Colour colour(Account account) {
        return switch (account) {
            case COMPUTATION, OPERATORS, LAUNCHES -> Colour.GREEN;
            case COMMUNICATION -> Colour.YELLOW;
            case SYNCHRONISATION, LOCKS, INPUT, DEVICE_WAIT, GARBAGE_COLLECTION -> Colour.RED;
            case IO, COPIES -> Colour.CYAN;
            case KERNELS -> Colour.BOLD_GREEN;
            case START_UP, DEVICE_START_UP, DEVICE_MEMORY, IDLE, NOT_MEASURED -> Colour.GREY;
        };
    }
}
