package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

import java.util.Map;

class TableHtmlTest {
    private static String body(String html) {
        return html.replaceAll("(?s)<style>.*?</style>\\n?", "");
    }

    @Test
    void numbersAreFlushRightAndMissingOnesAreShownAsSuch() {
        Table table =
                Table.of(
                        Column.text("name", "solve", null),
                        Column.real("time", 1.5, Double.NaN),
                        Column.whole("calls", 12, 3));
        assertThat(body(TableHtml.of(table, 20)))
                .isEqualTo(
                        """
                        <div class="tl-table"><table>
                        <thead><tr><th scope="col" align="left">name</th><th scope="col" align="right">time</th><th scope="col" align="right">calls</th></tr></thead>
                        <tbody>
                        <tr><td align="left">solve</td><td align="right">1.5</td><td align="right">12</td></tr>
                        <tr><td align="left" class="tl-none" title="missing">–</td><td align="right" class="tl-none" title="missing">–</td><td align="right">3</td></tr>
                        </tbody>
                        </table>
                        </div>\
                        """);
    }

    @Test
    void markupInNamesIsText() {
        Table table = Table.of(Column.text("<script>a</script>", "x\"'&<b>\u0007"));
        assertThat(TableHtml.of(table, 20))
                .contains(">&lt;script&gt;a&lt;/script&gt;</th>")
                .contains(">x&quot;&#39;&amp;&lt;b&gt;␇</td>")
                .doesNotContain("<script", "<b>");
    }

    @Test
    void onlyTheFirstRowsAreSent() {
        Table table = Table.of(Column.whole("n", 1234, row -> row));
        assertThat(TableHtml.of(table, 2))
                .contains("<td align=\"right\">1</td>", "… the first 2 of 1,234 rows")
                .doesNotContain("<td align=\"right\">2</td>");
        assertThat(TableHtml.of(table, 1234)).doesNotContain("… the first");
    }

    @Test
    void aTableWithoutRowsSaysSo() {
        assertThat(TableHtml.of(Table.of(Column.real("time")), 20)).contains("<p>no rows</p>");
    }

    @Test
    void unitsStandInTheHeading() {
        Table table = Table.of(Column.real("time", 1), Column.real("share", 1));
        assertThat(TableHtml.of(table, 20, Map.of("time", "<s>")))
                .contains(">time [&lt;s&gt;]</th>", ">share</th>");
    }

    @Test
    void numbersAreThoseOfTheTextTable() {
        Table table = Table.of(Column.real("time", 0.123456789, 1234.5));
        assertThat(Rendered.of(table).text()).contains("0.12346", "1234.50000");
        assertThat(Rendered.of(table).rich().get("text/html"))
                .contains(">0.12346<", ">1234.50000<");
    }
}
