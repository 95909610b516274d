package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class TextTableTest {
    @Test
    void numbersAreFlushRightAndTextFlushLeft() {
        Table table =
                tableOf(
                        """
                        name   rank  time  slow
                        main      0  12.5  false
                        solve  1000  3     true
                        -         -  -     -
                        """);
        assertThat(table)
                .hasToString(
                        """
                        name   rank  time  slow
                        main      0  12.5  false
                        solve  1000   3.0  true
                        -         -     -  -
                        """);
    }

    @Test
    void realNumbersOfAColumnHaveTheDecimalsThatShowFiveDigitsOfEach() {
        assertThat(lines(1 / 3.0, 1)).containsExactly("0.33333", "1.00000");
        assertThat(lines(123456.789, 2.5)).containsExactly("123456.8", "     2.5");
        assertThat(lines(1234567.89)).containsExactly("1234568");
        assertThat(lines(12.3456789, 0.00123456)).containsExactly("12.345679", " 0.001235");
        assertThat(lines(64, 128)).containsExactly(" 64", "128");
        assertThat(lines(-0.0)).containsExactly("0");
    }

    @Test
    void numbersOutOfReachHaveAnExponent() {
        assertThat(lines(1.5, 1.23456e-9, 2e20))
                .containsExactly("       1.5", "1.2346e-09", "2.0000e+20");
        assertThat(lines(1e-4, 9e-5)).containsExactly("    0.0001", "9.0000e-05");
        assertThat(lines(1e15)).containsExactly("1.0000e+15");
        assertThat(lines(999999999999999.0)).containsExactly("999999999999999");
        assertThat(lines(1 / 0.0, -1 / 0.0)).containsExactly(" ∞", "-∞");
    }

    private static String[] lines(double... values) {
        return Table.of(Column.real("x", values)).toString().lines().skip(1).toArray(String[]::new);
    }

    @Test
    void rowsBeyondTheAskedAreCounted() throws IOException {
        Table many = Table.of(Column.whole("row", 12_345, row -> row));
        var text = new StringBuilder();
        many.toText(text, 2);
        assertThat(text).hasToString("row\n  0\n  1\n… 12,343 more rows\n");
        assertThat(many.head(41).toString()).endsWith(" 39\n… 1 more row\n");
    }

    @Test
    void symbolsOfAnyScriptStayInTheirColumn() {
        Table table =
                Table.of(
                        Column.text("name", "解く", "e\u0301te", "🚀", "ｶﾅ", "plain"),
                        Column.whole("n", 1, 2, 3, 4, 5));
        assertThat(table)
                .hasToString(
                        """
                        name   n
                        解く   1
                        e\u0301te    2
                        🚀     3
                        ｶﾅ     4
                        plain  5
                        """);
    }

    @Test
    void controlCharactersBecomePictures() {
        assertThat(
                        Table.of(
                                Column.text(
                                        "x\ny",
                                        "a\tb",
                                        "\u001b[31m",
                                        "\u007f",
                                        "\u0085",
                                        "\ud800")))
                .hasToString("x␊y\na␉b\n␛[31m\n␡\n�\n�\n");
    }

    @Test
    void longTextIsCutInItsMiddle() {
        String text = "a".repeat(100) + "é".repeat(100);
        String cut = Table.of(Column.text("x", text)).toString().lines().toList().get(1);
        assertThat(cut).isEqualTo("a".repeat(40) + "…" + "é".repeat(39));
        assertThat(Table.of(Column.text("x", "é".repeat(80))).toString())
                .endsWith("é".repeat(80) + "\n");
        assertThat(Table.of(Column.text("x", "解".repeat(41))).toString())
                .endsWith("\n" + "解".repeat(20) + "…" + "解".repeat(19) + "\n");
    }

    @Test
    void aTableWithoutColumnsIsAnEmptyLine() {
        assertThat(Table.of()).hasToString("\n");
    }
}
