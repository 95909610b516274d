package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class CsvTest {
    @Test
    void numbersAreWrittenInFullAndMissingOnesAreEmpty() throws IOException {
        Table table = tableOf("name rank time slow\nmain 0 0.1 true\n- - - -\nsolve 7 1e300 false");
        assertThat(csv(table))
                .isEqualTo(
                        """
                        name,rank,time,slow
                        main,0,0.1,true
                        ,,,
                        solve,7,1.0E300,false
                        """);
    }

    @Test
    void textIsQuotedWhereItMustBe() throws IOException {
        Table table =
                Table.of(Column.text("a,b", "f(\"x\")", "two\nlines", "cr\r", "", null, " é"));
        assertThat(csv(table))
                .isEqualTo("\"a,b\"\n\"f(\"\"x\"\")\"\n\"two\nlines\"\n\"cr\r\"\n\"\"\n\n é\n");
    }

    private static String csv(Table table) throws IOException {
        var out = new StringBuilder();
        table.toCsv(out);
        return out.toString();
    }
}
