package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.question.Question;
import treeline.question.list.Questions;
import treeline.question.parameter.Parameter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every question is a tool, and answers with the numbers of its command.
class ToolCallsTest extends CommandTest {
    /// About 300 tokens.
    private static final int MAX_CHARACTERS_PER_TOOL = 1_200;

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
                "query | {\"run\":\"a.txt\",\"query\":\"MATCH (*)->(p) WHERE p.name = \\\"io\\\"\"}"
                        + " | query --json -- a.txt 'MATCH (*)->(p) WHERE p.name = \"io\"'",
                "diff | {\"before\":\"a.txt\",\"after\":\"b.txt\",\"by\":\"function\"} | diff --by"
                        + " function --json -- a.txt b.txt",
            })
    void aToolAnswersWhatItsCommandPrints(String tool, String arguments, String line)
            throws IOException {
        assertSame(assistant.ask(tool, arguments), printedBy(line));
    }

    /// Facts and rounded rows are those of the command; sentences name arguments, not options.
    private static void assertSame(JsonValue.Fields answer, JsonValue.Fields printed) {
        assertThat(rounded(new JsonValue.Items(Assistant.rows(answer))))
                .isEqualTo(rounded(new JsonValue.Items(Assistant.rows(printed))));
        for (Map.Entry<String, JsonValue> fact : printed.all().entrySet())
            if (!fact.getKey().matches("rows|statements|units"))
                assertThat(answer.get(fact.getKey()).map(ToolCallsTest::rounded))
                        .as(fact.getKey())
                        .contains(rounded(fact.getValue()));
    }

    private static JsonValue rounded(JsonValue value) {
        return switch (value) {
            case JsonValue.Numeral(String digits) ->
                    new JsonValue.Numeral(BoundedWriter.rounded(Double.parseDouble(digits)));
            case JsonValue.Items(List<JsonValue> all) ->
                    new JsonValue.Items(all.stream().map(ToolCallsTest::rounded).toList());
            case JsonValue.Fields fields -> {
                JsonValue.Fields rounded = JsonValue.Fields.EMPTY;
                for (Map.Entry<String, JsonValue> each : fields.all().entrySet())
                    rounded = rounded.with(each.getKey(), rounded(each.getValue()));
                yield rounded;
            }
            case JsonValue.Text _, JsonValue.Flag _, JsonValue.Nothing _ -> value;
        };
    }

    static Stream<Question> questions() {
        return new Questions(() -> Session.plain().formats())
                .all().stream().filter(each -> each.subject() != Question.Subject.ARCHIVE);
    }

    private static ToolList tools() {
        return new ToolList(new Questions(() -> Session.plain().formats()).all());
    }

    private static Tool tool(Question question) {
        return tools().named(question.name().replaceAll("[- ]", "_")).orElseThrow();
    }

    /// The runs and operands that a tool needs.
    static JsonValue.Fields arguments(Tool tool, String node) {
        JsonValue.Fields arguments = JsonValue.Fields.EMPTY;
        for (ToolArgument each : tool.arguments())
            switch (each.kind()) {
                case RUN ->
                        arguments =
                                arguments.with(
                                        each.name(),
                                        each.name().equals("after") ? "b.txt" : "a.txt");
                case RUNS_PARAMETER -> arguments = arguments.with(each.name(), "a.txt");
                case RUNS -> arguments = arguments.with(each.name(), "b.txt");
                case OPERAND ->
                        arguments =
                                arguments.with(
                                        each.name(),
                                        each.name().equals("query") ? "MATCH (p)" : node);
                case TEXT, TEXTS, NUMBER, INTEGER, FLAG, LIMIT -> {}
            }
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("questions")
    void everyQuestionIsATool(Question question) {
        Tool tool = tool(question);
        assertThat(tool.description()).isEqualTo(question.summary());
        Set<String> names =
                tool.arguments().stream().map(ToolArgument::name).collect(Collectors.toSet());
        for (Parameter<?> each : question.openParameters())
            if (!Set.of("top", "dot", "precision").contains(each.name()))
                assertThat(names).contains(each.name().replace('-', '_'));
        assertThat(names).contains("limit", "width").doesNotHaveDuplicates();
    }

    /// Whether it is an answer or a failure.
    @ParameterizedTest
    @MethodSource("questions")
    void everyToolAnswersWhatItsCommandPrints(Question question) throws IOException {
        Tool tool = tool(question);
        JsonValue.Fields given = arguments(tool, "main/solve");
        List<String> words = new ArrayList<>(List.of(question.name().split(" ")));
        String top = tool.limit() == Tool.Limit.TOP ? "--top=100" : "--json";
        String real = folder.toRealPath() + "/";
        try {
            words.addAll(
                    tool.words(given, List.of(top), OpenedRunsTest.opened(folder.toRealPath())));
        } catch (ToolError impossible) {
            throw new AssertionError(impossible);
        }
        words.add(question.name().split(" ").length, "--json");
        Session.Answer command = session.run(words.toArray(String[]::new));
        String arguments = given.with("limit", 100).with("width", 2000).written();
        if (command.exitCode() == 0)
            assertSame(
                    assistant.ask(tool.name(), arguments),
                    Assistant.read(command.out().replace(real, "")));
        else assertThat(assistant.refused(tool.name(), arguments)).isNotBlank();
    }

    @Test
    void theListOfToolsIsShort() {
        int length =
                tools().all().stream().mapToInt(each -> each.listed().written().length()).sum();
        assertThat(length / tools().all().size()).isLessThan(MAX_CHARACTERS_PER_TOOL);
        assertThat(tools().sharedArguments().length()).isLessThan(4_000);
    }

    @Test
    void numbersAreRoundedAndHaveUnits() throws IOException {
        Assistant thirds =
                Assistant.of(drawn("thirds.txt", "path rank0 rank1 rank2\nmain 1 2 1\n"));
        JsonValue.Fields flat = thirds.ask("flat", "{}");
        assertThat(Assistant.rows(flat).getFirst().written()).contains("\"exclusive\":1.333");
        assertThat(Assistant.fields(flat, "units").text("exclusive")).contains("s");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "123456, 123456",
        "1234567, 1235000",
        "0.123456, 0.1235",
        "1234.56, 1235",
        "1.5e-9, 0.0000000015",
        "1.23456e-19, 1.235E-19",
        "1e300, 1E+300",
        "-2.5, -2.5"
    })
    void integersBelowAMillionAreExactAndOtherNumbersHaveFourDigits(double number, String text) {
        assertThat(BoundedWriter.rounded(number)).isEqualTo(text);
    }

    @Test
    void anAnswerHasTitleAndStatements() {
        JsonValue.Fields answer =
                assistant.ask("query", "{\"run\":\"a.txt\",\"query\":\"MATCH (p)\"}");
        assertThat(answer.get("statements").orElseThrow().written())
                .contains("\"kind\":\"finding\",\"text\":\"4 of 4 call paths match\"")
                .contains("\"arguments\":{\"matches\":4,\"nodes\":4}");
        assertThat(assistant.ask("flat", "{\"run\":\"a.txt\"}").text("title").orElseThrow())
                .isNotBlank();
    }

    @Test
    void nextCallsCanBeMade() {
        JsonValue.Fields flat =
                assistant.ask("flat", "{\"run\":\"a.txt\",\"rank\":\"1\",\"limit\":1}");
        List<JsonValue> next = ((JsonValue.Items) flat.all().get("next")).all();
        assertThat(next.getFirst().written())
                .startsWith(
                        "{\"tool\":\"callers\",\"arguments\":{\"run\":\"a.txt\",\"rank\":\"1\",\"function\":\"solve\"}");
        for (JsonValue each : next) {
            JsonValue.Fields call = (JsonValue.Fields) each;
            assistant.ask(
                    call.text("tool").orElseThrow(), Assistant.fields(call, "arguments").written());
        }
    }

    /// Also a finding leads on, and an advice repeats what was asked with another value.
    @Test
    void nextCallsAreThoseOfTheStatements() throws IOException {
        Path run =
                drawn(
                        "my turns.txt",
                        """
                        path         rank0    rank1
                        main             0        0
                        main/step  1+3+1+3  3+1+3+1
                        """);
        Assistant turns = Assistant.of(run);
        JsonValue.Fields imbalance = turns.ask("imbalance", "{}");
        assertThat(imbalance.get("next").orElseThrow().written())
                .startsWith(
                        "[{\"tool\":\"iterations\",\"arguments\":{\"run\":\"my turns.txt\"},"
                                + "\"reason\":\"ranks differ within iterations at main/step: ");
        Path even =
                drawn(
                        "even.txt",
                        """
                        path    rank0  rank1  rank2  rank3  rank4  rank5
                        main/a      1      2      3      4      5      6
                        main/b      9      8      7      6      5      4
                        """);
        JsonValue.Fields ranks =
                Assistant.of(even)
                        .ask("ranks", "{\"clusters\":\"3\",\"seed\":7,\"waiting\":[\"a\",\"b\"]}");
        assertThat(ranks.get("next").orElseThrow().written())
                .startsWith(
                        "[{\"tool\":\"ranks\",\"arguments\":{\"run\":\"even.txt\","
                                + "\"clusters\":\"auto\",\"seed\":7,\"waiting\":[\"a\",\"b\"]},");
    }

    /// What a command line prints, without the folder of the runs, which assistants do not see.
    private JsonValue.Fields printedBy(String line) throws IOException {
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
        JsonValue.Fields answer = assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":2}");
        assertThat(answer.text("metric")).contains("time");
        assertThat(answer.text("unit")).contains("s");
        assertThat(answer.text("scope")).contains("inclusive");
        assertThat(Assistant.fields(answer, "combined").text("text")).contains("mean of 2 ranks");
        assertThat(answer.get("notes").orElseThrow().written()).contains("some lines were not");
        assertThat(answer.get("total")).isPresent();
    }

    @Test
    void rowsThatAreLeftOutCanBeAskedFor() {
        JsonValue.Fields first = assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":3}");
        assertThat(Assistant.rows(first)).hasSize(3);
        assertThat(Assistant.number(first, "rows_total")).isEqualTo(4);
        assertThat(Assistant.number(first, "left_out")).isEqualTo(1);
        assertThat(first.text("ask")).contains("offset=3 for the next rows, or limit up to 100");
        JsonValue.Fields rest =
                assistant.ask("flat", "{\"run\":\"a.txt\",\"limit\":3,\"offset\":3}");
        assertThat(Assistant.rows(rest)).hasSize(1);
        assertThat(Assistant.number(rest, "offset")).isEqualTo(3);
        assertThat(Assistant.number(rest, "left_out")).isEqualTo(3);
        assertThat(rest.text("ask")).contains("a smaller offset");
        JsonValue.Fields all = assistant.ask("flat", "{\"run\":\"a.txt\"}");
        assertThat(Assistant.number(all, "left_out")).isZero();
        assertThat(all.get("ask")).isEmpty();
        assertThat(Assistant.rows(all).subList(3, 4)).isEqualTo(Assistant.rows(rest));
    }

    @Test
    void aTreeCountsTheNodesThatItHides() {
        JsonValue.Fields tree = assistant.ask("tree", "{\"run\":\"a.txt\",\"limit\":2}");
        assertThat(Assistant.number(tree, "left_out")).isEqualTo(2);
        assertThat(tree.text("ask").orElseThrow()).startsWith("a larger limit (at most 100)");
        assertThat(Assistant.number(assistant.ask("tree", "{\"run\":\"a.txt\"}"), "left_out"))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tree | {} | name a run; open runs: a.txt, b.txt, c.txt, d.txt, e.txt",
                "tree | {\"run\":\"f.txt\"} | no run 'f.txt' is open; open runs: a.txt, b.txt,"
                        + " c.txt, d.txt, e.txt",
                "tree | {\"run\":[]} | argument 'run': expected a string",
                "tree | {\"run\":\"a.txt\",\"depth\":0} | depth: found '0', expected an integer"
                        + " from 1",
                "tree | {\"run\":\"a.txt\",\"depth\":1.5} | argument 'depth': expected an"
                        + " integer",
                "tree | {\"run\":\"a.txt\",\"depth\":1e999} | argument 'depth': expected an"
                        + " integer",
                "tree | {\"run\":\"a.txt\",\"depth\":\"2\"} | argument 'depth': expected a number",
                "tree | {\"run\":\"a.txt\",\"of\":\"middle\"} | argument 'of': expected one of"
                        + " mean, min, max, sum",
                "tree | {\"run\":\"a.txt\",\"limit\":0} | argument 'limit': expected an integer"
                        + " from 1 to 100",
                "tree | {\"run\":\"a.txt\",\"limit\":101} | argument 'limit': expected an"
                        + " integer from 1 to 100",
                "flat | {\"run\":\"a.txt\",\"offset\":-1} | argument 'offset': expected an"
                        + " integer from 0 to 2147483647",
                "flat | {\"run\":\"a.txt\",\"width\":39} | argument 'width': expected an"
                        + " integer from 40 to 2000",
                "tree | {\"run\":\"a.txt\",\"metric\":\"watts\"} | no metric 'watts'; available:"
                        + " time (:inclusive, :exclusive)",
                "runs | {\"path\":\"/etc\"} | no argument 'path'; runs takes limit, offset, width",
                "query | {\"run\":\"a.txt\"} | argument 'query' is missing: the query, such as"
                        + " 'MATCH (\"*\")->(p) WHERE p.\"time\" > 5'",
                "diff | {\"before\":\"a.txt\"} | argument 'after' is missing: name of the run"
                        + " after",
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
        JsonValue.Fields runs = assistant.ask("runs", "{\"limit\":2,\"offset\":1}");
        assertThat(runs.written())
                .startsWith("{\"rows_total\":5,\"offset\":1,\"left_out\":3,\"ask\":\"offset=3 for")
                .contains("{\"number\":2,\"run\":\"b.txt\",\"bytes\":");
        assertThat(withoutNext(assistant.ask("flat", "{\"run\":\"2\"}")))
                .isEqualTo(withoutNext(assistant.ask("flat", "{\"run\":\"b.txt\"}")));
        assertThat(withoutNext(assistant.ask("flat", "{\"run\":2}")))
                .isEqualTo(withoutNext(assistant.ask("flat", "{\"run\":\"b.txt\"}")));
    }

    @Test
    void aSingleRunNeedsNoName() throws IOException {
        Assistant one = Assistant.of(folder.resolve("a.txt"));
        assertThat(withoutNext(one.ask("flat", "{}")))
                .isEqualTo(withoutNext(assistant.ask("flat", "{\"run\":\"a.txt\"}")));
    }

    /// Next calls name the run as the call did.
    private static JsonValue.Fields withoutNext(JsonValue.Fields answer) {
        return answer.with("next", "");
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
            JsonValue.Fields tree =
                    deep.ask("tree", "{\"run\":\"deep.txt\",%s}".formatted(each.getKey()));
            assertThat(Assistant.number(tree, "left_out")).as(each.getKey()).isPositive();
            assertThat(tree.text("ask")).as(each.getKey()).contains(each.getValue());
        }
    }
}
