package treeline.formats.hpctoolkit.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

class YamlReaderTest {
    @TempDir Path folder;

    private YamlReader.Document read(String yaml) throws IOException {
        return YamlReader.read(Files.writeString(folder.resolve("default.yaml"), yaml));
    }

    /// A value on one line, texts in quotes.
    private static String shown(Yaml value) {
        return switch (value) {
            case Yaml.Text(String text) -> "'" + text + "'";
            case Yaml.Alias(String anchor) -> "*" + anchor;
            case Yaml.Items(List<Yaml> items) ->
                    items.stream().map(YamlReaderTest::shown).toList().toString();
            case Yaml.Fields(Map<String, Yaml> fields) ->
                    fields.entrySet().stream()
                            .map(each -> each.getKey() + "=" + shown(each.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    @Test
    void listsAndMapsNestByIndentation() throws IOException {
        YamlReader.Document document =
                read(
                        """
                        ---
                        roots:
                          - name: GKER (sec)
                            children:
                            - one
                            - two
                          -
                            name: "GKER: count" # a comment
                        """);
        assertThat(shown(document.top()))
                .isEqualTo(
                        "{roots=[{name='GKER (sec)', children=['one', 'two']},"
                                + " {name='GKER: count'}]}");
    }

    @Test
    void bracketsHoldListsAndMapsOfOneLine() throws IOException {
        assertThat(shown(read("formula: {min: [100, {'*': [*a, -1.5]}]}").top()))
                .isEqualTo("{formula={min=['100', {*=[*a, '-1.5']}]}}");
    }

    @Test
    void anchorsNameWhatFollowsThemAndReferencesStayReferences() throws IOException {
        YamlReader.Document document =
                read(
                        """
                        inputs:
                          - &item
                            metric: CPUTIME (sec)
                        one: &scalar 5
                        two: &below
                          three: *item
                        """);
        assertThat(document.anchors()).containsOnlyKeys("item", "scalar", "below");
        assertThat(shown(document.top()))
                .isEqualTo("{inputs=[{metric='CPUTIME (sec)'}], one='5', two={three=*item}}");
        assertThat(document.anchors().get("below"))
                .isEqualTo(new Yaml.Fields(Map.of("three", new Yaml.Alias("item"))));
    }

    @Test
    void anApostropheInsideAWordIsNoQuote() throws IOException {
        assertThat(shown(read("description: they don't # fit").top()))
                .isEqualTo("{description='they don't'}");
    }

    @Test
    void anEmptyFileIsAnEmptyMap() throws IOException {
        assertThat(read("# nothing\n").top()).isEqualTo(Yaml.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a: > folded            | unsupported '> folded'
                    a: !!float 1           | unsupported '!!float 1'
                    a: - 1                 | unsupported '- 1'
                    a: [1, &b 2]           | unsupported '[1, &b 2]'
                    a: [,]                 | unsupported '[,]'
                    a: b: c                | a second ':' in 'b: c'
                    a: "b                  | a text without its closing quote
                    a: "b\\n"              | an escaped character
                    a: 'it''s'             | an escaped character
                    a: "b" c               | 'c' behind it
                    a: [1] 2               | '2' behind it
                    a: [1                  | no ',' or ']'
                    a: {b                  | 'b' without ':'
                    a: {b: 1, b: 2}        | 'b' twice
                    a: {b:                 | the end of the line
                    a: [1,                 | no ']'
                    """)
    void whatIsNotUnderstoodIsRefusedWithItsLine(String line, String found) {
        assertThatThrownBy(() -> read("version: 0\n" + line + "\n"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        "default.yaml line 2: expected a text, list or map, found " + found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    version: 0/version: 1  | line 2: expected a text, list or map, found 'version' twice
                    version: 0/---         | line 2: expected a field such as 'name: value', found '---'
                    version: 0/  deep: 1   | line 2: expected the end, found 'deep: 1'
                    version: 0/? key       | line 2: expected a field such as 'name: value', found '? key'
                    a:/\tb: 1              | line 2: expected blanks before the text, found a tab
                    """)
    void structureThatIsNotUnderstoodIsRefusedWithItsLine(String lines, String message) {
        assertThatThrownBy(() -> read(lines.replace('/', '\n')))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    @Test
    void listsThatNestTooDeepAreRefused() {
        var yaml = new StringBuilder();
        for (int depth = 0; depth < 1000; depth++) yaml.repeat(" ", depth).append("-\n");
        assertThatThrownBy(() -> read(yaml.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("line 66: expected at most 64 levels, found more");
    }

    @Test
    void aFileOfManyMegabytesIsRefusedUnread() throws IOException {
        Path file = folder.resolve("large.yaml");
        try (var large = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(1L << 32);
        }
        assertThatThrownBy(() -> YamlReader.read(file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        "expected a file of at most 16777216 bytes, found 4294967296 bytes");
    }
}
