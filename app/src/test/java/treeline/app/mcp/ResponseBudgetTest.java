package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.question.list.Questions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Answers have a maximum length, whatever a run contains.
class ResponseBudgetTest extends CommandTest {
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

    static Stream<Tool> tools() {
        return new ToolList(new Questions(() -> Session.plain().formats()).all())
                .all().stream().filter(tool -> tool.question().isPresent());
    }

    @ParameterizedTest
    @MethodSource("tools")
    void anAnswerIsSmallHoweverMuchIsAsked(Tool tool) {
        JsonValue.Fields arguments = ToolCallsTest.arguments(tool, "main");
        if (tool.argument("threshold").isPresent()) arguments = arguments.with("threshold", 0);
        for (JsonValue.Fields limited :
                List.of(
                        arguments.with("limit", 20),
                        arguments.with("limit", 100).with("width", 2000))) {
            String all = limited.written();
            assertThat(assistant.call(tool.name(), all).written().length())
                    .isLessThanOrEqualTo(3 * ResponseBudget.MAX_CHARACTERS);
            if (!List.of("tree", "flat", "query", "diff", "imbalance").contains(tool.name()))
                continue;
            JsonValue.Fields answer = assistant.ask(tool.name(), all);
            assertThat(answer.written().length())
                    .isLessThanOrEqualTo(ResponseBudget.MAX_CHARACTERS);
            assertThat(Assistant.rows(answer)).isNotEmpty();
            assertThat(answer.get("left_out")).isPresent();
        }
    }

    @Test
    void whatIsCutIsCountedAndCanBeAskedFor() {
        JsonValue.Fields answer = assistant.ask("flat", "{\"run\":\"a.txt\"}");
        assertThat(Assistant.rows(answer)).hasSize(20);
        assertThat(Assistant.number(answer, "rows_total")).isEqualTo(FUNCTIONS + 1);
        assertThat(Assistant.number(answer, "left_out")).isEqualTo(FUNCTIONS + 1 - 20);
        assertThat(Assistant.number(answer, "texts_cut")).isEqualTo(40);
        assertThat(Assistant.fields(answer, "items_left_out").written())
                .isEqualTo("{\"notes\":180}");
        JsonValue.Fields first =
                (JsonValue.Fields)
                        Assistant.rows(
                                        assistant.ask(
                                                "flat",
                                                "{\"run\":\"a.txt\",\"limit\":1,\"width\":2000}"))
                                .getFirst();
        assertThat(first.text("function").orElseThrow()).endsWith(LONG);
    }

    @Test
    void manyFieldsAndLongTextsSayHowTheyAreAskedFor() {
        JsonValue.Fields few = fitted(new ResponseLimits(0, 20, 40));
        assertThat(Assistant.fields(few, "items_left_out").all()).containsKey("rows.metadata");
        assertThat(few.text("ask_items")).contains("a larger limit (at most 100)");
        assertThat(few.text("ask_texts"))
                .contains("a larger width (at most 2000), with a small limit");
        JsonValue.Fields many = fitted(new ResponseLimits(0, 100, 40));
        assertThat(many.written()).contains("\"key199\"");
        assertThat(many.get("items_left_out")).isEmpty();
    }

    /// A row of many metadata.
    private static JsonValue.Fields fitted(ResponseLimits limits) {
        return new ResponseBudget(
                        answer -> {
                            answer.object().name("rows").array();
                            answer.object().name("metadata").object();
                            for (int i = 0; i < 200; i++) answer.name("key" + i).value(LONG);
                            answer.end().end().end().end();
                        },
                        text -> text,
                        limits,
                        Tool.Limit.ROWS,
                        JsonValue.Fields.EMPTY)
                .fitted();
    }

    @Test
    void rowsThatDoNotFitAreLeftOutAndTheNextOffsetIsSaid() {
        JsonValue.Fields answer =
                assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":100,\"width\":2000}");
        int shown = Assistant.rows(answer).size();
        assertThat(shown).isBetween(5, 99);
        assertThat(answer.text("ask").orElseThrow()).startsWith("offset=%d for".formatted(shown));
    }

    @Test
    void aTextIsCutInItsMiddleAndNoCharacterIsHalved() {
        assertThat(BoundedWriter.cut("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(BoundedWriter.cut("abcdefghijk", 10)).isEqualTo("abcd…ghijk");
        String faces = "😀".repeat(10);
        IntStream.rangeClosed(4, 19)
                .forEach(
                        width -> {
                            String cut = BoundedWriter.cut(faces, width);
                            assertThat(cut.length()).isLessThanOrEqualTo(width);
                            assertThat(cut.replace("😀", "")).isEqualTo("…");
                        });
    }

    @Test
    void rowsOutsideTheWindowAreCountedAndDropped() {
        BoundedWriter window = writer(2, 2);
        window.object().name("schema").value("x").name("rows").array();
        window.object().name("a").value(0).end();
        window.object().name("a").object().name("rows").array().value(1).end().end().end();
        window.object().name("a").array().value(2).object().name("b").value(3).end().end().end();
        window.object().name("a").value(3.14159).end();
        window.object().name("a").value(4).end();
        window.end().name("last").object().name("rows").array().value(7).end().end().end();
        assertThat(window.rowCount()).isEqualTo(5);
        assertThat(window.rows())
                .extracting(each -> each.value().written())
                .containsExactly("{\"a\":[2,{\"b\":3}]}", "{\"a\":3.142}");
        assertThat(window.facts().value().written())
                .isEqualTo("{\"schema\":\"x\",\"last\":{\"rows\":[7]}}");
    }

    @Test
    void whatIsCutIsCountedWhereItIs() {
        BoundedWriter answer = writer(0, 9);
        answer.name("title").value("abcdefghijkl");
        answer.object().name("last").object().name("list").array();
        for (int i = 0; i < 5; i++) answer.object().name("a").value(i).end();
        answer.end().end().name("rows").array();
        answer.object().name("a").value("abcdefghijkl").end().object().name("a").array();
        for (int i = 0; i < 5; i++) answer.value(i);
        answer.end().end().end().name("statements").array();
        answer.object().name("text").value("--a-b in /abcdefgh").end().end().end();
        answer.name("warnings").values(List.of("a"));
        assertThat(answer.facts().value().written())
                .isEqualTo(
                        "{\"title\":\"abcd…ijkl\",\"last\":{\"list\":[{\"a\":0},{\"a\":1}]},"
                                + "\"stat…ents\":[{\"text\":\"a_b in a run\"}],"
                                + "\"warnings\":[\"a\"]}");
        assertThat(answer.facts().omitted())
                .isEqualTo(Map.of("last.list", 3, BoundedWriter.STRINGS, 2));
        assertThat(answer.rows())
                .extracting(each -> each.value().written(), BoundedWriter.Bounded::omitted)
                .containsExactly(
                        tuple("{\"a\":\"abcd…ijkl\"}", Map.of(BoundedWriter.STRINGS, 1)),
                        tuple("{\"a\":[0,1]}", Map.of("rows.a", 3)));
    }

    private static BoundedWriter writer(long from, long rows) {
        return new BoundedWriter(
                new BoundedWriter.Bounds(from, rows, 9, 2, 60),
                text -> text.replace("/abcdefgh", "a run"));
    }
}
