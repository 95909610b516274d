package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Version;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;

/// Every way in which a file of our dialect can be wrong, with the words that tell it.
class TextErrorsTest {
    @TempDir Path folder;

    private static final String GOOD =
            """
            #treeline-text 1
            @meta,whole,n,1
            @contexts,r0..1e0..1
            @frame,1,region,main
            @frame,2,region,a
            @columns,path,tag,time:s:inclusive,mem:B:point
            1,,1-2|3,4
            1<2,x,5,6
            @end,2
            """;

    /// Replaces a part of the good file and expects an error with the rest of its message.
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    `#treeline-text 1` ~ #treeline-text 1a   ~ line 1: expected version 1 of treeline-text, found '#treeline-text 1a'
                    `#treeline-text 1` ~ #treeline-text 2    ~ line 1: compact text version 2 is newer than this Treeline (VERSION) can read, which is up to 1; upgrade to read this file
                    `#treeline-text 1` ~ hello               ~ line 1: expected '#treeline-text 1' or a TinyProf header, found 'hello'
                    @meta,whole,n,1  ~ @meta,whole,n         ~ line 2: expected @meta,type,key,value, found '@meta,whole,n'
                    @meta,whole,n,1  ~ @meta,whole,n,1.5     ~ line 2: expected a whole number, found '1.5'
                    @meta,whole,n,1  ~ @meta,real,n,x        ~ line 2: expected a number, found 'x'
                    @meta,whole,n,1  ~ @meta,flag,n,yes      ~ line 2: expected true or false, found 'yes'
                    @meta,whole,n,1  ~ @meta,int,n,1         ~ line 2: expected one of text, whole, real, flag, found 'int'
                    @meta,whole,n,1  ~ @meta,text, ,1        ~ line 2: expected a key that is not blank, found '@meta,text, ,1'
                    @meta,whole,n,1  ~ @meta,text,a,%2       ~ line 2: expected '%' and two hex digits of an ASCII character, found '%2'
                    @meta,whole,n,1  ~ @meta,text,a,%C3%A9   ~ line 2: expected '%' and two hex digits of an ASCII character, found '%C3'
                    @meta,whole,n,1  ~ @meta,text,a,%80      ~ line 2: expected '%' and two hex digits of an ASCII character, found '%80'
                    @meta,whole,n,1  ~ ``                    ~ line 2: expected @meta, @contexts, @label, @frame or @columns, found an empty line
                    @meta,whole,n,1  ~ @what,1               ~ line 2: expected @meta, @contexts, @label, @frame or @columns, found '@what,1'
                    @meta,whole,n,1  ~ @contexts,r0          ~ line 3: expected one @contexts line, found another one
                    @meta,whole,n,1  ~ @label,,a             ~ line 2: expected @label,name and a text for each context, found '@label,,a'
                    @meta,whole,n,1  ~ @label,core,1,2,3,4,5 ~ line 6: expected at most 4 texts in the @label line of 'core', found 5
                    r0..1e0..1       ~ rank0                 ~ line 3: expected a context such as r0..7 or r0t1e0..2, found 'rank0'
                    r0..1e0..1       ~ r0..1e0..1,           ~ line 3: expected a context such as r0..7 or r0t1e0..2, found ''
                    r0..1e0..1       ~ r5..1                 ~ line 3: expected a range that ascends to at most 2147483647, found '5..1'
                    r0..1e0..1       ~ r1,r0                 ~ line 3: expected contexts in ascending order, found rank 0 after rank 1
                    r0..1e0..1       ~ r0..1,r1              ~ line 3: expected contexts in ascending order, found rank 1 after rank 1
                    r0..1e0..1       ~ r0..2000000000        ~ line 3: expected at most 8388608 contexts, found more with 'r0..2000000000'
                    r0..1e0..1       ~ r0..99999t0..99999e0..99999 ~ line 3: expected at most 8388608 contexts, found more with 'r0..99999t0..99999e0..99999'
                    r0..1e0..1       ~ r0e0..2000000000      ~ line 3: expected at most 8388608 contexts, found more with 'r0e0..2000000000'
                    r0..1e0..1       ~ r9999999999           ~ line 3: expected a range that ascends to at most 2147483647, found '9999999999..9999999999'
                    @frame,2,region,a ~ @frame,2             ~ line 5: expected @frame,code,kind,name[,file,line,module], found '@frame,2'
                    @frame,2,region,a ~ @frame,2,region      ~ line 5: expected @frame,code,kind,name[,file,line,module], found '@frame,2,region'
                    @frame,2,region,a ~ @frame,2,region,a,f,1,m,x ~ line 5: expected @frame,code,kind,name[,file,line,module], found '@frame,2,region,a,f,1,m,x'
                    @frame,2,region,a ~ @frame,2,region,a,f,2147483648 ~ line 5: expected a line number, found '2147483648'
                    @frame,2,region,a ~ @frame,3,region,a    ~ line 5: expected frame code 2, found '3'
                    @frame,2,region,a ~ @frame,2,thing,a     ~ line 5: expected one of function, region, loop, line, instruction, kernel, thread, other, found 'thing'
                    @frame,2,region,a ~ @frame,2,region,     ~ line 5: expected a frame with a name, found '@frame,2,region,'
                    @frame,2,region,a ~ @frame,2,region,a,f,-1 ~ line 5: expected a line number, found '-1'
                    path,tag         ~ tag,path              ~ line 6: expected path as the first column, found '@columns,tag,path,time:s:inclusive,mem:B...'
                    tag,time         ~ tag,tag,time          ~ line 6: expected columns that differ, found 'tag' twice
                    path,tag         ~ path,                 ~ line 6: expected the name of a label, found ''
                    time:s:inclusive ~ time:s                ~ line 6: expected a metric as name:unit:scope, found 'time:s'
                    time:s:inclusive ~ time:s:inclusive:time ~ line 6: expected a metric as name:unit:scope, found 'time:s:inclusive:time'
                    time:s:inclusive ~ :s:inclusive          ~ line 6: expected a metric as name:unit:scope, found ':s:inclusive'
                    time:s:inclusive ~ time:s:total          ~ line 6: expected one of inclusive, exclusive, point, found 'total'
                    time:s:inclusive ~ time:x:point:bytes:0  ~ line 6: expected a positive scale, found '0'
                    mem:B:point      ~ mem:B:point,tag2      ~ line 6: expected labels before metrics, found 'tag2'
                    `1<2,x,5,6`      ~ `3,x,5,6`             ~ line 8: expected a path of frame codes from 1 to 2, found '3,x,5,6'
                    `1<2,x,5,6`      ~ `1<,x,5,6`            ~ line 8: expected a path of frame codes from 1 to 2, found '1<,x,5,6'
                    `1<2,x,5,6`      ~ `0,x,5,6`             ~ line 8: expected a path of frame codes from 1 to 2, found '0,x,5,6'
                    `1<2,x,5,6`      ~ `99999999999,x,5,6`   ~ line 8: expected a path of frame codes from 1 to 2, found '99999999999,x,5,6'
                    `1<2,x,5,6`      ~ `1<2`                 ~ line 8: expected a row of 4 columns, found '1<2'
                    `1<2,x,5,6`      ~ `1<2,x`               ~ line 8: expected a row of 4 columns, found '1<2,x'
                    `1<2,x,5,6`      ~ `1<2,x,5`             ~ line 8: expected values of 2 metrics, found the end of the row
                    `1<2,x,5,6`      ~ `1<2,x,5,6,7`         ~ line 8: expected values of 2 metrics, found ',7'
                    `1<2,x,5,6`      ~ `1<2,x,5x,6`          ~ line 8: expected '|', '-', '+' or the end of the values, found 'x,6'
                    `1<2,x,5,6`      ~ `1<2,x,a,6`           ~ line 8: expected a number, found 'a,6'
                    `1<2,x,5,6`      ~ `1<2,x,5e,6`          ~ line 8: expected a number, found '5e,6'
                    `1<2,x,5,6`      ~ `1<2,x,5+x,6`         ~ line 8: expected a number, found 'x,6'
                    `1<2,x,5,6`      ~ `1<2,x,1|2|3,6`       ~ line 8: expected at most 2 places, found more
                    `1<2,x,5,6`      ~ `1<2,x,*3,6`          ~ line 8: expected at most 2 places, found more
                    `1<2,x,5,6`      ~ `1<2,x,*,6`           ~ line 8: expected a number of places to skip, found ',6'
                    `1<2,x,5,6`      ~ `1<2,x,*0,6`          ~ line 8: expected a number of places to skip, found ',6'
                    `1<2,x,5,6`      ~ `1<2,x,1|1-2-3,6`     ~ line 8: expected at most 2 executions, found more
                    `1<2,x,5,6`      ~ `1x,x,5,6`            ~ line 8: expected a path of frame codes from 1 to 2, found '1x,x,5,6'
                    `1<2,x,5,6`      ~ `1<2,x,1-2-3,6`       ~ line 8: expected at most 2 executions, found more
                    `1<2,x,5,6`      ~ ``                    ~ line 8: expected a path of frame codes from 1 to 2, found ''
                    @end,2           ~ @end,3                ~ line 9: expected 3 rows above @end, found 2
                    @end,2           ~ @end,2,00000000       ~ line 9: expected bytes with checksum 00000000, found b713868e
                    @end,2           ~ @end                  ~ line 9: expected @end,rows,checksum, found '@end'
                    @end,2           ~ @ended,2              ~ line 9: expected @end,rows,checksum, found '@ended,2'
                    """)
    void whatIsWrongIsTold(String part, String wrong, String message) {
        assertFails(GOOD.replace(part, wrong), message.replace("VERSION", Version.number()));
    }

    private void assertFails(String text, String message) {
        assertThatThrownBy(() -> new TextFiles(folder).read("bad.tltext", text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage("%s %s", folder.resolve("bad.tltext"), message);
    }

    @Test
    void theGoodFileIsGood() throws IOException {
        new TextFiles(folder).read("good.tltext", GOOD);
    }

    @Test
    void nothingFollowsTheEnd() {
        assertFails(
                GOOD + "1,,1,1\n", "line 10: expected nothing after the @end line, found '1,,1,1'");
    }

    @Test
    void aKeyStandsOnce() {
        assertFails(
                GOOD.replace("@meta,whole,n,1\n", "@meta,whole,n,1\n@meta,text,n,x\n"),
                "line 3: expected keys that differ, found 'n' twice");
    }

    @Test
    void aFileWithoutItsHeaderLines() {
        assertFails(
                "",
                "line 1: expected '#treeline-text 1' or a TinyProf header, found an empty file");
        assertFails(
                "#treeline-text 1\n",
                "line 1: expected the @columns line, found the end of the file");
        assertFails(
                "#treeline-text 1\n@columns,path\n1\n@end,1\n",
                "line 2: expected a @contexts line above @columns, found none");
        assertFails(
                "#treeline-text 1\n@contexts\n@columns,path\n",
                "line 3: expected at least one row, found the end of the file");
    }

    @Test
    void aHeaderLineThatWasCutIsNoHeader() {
        assertFails(
                "#treeline-text 1\n@contexts,r0\n@columns,path",
                "line 3: expected the @columns line, found the end of the file");
    }

    @Test
    void aRowWithoutMetricsHasNoValues() {
        assertFails(
                "#treeline-text 1\n@contexts\n@frame,1,region,main\n@columns,path\n1,5\n@end,1\n",
                "line 5: expected a row of 1 columns, found '1,5'");
    }

    @Test
    void anExcerptHasAtMostFortyCharacters() {
        String expected = "line 1: expected '#treeline-text 1' or a TinyProf header, found '";
        assertFails("x".repeat(40), expected + "x".repeat(40) + "'");
        assertFails("x".repeat(41), expected + "x".repeat(40) + "...'");
    }

    @Test
    void excerptsAreShortAndPrintable() {
        assertFails(
                "\0\u0007" + "x".repeat(1000),
                "line 1: expected '#treeline-text 1' or a TinyProf header, found"
                        + " '\\x00\\x07"
                        + "x".repeat(38)
                        + "...'");
    }

    @Test
    void textThatIsNotUtf8IsRefused() throws IOException {
        Path file = folder.resolve("latin.tltext");
        java.nio.file.Files.write(
                file,
                GOOD.replace("region,main", "region,m\u00e4in")
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> TextFiles.read(treeline.source.Input.of(file)))
                .hasMessage(
                        "%s line 4: expected UTF-8 text, found '@frame,1,region,m\ufffdin'", file);
    }
}
