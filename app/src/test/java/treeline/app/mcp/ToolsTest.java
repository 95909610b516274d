package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Tools answer with the numbers of the commands.
class ToolsTest extends CommandTest {
    private Assistant assistant;

    @BeforeEach
    void open() throws IOException {
        Stream<Path> runs =
                Stream.of(
                        drawnRun("a.txt", 2, 50, 60),
                        drawnRun("b.txt", 4, 27, 33),
                        drawnRun("c.txt", 8, 15, 19),
                        drawnRun("d.txt", 16, 9, 12),
                        drawnRun("e.txt", 32, 5, 8));
        assistant = Assistant.of(runs.toArray(Path[]::new));
    }

    private Path drawnRun(String name, int ranks, int first, int second) throws IOException {
        return drawn(
                name,
                """
                path             rank0  rank1
                main                 1      1
                main/solve         %d     %d
                main/solve/mpi_x     3      2
                main/io              9      -
                fact ranks %d
                note some lines were not understood
                """
                        .formatted(first, second, ranks));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "info | {\"run\":\"a.txt\"} | info --json -- a.txt",
                "tree | {\"run\":\"a.txt\",\"of\":\"max\",\"depth\":2} | tree --of max --depth 2"
                        + " --json -- a.txt",
                "tree | {\"run\":\"a.txt\",\"limit\":1} | tree --top 1 --json -- a.txt",
                "tree | {\"run\":\"a.txt\",\"rank\":1,\"threshold\":5.5} | tree --rank 1"
                        + " --threshold 5.5 --json -- a.txt",
                "tree | {\"run\":\"a.txt\",\"metric\":\"time:exclusive\"} | tree -m time:exclusive"
                        + " --json -- a.txt",
                "hot_path | {\"run\":\"b.txt\"} | hot-path --json -- b.txt",
                "hot_path | {\"run\":\"b.txt\",\"from\":\"main/io\",\"threshold\":20} | hot-path"
                        + " --from main/io --threshold 20 --json -- b.txt",
                "flat | {\"run\":\"a.txt\",\"by\":\"activity\"} | flat --by activity --json --"
                        + " a.txt",
                "imbalance | {\"run\":\"a.txt\",\"threshold\":\"0%\"} | imbalance --threshold 0%"
                        + " --json -- a.txt",
                "query | {\"run\":\"a.txt\",\"query\":\"MATCH (*)->(p) WHERE p.name = \\\"io\\\"\"}"
                        + " | query --json -- a.txt 'MATCH (*)->(p) WHERE p.name = \"io\"'",
                "diff | {\"before\":\"a.txt\",\"after\":\"b.txt\",\"by\":\"function\"} | diff --by"
                        + " function --json -- a.txt b.txt",
                "ensemble | {\"question\":\"info\"} | ensemble info --json -- a.txt b.txt c.txt"
                        + " d.txt e.txt",
                "ensemble | {\"question\":\"metadata\"} | ensemble metadata --json -- a.txt b.txt"
                        + " c.txt d.txt e.txt",
                "ensemble | {\"question\":\"stats\",\"statistic\":\"median\"} | ensemble stats"
                        + " --statistic median --json -- a.txt b.txt c.txt d.txt e.txt",
                "ensemble | {\"question\":\"stats\",\"runs\":[\"a.txt\",\"b.txt\"]} | ensemble"
                        + " stats --json -- a.txt b.txt",
                "ensemble | {\"question\":\"speedup\",\"kind\":\"strong_efficiency\"} | ensemble"
                    + " speedup --kind strong_efficiency --json -- a.txt b.txt c.txt d.txt e.txt",
                "ensemble | {\"question\":\"model\",\"at\":64} | ensemble model --at 64 --json --"
                        + " a.txt b.txt c.txt d.txt e.txt",
                "ensemble | {\"question\":\"variability\",\"where\":\"ranks > 2\"} | ensemble"
                    + " variability --where 'ranks > 2' --json -- a.txt b.txt c.txt d.txt e.txt",
                "compare |"
                    + " {\"baseline\":[\"a.txt\",\"b.txt\"],\"candidate\":[\"d.txt\",\"e.txt\"],\"all\":true}"
                    + " | compare --all --baseline a.txt --baseline b.txt --json -- d.txt e.txt",
            })
    void aToolAnswersWhatItsCommandPrints(String tool, String arguments, String line)
            throws IOException {
        Json.Fields answer = assistant.ask(tool, arguments);
        Json.Fields printed = printedBy(line);
        assertThat(Assistant.rows(answer)).isNotEmpty().isEqualTo(Assistant.rows(printed));
        for (Map.Entry<String, Json> fact : printed.all().entrySet())
            assertThat(answer.get(fact.getKey())).as(fact.getKey()).contains(fact.getValue());
    }

    /// What a command line prints, without the folder of the runs, which assistants do not see.
    private Json.Fields printedBy(String line) throws IOException {
        String real = folder.toRealPath() + "/";
        String[] words =
                Pattern.compile("'([^']*)'|(\\S+)")
                        .matcher(line)
                        .results()
                        .map(word -> word.group(1) == null ? word.group() : word.group(1))
                        .map(word -> word.endsWith(".txt") ? real + word : word)
                        .toArray(String[]::new);
        return Assistant.read(session.run(words).out().replace(real, ""));
    }

    @Test
    void anAnswerSaysWhatItsNumbersAre() {
        Json.Fields answer = assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":2}");
        assertThat(answer.text("metric")).contains("time");
        assertThat(answer.text("unit")).contains("s");
        assertThat(answer.text("scope")).contains("inclusive");
        assertThat(Assistant.fields(answer, "combined").text("text")).contains("mean of 2 ranks");
        assertThat(answer.get("notes").orElseThrow().written()).contains("some lines were not");
        assertThat(answer.get("total")).isPresent();
    }

    @Test
    void rowsThatAreLeftOutCanBeAskedFor() {
        Json.Fields first = assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":3}");
        assertThat(Assistant.rows(first)).hasSize(3);
        assertThat(Assistant.number(first, "rows_total")).isEqualTo(4);
        assertThat(Assistant.number(first, "left_out")).isEqualTo(1);
        assertThat(first.text("ask")).contains("offset=3 for the next rows, or limit up to 100");
        Json.Fields rest = assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":3,\"offset\":3}");
        assertThat(Assistant.rows(rest)).hasSize(1);
        assertThat(Assistant.number(rest, "offset")).isEqualTo(3);
        assertThat(Assistant.number(rest, "left_out")).isEqualTo(3);
        assertThat(rest.text("ask")).contains("a smaller offset");
        Json.Fields all = assistant.ask("flat", "{\"run\":\"a.txt\"}");
        assertThat(Assistant.number(all, "left_out")).isZero();
        assertThat(all.get("ask")).isEmpty();
        assertThat(Assistant.rows(all).subList(3, 4)).isEqualTo(Assistant.rows(rest));
    }

    @Test
    void aTreeCountsTheNodesThatItHides() {
        Json.Fields tree = assistant.ask("tree", "{\"run\":\"a.txt\",\"limit\":2}");
        assertThat(Assistant.number(tree, "left_out")).isEqualTo(2);
        assertThat(tree.text("ask").orElseThrow()).startsWith("a larger limit (at most 100)");
        assertThat(Assistant.number(assistant.ask("tree", "{\"run\":\"a.txt\"}"), "left_out"))
                .isZero();
    }

    @Test
    void warningsOfACommandAreInItsAnswer() throws IOException {
        Path lost = drawn("lost.txt", "path rank0\nmain 1\nlost a line\n");
        Path other = drawn("other.txt", "path rank0\nmain 1\n");
        Assistant two = Assistant.of(lost, other);
        Json.Fields answer = two.ask("ensemble", "{\"question\":\"stats\"}");
        assertThat(answer.get("warnings").orElseThrow().written()).contains("lost.txt");
        assertThat(two.ask("tree", "{\"run\":\"lost.txt\"}").get("warnings")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tree | {} | name a run; open are a.txt, b.txt, c.txt, d.txt, e.txt",
                "tree | {\"run\":\"f.txt\"} | no run 'f.txt' is open; open are a.txt, b.txt, c.txt,"
                        + " d.txt, e.txt",
                "tree | {\"run\":[]} | argument 'run': expected a text",
                "tree | {\"run\":\"a.txt\",\"depth\":0} | depth: found '0', expected a whole number"
                        + " from 1",
                "tree | {\"run\":\"a.txt\",\"depth\":1.5} | argument 'depth': expected a whole"
                        + " number",
                "tree | {\"run\":\"a.txt\",\"depth\":1e999} | argument 'depth': expected a whole"
                        + " number",
                "tree | {\"run\":\"a.txt\",\"depth\":\"2\"} | argument 'depth': expected a number",
                "tree | {\"run\":\"a.txt\",\"of\":\"middle\"} | argument 'of': expected one of"
                        + " mean, min, max, sum",
                "tree | {\"run\":\"a.txt\",\"limit\":0} | argument 'limit': expected a whole number"
                        + " from 1 to 100",
                "tree | {\"run\":\"a.txt\",\"limit\":101} | argument 'limit': expected a whole"
                        + " number from 1 to 100",
                "flat | {\"run\":\"a.txt\",\"offset\":-1} | argument 'offset': expected a whole"
                        + " number from 0 to 2147483647",
                "flat | {\"run\":\"a.txt\",\"width\":39} | argument 'width': expected a whole"
                        + " number from 40 to 2000",
                "tree | {\"run\":\"a.txt\",\"metric\":\"watts\"} | no metric 'watts'; there are"
                        + " time (:inclusive, :exclusive)",
                "runs | {\"path\":\"/etc\"} | no argument 'path'; runs takes limit, offset, width",
                "query | {\"run\":\"a.txt\"} | argument 'query' is missing: which call paths",
                "diff | {\"before\":\"a.txt\"} | argument 'after' is missing: the other run: name"
                        + " of an open run",
                "compare | {\"baseline\":[],\"candidate\":[\"a.txt\"]} | argument 'baseline':"
                        + " expected at least one name",
                "compare | {\"baseline\":\"a.txt\",\"candidate\":\"a.txt\",\"all\":1} | argument"
                        + " 'all': expected true or false",
                "ensemble | {\"question\":\"save\"} | argument 'question': expected one of info,"
                        + " metadata, stats, speedup, model, variability",
                "ensemble | {\"question\":\"metadata\",\"kind\":\"speedup\"} | no option 'kind'",
            })
    void anErrorSaysWhatToAskInstead(String tool, String arguments, String message) {
        assertThat(assistant.refused(tool, arguments)).isEqualTo(message);
    }

    @Test
    void whatIsNothingIsNotGiven() {
        assertThat(assistant.ask("tree", "{\"run\":\"a.txt\",\"depth\":null}"))
                .isEqualTo(assistant.ask("tree", "{\"run\":\"a.txt\"}"));
    }

    @Test
    void runsAreListedWithNumbersThatNameThemToo() {
        Json.Fields runs = assistant.ask("runs", "{\"limit\":2,\"offset\":1}");
        assertThat(runs.written())
                .startsWith("{\"rows_total\":5,\"offset\":1,\"left_out\":3,\"ask\":\"offset=3 for")
                .contains("{\"number\":2,\"run\":\"b.txt\",\"bytes\":");
        assertThat(assistant.ask("flat", "{\"run\":\"2\"}"))
                .isEqualTo(assistant.ask("flat", "{\"run\":\"b.txt\"}"));
        assertThat(assistant.ask("flat", "{\"run\":2}"))
                .isEqualTo(assistant.ask("flat", "{\"run\":\"b.txt\"}"));
    }

    @Test
    void aSingleRunNeedsNoName() throws IOException {
        Assistant one = Assistant.of(folder.resolve("a.txt"));
        assertThat(one.ask("flat", "{}")).isEqualTo(assistant.ask("flat", "{\"run\":\"a.txt\"}"));
    }

    /// What hides nodes is what to change.
    @Test
    void whatIsHiddenNamesTheArgumentThatHidesIt() throws IOException {
        var drawing = new StringBuilder("path rank0\nmain 1\n");
        for (int i = 0; i < 30; i++)
            drawing.append("main/f%d %d\nmain/f%d/g 1\n".formatted(i, 100 - i, i));
        Assistant deep = Assistant.of(drawn("deep.txt", drawing.toString()));
        String part = "paths, only or rank for a part of the tree";
        for (Map.Entry<String, String> each :
                Map.of(
                                "\"depth\":2,\"limit\":100",
                                "a larger depth, or " + part,
                                "\"limit\":5",
                                "a larger limit (at most 100), or " + part,
                                "\"threshold\":3.5,\"limit\":100",
                                "a smaller threshold, or " + part,
                                "\"depth\":1,\"limit\":20",
                                "a larger depth, or " + part)
                        .entrySet()) {
            Json.Fields tree =
                    deep.ask("tree", "{\"run\":\"deep.txt\",%s}".formatted(each.getKey()));
            assertThat(Assistant.number(tree, "left_out")).as(each.getKey()).isPositive();
            assertThat(tree.text("ask")).as(each.getKey()).contains(each.getValue());
        }
    }

    /// Answers about many runs have no notes, so their warnings say that values are missing.
    @Test
    void missingValuesOfManyRunsAreWarnings() throws IOException {
        Assistant torn =
                Assistant.of(
                        drawn("x.txt", "path rank0\nmain 1\nlost the end\n"),
                        drawn("y.txt", "path rank0\nmain 2\nlost the end\n"));
        String lost = "values are missing: the end, 2 times (first: x.txt line 3)";
        assertThat(
                        torn.ask("compare", "{\"baseline\":[\"x.txt\"],\"candidate\":[\"y.txt\"]}")
                                .written())
                .contains(lost);
        assertThat(torn.ask("ensemble", "{\"question\":\"stats\"}").written()).contains(lost);
        assertThat(torn.ask("tree", "{\"run\":\"x.txt\"}").get("warnings")).isEmpty();
    }
}
