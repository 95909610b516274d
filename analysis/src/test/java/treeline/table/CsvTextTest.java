package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

class CsvTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run,size\na,1\nb,\n",
                "run,size\r\na,1\r\nb,\r\n",
                "\uFEFFrun,size\na,1\n\nb,",
                "\"run\",\"size\"\n\"a\", 1 \nb,\n",
            })
    void emptyFieldsAreMissing(String csv) {
        assertThat(Table.ofCsv(csv))
                .isEqualTo(Table.of(Column.text("run", "a", "b"), Column.text("size", "1", null)));
    }

    @Test
    void quotedFieldsHoldAnything() {
        Table table = Table.ofCsv("a,b\n\"x, \"\"y\"\"\nz\",\"\"\n");
        assertThat(table.text("a").at(0)).isEqualTo("x, \"y\"\nz");
        assertThat(table.text("b").at(0)).isEmpty();
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Table table =
                Table.of(Column.text("a", "1", "x\"y", null), Column.text("b, c", "", "\n", "z"));
        var csv = new StringBuilder();
        table.toCsv(csv);
        assertThat(Table.ofCsv(csv.toString())).isEqualTo(table);
    }

    @Test
    void textsThatASpreadsheetWouldExecuteGetAQuoteAndAreReadAgain() throws IOException {
        Table table =
                Table.of(
                        Column.text("=name", "=1+2", "'=1", "-1.5"),
                        Column.text("@", "-[NSObject init]", "it's", "\t="));
        var csv = new StringBuilder();
        table.toCsv(csv);
        assertThat(csv.toString())
                .isEqualTo("'=name,'@\n'=1+2,'-[NSObject init]\n\'\'=1,it's\n-1.5,'\t=\n");
        assertThat(Table.ofCsv(csv.toString())).isEqualTo(table);
    }

    @Test
    void negativeNumbersGetNoQuote() throws IOException {
        var csv = new StringBuilder();
        Table.of(Column.real("a", 2, row -> row == 0 ? -1.5 : Double.NEGATIVE_INFINITY)).toCsv(csv);
        assertThat(csv.toString()).isEqualTo("a\n-1.5\n-Infinity\n");
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        assertThatThrownBy(() -> Table.ofCsv("a,b\n\"1\n2\",2\n3\n"))
                .hasMessage("line 4: expected 2 fields as in the first line, found 1");
        assertThatThrownBy(() -> Table.ofCsv("a,b\n1,\"2\n"))
                .hasMessage("line 2: expected a closing quote");
        assertThatThrownBy(() -> Table.ofCsv("a,b\n\"1\"x,2\n"))
                .hasMessage("line 2: expected a comma after a field, found 'x'");
        assertThatThrownBy(() -> Table.ofCsv("a,,c\n1,2,3\n"))
                .hasMessage("line 1: column 2 has no name");
        assertThatThrownBy(() -> Table.ofCsv("")).hasMessage("line 1: column 1 has no name");
    }
}
