package treeline.notebook;

import treeline.question.html.Html;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.List;
import java.util.Map;

/// The first rows of a table as HTML, with numbers formatted as by [Table#toText]. Colours come
/// from the page, for light and dark mode, and the table is readable without styles.
public final class TableHtml {
    /// How many rows a cell of a notebook shows.
    public static final int DEFAULT_ROWS = 20;

    private static final String STYLE = Resource.text("table.css");
    private static final String MISSING = "–";

    private TableHtml() {}

    public static String of(Table table, int maxRows) {
        return of(table, maxRows, Map.of());
    }

    /// The same with what columns are measured in.
    ///
    /// @param units symbols by the name of a column; columns without one say none
    public static String of(Table table, int maxRows, Map<String, String> units) {
        int rows = Math.clamp(maxRows, 0, table.rows());
        var html = new StringBuilder();
        html.append("<div class=\"tl-table\"><style>").append(STYLE).append("</style>\n");
        html.append("<table>\n<thead><tr>");
        for (Column column : table.columns()) head(html, column, units);
        html.append("</tr></thead>\n<tbody>\n");
        List<Column> columns = table.columns();
        List<List<String>> cells = columns.stream().map(each -> each.printed(rows)).toList();
        for (int row = 0; row < rows; row++) {
            html.append("<tr>");
            for (int i = 0; i < cells.size(); i++)
                cell(html, columns.get(i), row, cells.get(i).get(row));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n");
        if (rows < table.rows() || table.rows() == 0) count(html, rows, table.rows());
        return html.append("</div>").toString();
    }

    private static void head(StringBuilder html, Column column, Map<String, String> units) {
        String unit = units.getOrDefault(column.name(), "");
        html.append("<th scope=\"col\"").append(side(column)).append('>');
        html.append(Html.escaped(column.name()));
        if (!unit.isEmpty()) html.append(" [").append(Html.escaped(unit)).append(']');
        html.append("</th>");
    }

    private static void cell(StringBuilder html, Column column, int row, String printed) {
        html.append("<td").append(side(column));
        if (column.isMissing(row))
            html.append(" class=\"tl-none\" title=\"missing\">").append(MISSING);
        else html.append('>').append(Html.escaped(printed));
        html.append("</td>");
    }

    /// As an attribute: it stays where style sheets are removed.
    private static String side(Column column) {
        return column.isQuantity() ? " align=\"right\"" : " align=\"left\"";
    }

    private static void count(StringBuilder html, int shown, int rows) {
        html.append("<p>");
        html.append(
                rows == 0
                        ? "no rows"
                        : "… the first %s of %s rows"
                                .formatted(Quantity.whole(shown), Quantity.whole(rows)));
        html.append("</p>\n");
    }
}
