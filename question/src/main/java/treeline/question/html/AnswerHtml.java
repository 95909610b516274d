package treeline.question.html;

import static treeline.question.html.Html.escaped;

import treeline.model.CallTree;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Document;
import treeline.question.answer.FactList;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.answer.StatisticTree;
import treeline.question.answer.TextFigure;
import treeline.question.answer.TreeSection;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.view.LinearRecursion;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.util.List;
import java.util.Locale;

/// Answers as HTML for notebooks and pages: the same titles, headings, units and sentences as on a
/// screen, without script. Colours come from the page, so it is readable in light and dark.
public final class AnswerHtml {
    private static final Quantity QUANTITY = new Quantity(3, true);

    /// Levels further in start at the same place, which keeps deep trees readable and their pages
    /// small.
    private static final int MAX_INDENT = 40;

    private static final String STYLE =
            """
            .tl-answer table { border-collapse: collapse; margin: .4em 0 }
            .tl-answer th, .tl-answer td { padding: .1em .6em; white-space: nowrap }
            .tl-answer th { border-bottom: 1px solid }
            .tl-answer .tl-note, .tl-answer .tl-omission { opacity: .7 }
            """;

    private final StringBuilder html = new StringBuilder();

    private AnswerHtml() {}

    public static String of(Answer answer) {
        var page = new AnswerHtml();
        page.write(answer);
        return page.html.toString();
    }

    private void write(Answer answer) {
        html.append("<div class=\"tl-answer\"><style>").append(STYLE).append("</style>\n");
        for (ReadReport.Entry entry : answer.notes().entries())
            paragraph("note", (entry.lossy() ? "values are missing: " : "note: ") + entry);
        if (!answer.title().isEmpty()) paragraph("title", answer.title());
        answer.blocks().forEach(this::write);
        html.append("</div>");
    }

    private void write(Block block) {
        switch (block) {
            case FactList facts -> facts.groups().forEach(this::write);
            case Document document ->
                    html.append("<pre>").append(escaped(document.text())).append("</pre>\n");
            case Heading heading -> {
                if (!heading.text().isEmpty()) paragraph("heading", heading.text());
            }
            case Section section -> write(section);
            case Statement statement ->
                    paragraph(
                            statement.kind().name().toLowerCase(Locale.ROOT),
                            statement.text(QUANTITY));
            case StatisticTree tree -> write(tree);
            case TextFigure figure -> write(figure);
            case TreeSection tree -> write(tree);
        }
    }

    private void write(TextFigure figure) {
        html.append("<pre>");
        html.append(escaped(String.join("\n", figure.lines().apply(Screen.PAGE))));
        html.append("</pre>\n");
    }

    private void write(FactList.Group group) {
        paragraph("heading", group.title());
        html.append("<table>\n<tbody>\n");
        for (FactList.Fact fact : group.facts())
            for (int row = 0; row < fact.rows().size(); row++) {
                html.append("<tr><th align=\"left\">");
                html.append(escaped(row == 0 ? fact.label() : "")).append("</th>");
                for (String cell : fact.rows().get(row))
                    html.append("<td>").append(escaped(cell)).append("</td>");
                html.append("</tr>\n");
            }
        html.append("</tbody>\n</table>\n");
    }

    private void paragraph(String kind, String text) {
        html.append("<p class=\"tl-").append(kind).append("\">");
        html.append(escaped(text)).append("</p>\n");
    }

    private void write(Section section) {
        html.append("<table>\n<thead><tr>");
        for (Section.View column : section.columns()) cell("th", column, column.heading());
        html.append("</tr></thead>\n<tbody>\n");
        int rows = section.shownRows();
        for (int row = 0; row < rows; row++) {
            html.append("<tr>");
            for (Section.View column : section.columns())
                cell("td", column, column.cell().text(row, Screen.PLAIN));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n");
        if (!section.footnote().isEmpty()) paragraph("omission", section.footnote());
        if (rows < section.rows())
            paragraph("omission", "… %s more".formatted(Quantity.whole(section.rows() - rows)));
    }

    /// The alignment is an attribute, because some pages remove style sheets.
    private void cell(String tag, Section.View column, String text) {
        html.append('<')
                .append(tag)
                .append(column.right() ? " align=\"right\">" : " align=\"left\">");
        html.append(escaped(text)).append("</").append(tag).append('>');
    }

    private void write(TreeSection tree) {
        TreeSection.Shown shown = tree.shown().apply(false);
        if (!tree.heading().isEmpty()) paragraph("heading", tree.heading());
        html.append("<table>\n<tbody>\n");
        write(tree, shown.rows());
        html.append("</tbody>\n</table>\n");
        for (Statement each : shown.remarks()) write(each);
    }

    private void write(StatisticTree tree) {
        html.append("<table>\n<thead><tr>");
        for (StatisticTree.Values each : tree.columns())
            html.append("<th align=\"right\">").append(escaped(each.heading())).append("</th>");
        html.append("<th align=\"left\">call tree</th></tr></thead>\n<tbody>\n");
        for (TreeRows.Row row : tree.rows().rows()) {
            html.append("<tr>");
            for (StatisticTree.Values each : tree.columns())
                html.append("<td align=\"right\">")
                        .append(escaped(value(each, row)))
                        .append("</td>");
            name(tree.tree(), row, 1);
        }
        html.append("</tbody>\n</table>\n");
    }

    private static String value(StatisticTree.Values column, TreeRows.Row row) {
        return row instanceof TreeRows.Shown shown
                ? QUANTITY.text(column.value().applyAsDouble(shown.node()), column.unit())
                : "";
    }

    /// A line per row, and one for the levels of a linear recursion.
    private void write(TreeSection tree, TreeRows rows) {
        List<TreeRows.Row> all = rows.rows();
        for (int row = 0; row < all.size(); ) {
            int levels =
                    LinearRecursion.levels(
                            tree.profile().tree(),
                            row,
                            all.size(),
                            each -> all.get(each) instanceof TreeRows.Shown s ? s.node() : -1);
            int shown = levels < LinearRecursion.MIN_LEVELS ? 1 : levels;
            write(tree, rows, all.get(row), shown);
            row += shown;
        }
    }

    /// @param levels of a recursion that the line stands for
    private void name(CallTree tree, TreeRows.Row row, int levels) {
        String name =
                switch (row) {
                    case TreeRows.Shown shown -> {
                        String function = TextWidth.printable(tree.name(shown.node()));
                        yield (levels == 1 ? function : LinearRecursion.text(function, levels))
                                + (shown.hot() ? " ●" : "");
                    }
                    case TreeRows.Elided elided ->
                            "… %s more".formatted(Quantity.whole(elided.nodes()));
                };
        html.append("<td align=\"left\">")
                .append("&nbsp;&nbsp;".repeat(Math.min(row.depth(), MAX_INDENT)));
        html.append(escaped(name)).append("</td></tr>\n");
    }

    private void write(TreeSection tree, TreeRows rows, TreeRows.Row row, int levels) {
        String value = new Quantity(tree.digits(), true).text(row.value(), rows.metric().unit());
        String share = Double.isNaN(row.share()) ? "" : Quantity.percent(row.share());
        html.append("<tr>");
        for (String each : List.of(value, share))
            html.append("<td align=\"right\">").append(escaped(each)).append("</td>");
        name(tree.profile().tree(), row, levels);
    }
}
