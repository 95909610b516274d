package treeline.app.commands;

import treeline.app.cli.Value;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.Screen;
import treeline.app.terminal.TextWidth;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.view.TreeRows;

import java.io.PrintStream;
import java.util.List;

/// Draws the rows of a call tree: value, share, bar, tree lines, name. Every line fits the screen.
final class TreeText {
    private static final String GAP = "  ";
    private static final int SHARE_COLUMNS = "100.0 %".length();
    private static final int BAR_COLUMNS = 10;

    /// What a name keeps before the bar is given up for it.
    private static final int NAME_COLUMNS = 28;

    private static final int FEWEST_NAME_COLUMNS = 8;
    private static final int LEGEND_COLUMNS = 64;
    private static final String TAG = "tag";

    private final String mark;
    private final String scope;
    private final Profile profile;
    private final TreeRows rows;
    private final Screen screen;
    private final List<String> values;
    private final int valueColumns;
    private final int unitColumns;
    private final int barColumns;
    private final TreeLines lines;

    TreeText(Profile profile, TreeRows rows, Screen screen, Quantity quantity) {
        this(profile, rows, screen, quantity, "hot path");
    }

    /// @param mark what marked rows are
    TreeText(Profile profile, TreeRows rows, Screen screen, Quantity quantity, String mark) {
        this(profile, rows, screen, quantity, mark, scopeText(rows.metric()));
    }

    /// @param mark what marked rows are
    /// @param scope what the values are
    TreeText(
            Profile profile,
            TreeRows rows,
            Screen screen,
            Quantity quantity,
            String mark,
            String scope) {
        this.mark = mark;
        this.scope = scope;
        this.profile = profile;
        this.rows = rows;
        this.screen = screen;
        this.values =
                rows.rows().stream()
                        .map(row -> quantity.text(row.value(), rows.metric().unit()))
                        .toList();
        this.unitColumns = widest(values, TreeText::unitOf);
        this.valueColumns = widest(values, TreeText::numberOf) + unitColumns;
        int left = valueColumns + GAP.length() + SHARE_COLUMNS + GAP.length() + 2;
        boolean bar = screen.width() - left - BAR_COLUMNS - GAP.length() >= NAME_COLUMNS;
        this.barColumns = bar ? BAR_COLUMNS : 0;
        int nameColumns = screen.width() - left - (bar ? BAR_COLUMNS + GAP.length() : 0);
        this.lines = new TreeLines(screen, Math.max(FEWEST_NAME_COLUMNS, nameColumns));
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

    void printTo(PrintStream out) {
        out.println(TextWidth.cutAtEnd(heading(), screen.width(), screen.ellipsis()));
        out.println();
        for (int i = 0; i < values.size(); i++)
            out.println(line(rows.rows().get(i), values.get(i)));
        String legend = legend();
        if (!legend.isEmpty()) out.println("\n" + legend);
    }

    private static String scopeText(Metric metric) {
        return switch (metric.scope()) {
            case INCLUSIVE -> "inclusive";
            case EXCLUSIVE -> "exclusive, summed over subtrees";
            case POINT -> "readings, shares of the largest";
        };
    }

    private String heading() {
        return "%s (%s), %s"
                .formatted(TextWidth.printable(rows.metric().name()), scope, contextsText());
    }

    private String contextsText() {
        if (profile.contexts().size() == 1) return profile.contexts().getFirst().toString();
        return "%s of %s"
                .formatted(Value.nameOf(rows.over()), ContextSummary.of(profile.contexts()));
    }

    private String line(TreeRows.Row row, String value) {
        String numbers =
                TextWidth.padLeft(numberOf(value), valueColumns - unitColumns)
                        + TextWidth.padRight(unitOf(value), unitColumns)
                        + GAP
                        + TextWidth.padLeft(shareText(row.share()), SHARE_COLUMNS)
                        + GAP;
        String bar = barColumns == 0 ? "" : Bar.of(row.share(), barColumns, screen) + GAP;
        Colour colour = ShareColour.of(row.share());
        String name =
                switch (row) {
                    case TreeRows.Shown shown -> shownName(shown, colour);
                    case TreeRows.Elided elided -> elidedName(elided);
                };
        return (screen.paint(numbers + bar, colour) + name).stripTrailing();
    }

    private static String shareText(double share) {
        return Double.isNaN(share) ? "" : Quantity.percent(share);
    }

    private String shownName(TreeRows.Shown row, Colour colour) {
        String dot = row.hot() ? screen.paint(hotMark(), Colour.BOLD_RED) : " ";
        String guides = lines.before(row);
        int room = lines.room(guides);
        String whole = TextWidth.printable(profile.tree().name(row.node()));
        String aside = aside(row, whole, room);
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
    private String aside(TreeRows.Shown row, String name, int room) {
        String tag = TextWidth.printable(profile.outline().label(TAG, row.node()));
        String below = row.hiddenBelow() == 0 ? "" : GAP + "+%d below".formatted(row.hiddenBelow());
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
        return (marked + (shares ? GAP + ShareColour.legend(screen) : "")).strip();
    }
}
