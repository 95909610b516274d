package treeline.question.answer;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.question.screen.Bar;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.ShareColour;
import treeline.question.screen.TextWidth;
import treeline.view.LinearRecursion;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.PrintStream;
import java.util.List;

/// Draws the rows of a call tree: value, share, bar, tree lines, name. Every line fits the screen.
public final class TreeText {
    private static final String GAP = "  ";
    private static final int SHARE_COLUMNS = "100.0 %".length();
    private static final int BAR_COLUMNS = 10;

    /// What a name keeps before the bar is given up for it.
    private static final int NAME_COLUMNS = 28;

    private static final int FEWEST_NAME_COLUMNS = 8;
    private static final int LEGEND_COLUMNS = 64;
    private static final String TAG = "tag";
    private static final String ELAPSED = "elapsed";

    private final String mark;
    private final String heading;
    private final Profile profile;
    private final TreeRows rows;
    private final Screen screen;
    private final List<String> values;
    private final int valueColumns;
    private final int unitColumns;
    private final int barColumns;
    private final List<String> elapsed;
    private final int elapsedColumns;
    private final TreeLines lines;

    public TreeText(
            Profile profile, TreeRows rows, String heading, Screen screen, Quantity quantity) {
        this(profile, rows, heading, screen, quantity, "hot path");
    }

    /// @param heading what the values are, and of whom
    /// @param mark what marked rows are
    public TreeText(
            Profile profile,
            TreeRows rows,
            String heading,
            Screen screen,
            Quantity quantity,
            String mark) {
        this.mark = mark;
        this.heading = rows.metric().addsUp() ? heading : heading + ", percentages of the largest";
        this.profile = profile;
        this.rows = rows;
        this.screen = screen;
        this.values =
                rows.rows().stream()
                        .map(row -> quantity.text(row.value(), rows.metric().unit()))
                        .toList();
        this.unitColumns = widest(values, TreeText::unitOf);
        this.valueColumns = widest(values, TreeText::numberOf) + unitColumns;
        this.elapsed =
                rows.rows().stream().allMatch(row -> Double.isNaN(row.elapsed()))
                        ? List.of()
                        : rows.rows().stream()
                                .map(row -> elapsedText(row, quantity, rows.metric()))
                                .toList();
        this.elapsedColumns =
                elapsed.isEmpty()
                        ? 0
                        : Math.max(ELAPSED.length(), widest(elapsed, each -> each)) + GAP.length();
        int left = valueColumns + elapsedColumns + GAP.length() + SHARE_COLUMNS + GAP.length() + 2;
        boolean bar = screen.width() - left - BAR_COLUMNS - GAP.length() >= NAME_COLUMNS;
        this.barColumns = bar ? BAR_COLUMNS : 0;
        int nameColumns = screen.width() - left - (bar ? BAR_COLUMNS + GAP.length() : 0);
        this.lines = new TreeLines(screen, Math.max(FEWEST_NAME_COLUMNS, nameColumns));
    }

    private static String elapsedText(TreeRows.Row row, Quantity quantity, Metric metric) {
        return Double.isNaN(row.elapsed()) ? "" : quantity.text(row.elapsed(), metric.unit());
    }

    private static int widest(List<String> texts, java.util.function.UnaryOperator<String> part) {
        return texts.stream().map(part).mapToInt(TextWidth::of).max().orElse(0);
    }

    /// `12.3 ms` is a number and the unit ` ms`; columns of both are aligned.
    private static String numberOf(String value) {
        int space = value.indexOf(' ');
        return space < 0 ? value : value.substring(0, space);
    }

    private static String unitOf(String value) {
        return value.substring(numberOf(value).length());
    }

    public void printTo(PrintStream out) {
        if (!heading.isEmpty())
            out.println(TextWidth.cutAtEnd(heading, screen.width(), screen.ellipsis()) + "\n");
        if (!elapsed.isEmpty()) out.println(screen.paint(columnHeads(), Colour.GREY));
        for (int i = 0; i < values.size(); ) i = printFrom(i, out);
        String legend = legend();
        if (!legend.isEmpty()) out.println("\n" + legend);
    }

    /// Prints a row, or the levels of a linear recursion as one. Returns where the next rows are.
    private int printFrom(int first, PrintStream out) {
        int levels = LinearRecursion.levels(profile.tree(), first, values.size(), this::node);
        int end = first + levels;
        if (levels < LinearRecursion.MIN_LEVELS)
            for (int i = first; i < end; i++) out.println(line(i, 1));
        else {
            out.println(line(first, levels));
            for (TreeRows.Row row : rows.rows().subList(first, end)) lines.pass(row);
        }
        return end;
    }

    private int node(int row) {
        return rows.rows().get(row) instanceof TreeRows.Shown shown ? shown.node() : -1;
    }

    /// Only where there are two columns of numbers to tell apart.
    private String columnHeads() {
        return TextWidth.padLeft(rows.metric().name(), valueColumns)
                + TextWidth.padLeft(ELAPSED, elapsedColumns)
                + GAP
                + TextWidth.padLeft("share", SHARE_COLUMNS);
    }

    /// @param levels of a recursion that the line stands for
    private String line(int first, int levels) {
        TreeRows.Row row = rows.rows().get(first);
        String value = values.get(first);
        String elapsedText = elapsed.isEmpty() ? "" : elapsed.get(first);
        String numbers =
                TextWidth.padLeft(numberOf(value), valueColumns - unitColumns)
                        + TextWidth.padRight(unitOf(value), unitColumns)
                        + TextWidth.padLeft(elapsedText, elapsedColumns)
                        + GAP
                        + TextWidth.padLeft(shareText(row.share()), SHARE_COLUMNS)
                        + GAP;
        String bar = barColumns == 0 ? "" : Bar.of(row.share(), barColumns, screen) + GAP;
        Colour colour = ShareColour.of(row.share());
        String name =
                switch (row) {
                    case TreeRows.Shown shown ->
                            levels == 1
                                    ? shownName(shown, name(shown), shown.hiddenBelow(), colour)
                                    : shownName(
                                            shown,
                                            LinearRecursion.text(name(shown), levels),
                                            hiddenBelow(first + levels - 1),
                                            colour);
                    case TreeRows.Elided elided -> elidedName(elided);
                };
        return (screen.paint(numbers + bar, colour) + name).stripTrailing();
    }

    private static String shareText(double share) {
        return Double.isNaN(share) ? "" : Quantity.percent(share);
    }

    private String name(TreeRows.Shown row) {
        return TextWidth.printable(profile.tree().name(row.node()));
    }

    private int hiddenBelow(int row) {
        return rows.rows().get(row) instanceof TreeRows.Shown shown ? shown.hiddenBelow() : 0;
    }

    private String shownName(TreeRows.Shown row, String whole, int hidden, Colour colour) {
        String dot = row.hot() ? screen.paint(hotMark(), Colour.BOLD_RED) : " ";
        String guides = lines.before(row);
        int room = lines.room(guides);
        String aside = aside(row, whole, hidden, room);
        String name = TextWidth.cutInMiddle(whole, room - TextWidth.of(aside), screen.ellipsis());
        return "%s %s%s%s"
                .formatted(
                        dot,
                        screen.paint(guides, Colour.GREY),
                        screen.paint(name, row.hot() ? colour.bold() : colour),
                        screen.paint(aside, Colour.GREY));
    }

    /// What stands behind a name: its tag and what the depth limit hides. The tag is the first to
    /// go where there is no room.
    private String aside(TreeRows.Shown row, String name, int hidden, int room) {
        String tag = TextWidth.printable(profile.outline().label(TAG, row.node()));
        String below = hidden == 0 ? "" : GAP + "+%d below".formatted(hidden);
        String both = (tag.isEmpty() ? "" : GAP + tag) + below;
        if (TextWidth.of(name) + TextWidth.of(both) <= room) return both;
        return room - TextWidth.of(below) >= FEWEST_NAME_COLUMNS ? below : "";
    }

    private String elidedName(TreeRows.Elided row) {
        String guides = lines.before(row);
        return "  "
                + screen.paint(
                        guides + screen.ellipsis() + " " + Quantity.whole(row.nodes()) + " more",
                        Colour.GREY);
    }

    private String hotMark() {
        return screen.unicode() ? "●" : "*";
    }

    private String legend() {
        boolean hot =
                rows.rows().stream().anyMatch(row -> row instanceof TreeRows.Shown s && s.hot());
        String marked = hot ? screen.paint(hotMark(), Colour.BOLD_RED) + " " + mark : "";
        boolean shares = screen.colour() && screen.width() >= LEGEND_COLUMNS;
        String line = (marked + (shares ? GAP + ShareColour.legend(screen) : "")).strip();
        return elapsed.isEmpty() ? line : line + "\nelapsed: time of the longest-running thread";
    }
}
