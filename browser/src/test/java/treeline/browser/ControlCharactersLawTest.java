package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.table.JsonWriter;
import treeline.text.ControlCharacters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The page and the command line show the same control characters, as the same text.
class ControlCharactersLawTest {
    /// Characters that were assigned later may be unknown to Node or Java; these planes and the
    /// tags are older than both.
    private static final int LAST_BASIC = 0xFFFF;

    private static final int FIRST_TAG = 0xE0000;
    private static final int LAST_TAG = 0xE01EF;

    @TempDir Path folder;

    @Test
    void thePageShowsEveryCharacterAsTheCommandLineDoes() throws IOException, InterruptedException {
        Path cases = folder.resolve("cases.json");
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        for (int point = 0; point <= LAST_BASIC; point++) add(point, json);
        for (int point = FIRST_TAG; point <= LAST_TAG; point++) add(point, json);
        json.end();
        Files.writeString(cases, text);
        var ended = Node.run(Path.of("."), List.of("src/test/js/visible-law.js", cases.toString()));
        assertThat(ended.output()).isEqualTo("66032 of 66032 texts agree\n");
        assertThat(ended.code()).isZero();
    }

    /// Names have letters around a control character. A lone surrogate cannot be written as UTF-8.
    private static void add(int point, JsonWriter json) {
        String text = "a" + Character.toString(point) + "b";
        boolean lone = Character.getType(point) == Character.SURROGATE;
        json.values(
                List.of(
                        "61 %x 62".formatted(point),
                        ControlCharacters.visible(text),
                        lone
                                ? ControlCharacters.visible(text)
                                : ControlCharacters.visibleInLines(text)));
    }
}
