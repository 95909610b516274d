package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.table.JsonWriter;
import treeline.text.FormulaEscape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// CSV of the page and of Java escape the same texts.
class FormulaEscapeLawTest {
    private static final int TEXTS = 20_000;
    private static final String LETTERS = "'\"=+-@\t\r\n＝＋－＠ a1.eE,";

    @TempDir Path folder;

    @Test
    void thePageEscapesFormulasAsJavaDoes() throws IOException, InterruptedException {
        Path cases = folder.resolve("cases.json");
        Files.writeString(cases, cases());
        var ended = Node.run(Path.of("."), List.of("src/test/js/formula-law.js", cases.toString()));
        assertThat(ended.output()).isEqualTo("20001 of 20001 texts agree\n");
        assertThat(ended.code()).isZero();
    }

    private static String cases() {
        var random = new Random(1);
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        add("-Infinity", json);
        for (int i = 0; i < TEXTS; i++) add(text(random), json);
        json.end();
        return text.toString();
    }

    private static void add(String text, JsonWriter json) {
        json.values(List.of(text, FormulaEscape.escaped(text)));
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--)
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        return text.toString();
    }
}
