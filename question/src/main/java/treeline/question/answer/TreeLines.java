package treeline.question.answer;

import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.view.TreeRows;

import java.util.BitSet;

/// The lines that connect nodes with their parents. If call paths are deeper than the screen is
/// wide, only the innermost levels are drawn, after the number of omitted levels.
public final class TreeLines {
    private static final int LEVEL_COLUMNS = 3;
    private static final int MOST_LEVELS = 40;

    private final int columns;
    private final int mostLevels;
    private final Screen screen;
    private final BitSet lastAtDepth = new BitSet();

    /// @param columns for lines and name together
    public TreeLines(Screen screen, int columns) {
        this.screen = screen;
        this.columns = columns;
        this.mostLevels = Math.clamp(columns / 2 / LEVEL_COLUMNS, 1, MOST_LEVELS);
    }

    /// What stands before a row's name. Rows must come in order, because a line goes on for as long
    /// as siblings follow.
    public String before(TreeRows.Row row) {
        pass(row);
        if (row.depth() == 0) return "";
        int hidden = row.depth() <= mostLevels ? 0 : row.depth() - mostLevels + 1;
        var text =
                new StringBuilder(hidden == 0 ? "" : "%s%d ".formatted(screen.ellipsis(), hidden));
        for (int depth = hidden + 1; depth < row.depth(); depth++)
            text.append(lastAtDepth.get(depth) ? "   " : screen.unicode() ? "│  " : "|  ");
        return text.append(branch(row.last())).toString();
    }

    /// Goes past a row that is not drawn.
    void pass(TreeRows.Row row) {
        lastAtDepth.set(row.depth(), row.last());
    }

    private String branch(boolean last) {
        if (screen.unicode()) return last ? "└─ " : "├─ ";
        return last ? "`- " : "|- ";
    }

    /// Columns that are left for a name.
    public int room(String guides) {
        return Math.max(4, columns - TextWidth.of(guides));
    }
}
