package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// Answers have at most so many characters, whatever a run holds.
class AnswerSizeTest extends CommandTest {
    private static final int FUNCTIONS = 600;
    private static final int RANKS = 8;
    private static final String LONG = "std::vector<".repeat(60) + "int" + ">".repeat(60);

    private Assistant assistant;

    @BeforeEach
    void open() throws IOException {
        assistant = Assistant.of(large("a.txt", 1), large("b.txt", 2));
    }

    /// Many functions with long names, and many notes.
    private Path large(String name, int factor) throws IOException {
        var drawing = new StringBuilder("path");
        for (int rank = 0; rank < RANKS; rank++) drawing.append(" rank").append(rank);
        drawing.append("\nmain").append(" 1".repeat(RANKS)).append('\n');
        for (int i = 0; i < FUNCTIONS; i++) {
            drawing.append("main/f%d_%s".formatted(i, LONG));
            for (int rank = 0; rank < RANKS; rank++)
                drawing.append(' ').append(factor * (i % 97 + rank));
            drawing.append('\n');
        }
        for (int i = 0; i < 200; i++)
            drawing.append("fact key%d %s\nnote number %d of %s\n".formatted(i, LONG, i, LONG));
        return drawn(name, drawing.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "info | `\"run\":\"a.txt\"`",
                "tree | `\"run\":\"a.txt\"`",
                "hot_path | `\"run\":\"a.txt\",\"threshold\":0.001`",
                "flat | `\"run\":\"a.txt\"`",
                "imbalance | `\"run\":\"a.txt\",\"threshold\":\"0%\"`",
                "query | `\"run\":\"a.txt\",\"query\":\"MATCH (p)\"`",
                "diff | `\"before\":\"a.txt\",\"after\":\"b.txt\"`",
                "ensemble | `\"question\":\"info\"`",
                "ensemble | `\"question\":\"metadata\"`",
                "ensemble | `\"question\":\"stats\"`",
                "compare | `\"baseline\":[\"a.txt\"],\"candidate\":[\"b.txt\"],\"all\":true`",
            })
    void anAnswerIsSmallHoweverMuchIsAsked(String tool, String arguments) {
        for (String shown : List.of("\"limit\":20", "\"limit\":100,\"width\":2000")) {
            Json.Fields answer = assistant.ask(tool, "{%s,%s}".formatted(arguments, shown));
            assertThat(answer.written().length()).isLessThanOrEqualTo(Answer.MAX_CHARACTERS);
            assertThat(Assistant.rows(answer)).isNotEmpty();
            assertThat(answer.get("left_out")).isPresent();
        }
    }

    @Test
    void whatIsCutIsCountedAndCanBeAskedFor() {
        Json.Fields answer = assistant.ask("flat", "{\"run\":\"a.txt\"}");
        assertThat(Assistant.rows(answer)).hasSize(20);
        assertThat(Assistant.number(answer, "rows_total")).isEqualTo(FUNCTIONS + 1);
        assertThat(Assistant.number(answer, "left_out")).isEqualTo(FUNCTIONS + 1 - 20);
        assertThat(Assistant.number(answer, "texts_cut")).isEqualTo(40);
        assertThat(Assistant.fields(answer, "items_left_out").written())
                .isEqualTo("{\"notes\":180}");
        Json.Fields first =
                (Json.Fields)
                        Assistant.rows(
                                        assistant.ask(
                                                "flat",
                                                "{\"run\":\"a.txt\",\"limit\":1,\"width\":2000}"))
                                .getFirst();
        assertThat(first.text("function").orElseThrow()).endsWith(LONG);
    }

    @Test
    void manyFieldsAndLongTextsSayHowTheyAreAskedFor() {
        Json.Fields few = assistant.ask("info", "{\"run\":\"a.txt\",\"width\":40}");
        assertThat(Assistant.fields(few, "items_left_out").all()).containsKey("rows.metadata");
        assertThat(few.text("ask_items")).contains("a larger limit (at most 100)");
        assertThat(few.text("ask_texts"))
                .contains("a larger width (at most 2000), with a small limit");
        Json.Fields many = assistant.ask("info", "{\"run\":\"a.txt\",\"width\":40,\"limit\":100}");
        assertThat(many.written()).contains("\"key199\"");
        assertThat(Assistant.fields(many, "items_left_out").all())
                .doesNotContainKey("rows.metadata");
        assertThat(many.text("ask_items").orElseThrow())
                .isEqualTo("no more fits into an answer; the command line prints all with --json");
    }

    @Test
    void rowsThatDoNotFitAreLeftOutAndTheNextOffsetIsSaid() {
        Json.Fields answer =
                assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":100,\"width\":2000}");
        int shown = Assistant.rows(answer).size();
        assertThat(shown).isBetween(5, 99);
        assertThat(answer.text("ask").orElseThrow()).startsWith("offset=%d for".formatted(shown));
    }

    @Test
    void aTextIsCutInItsMiddleAndNoCharacterIsHalved() {
        assertThat(Bounds.cut("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(Bounds.cut("abcdefghijk", 10)).isEqualTo("abcd…ghijk");
        String faces = "😀".repeat(10);
        IntStream.rangeClosed(4, 19)
                .forEach(
                        width -> {
                            String cut = Bounds.cut(faces, width);
                            assertThat(cut.length()).isLessThanOrEqualTo(width);
                            assertThat(cut.replace("😀", "")).isEqualTo("…");
                        });
    }

    @Test
    void rowsThatAreNotShownAreNotKept() throws IOException {
        var window = new RowWindow(2, 2);
        String json =
                "{\"schema\":\"x\",\"rows\":[{\"a\":0},{\"a\":{\"rows\":[1]}},{\"a\":[2,{\"b\":3}]},{\"a\":3.50},{\"a\":4}],\"last\":{\"rows\":[7]}}";
        for (byte each : json.getBytes(java.nio.charset.StandardCharsets.UTF_8)) window.write(each);
        assertThat(window.count()).isEqualTo(5);
        assertThat(window.rows())
                .extracting(Json::written)
                .containsExactly("{\"a\":[2,{\"b\":3}]}", "{\"a\":3.50}");
        assertThat(window.facts().written())
                .isEqualTo("{\"schema\":\"x\",\"last\":{\"rows\":[7]}}");
    }
}
