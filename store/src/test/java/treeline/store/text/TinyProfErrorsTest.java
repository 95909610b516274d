package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.source.files.MalformedProfileException;

import java.nio.file.Path;

/// A row that cannot be understood is an error with its line, not a row less.
class TinyProfErrorsTest {
    @TempDir Path folder;

    private void assertFails(String text, String message) {
        assertThatThrownBy(() -> new TextFiles(folder).read("bad.csv", text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage("%s%s", folder.resolve("bad.csv"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            textBlock =
                    """
                    hello          ~ expected a row of id,tag,is_loop,times, found 'hello'
                    main,,0        ~ expected a row of id,tag,is_loop,times, found 'main,,0'
                    main,,3,1      ~ expected a row of id,tag,is_loop,times, found 'main,,3,1'
                    ,,0,1          ~ expected a row of id,tag,is_loop,times, found ',,0,1'
                    main,,0,1,2    ~ expected a row of id,tag,is_loop,times, found 'main,,0,1,2'
                    a>>b,,0,1      ~ expected names joined by '>', found 'a>>b'
                    a,,0,          ~ expected a number, found the end of the row
                    a,,0,1|        ~ expected a number, found the end of the row
                    a,,0,1||2      ~ expected a number, found '|2'
                    a,,0,x         ~ expected a number, found 'x'
                    a,,0,1-x|2     ~ expected a number, found 'x|2'
                    a,,1,1+x|2     ~ expected a number, found 'x|2'
                    a,,0,1.|2      ~ expected a number, found '1.|2'
                    a,,0,1x        ~ expected '|', '-', '+' or the end of the values, found 'x'
                    """)
    void rowsOfLaterGenerations(String row, String message) {
        assertFails(
                "id,tag,is_loop,times\nok,,0,1\n" + row + "\nok2,,0,1\n", " line 3: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    "a","null","t","0","1         ~ expected a row of id,parent,tag,is_loop,times, found '"a","null","t","0","1'
                    "a","null","t","0"            ~ expected a row of id,parent,tag,is_loop,times, found '"a","null","t","0"'
                    "a","null","t","0","1","2"    ~ expected a row of id,parent,tag,is_loop,times, found '"a","null","t","0","1","2"'
                    a,null,t,0,1                  ~ expected a row of id,parent,tag,is_loop,times, found 'a,null,t,0,1'
                    "a","null","t","each","1"     ~ expected a row of id,parent,tag,is_loop,times, found '"a","null","t","each","1"'
                    "a-b","c","t","0","1"         ~ expected an id that starts with its parent 'c-', found 'a-b'
                    "a-","a","t","0","1"          ~ expected an id that starts with its parent 'a-', found 'a-'
                    id,tag,is_loop,times          ~ expected a header as above, found 'id,tag,is_loop,times'
                    """)
    void rowsOfGeneration1(String row, String message) {
        assertFails(
                "\"id\",\"parent\",\"tag\",\"is_loop\",\"times\"\n"
                        + "\"ok\",\"null\",\"\",\"0\",\"1\"\n"
                        + row
                        + "\n",
                " line 3: " + message);
    }

    @Test
    void nothingReadIsAnError() {
        assertFails("id,tag,is_loop,times\n", ": expected at least one row, found none");
        assertFails("id,tag,is_loop,times\nmain,,0,1", ": expected at least one row, found none");
    }

    @Test
    void moreRanksTimesExecutionsThanMemoryHoldsAreRefused() {
        assertFails(
                "id,tag,is_loop,times\na,,0,1%s\nb,,0,1%s\n"
                        .formatted("|1".repeat(9_999), "-1".repeat(9_999)),
                ": expected at most 8388608 ranks and executions, found 10000 ranks with 10000"
                        + " executions");
    }

    @Test
    void excerptsOfLongRowsAreShort() {
        assertFails(
                "id,tag,is_loop,times\na,,0,1"
                        + "|1".repeat(100_000)
                        + "|x"
                        + "|1".repeat(100_000)
                        + "\n",
                " line 2: expected a number, found 'x|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|...'");
    }
}
