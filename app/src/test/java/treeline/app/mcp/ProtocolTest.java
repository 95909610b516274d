package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.commands.CommandTest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ProtocolTest extends CommandTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}";

    private Assistant assistant;

    @BeforeEach
    void open() throws IOException {
        assistant = Assistant.of(drawn("run.txt", "path rank0 rank1\nmain 1 1\nmain/solve 5 6\n"));
    }

    private static String initialize(String version) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"
                .formatted(version);
    }

    private JsonValue.Fields answer(String line) {
        List<String> answers = assistant.say(line);
        assertThat(answers).hasSize(1);
        return Assistant.read(answers.getFirst());
    }

    private JsonValue.Fields result(String line) {
        return Assistant.fields(answer(line), "result");
    }

    private String error(String line) {
        JsonValue.Fields error = Assistant.fields(answer(line), "error");
        return Assistant.number(error, "code") + " " + error.text("message").orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2026-07-28, 2025-11-25", // has no such greeting
        "1999-01-01, 2025-11-25",
    })
    void aClientThatGreetsGetsItsVersionOrTheNewestThatGreets(String asked, String got) {
        JsonValue.Fields result = result(initialize(asked));
        assertThat(result.text("protocolVersion")).contains(got);
        assertThat(result.get("capabilities").orElseThrow().written()).isEqualTo("{\"tools\":{}}");
        assertThat(result.get("serverInfo").orElseThrow().written())
                .isEqualTo("{\"name\":\"treeline\",\"title\":\"Treeline\",\"version\":\"1.0\"}");
        assertThat(result.text("instructions").orElseThrow()).contains("Call runs for the names");
        assertThat(result.get("resultType")).isEmpty();
    }

    private static String stateless(String method, String version, String rest) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"%s\",\"params\":{%s\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"%s\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}"
                .formatted(method, rest, version);
    }

    @Test
    void aClientThatDoesNotGreetDiscoversTheServer() {
        JsonValue.Fields result = result(stateless("server/discover", "2026-07-28", ""));
        assertThat(result.get("supportedVersions").orElseThrow().written())
                .startsWith("[\"2026-07-28\",\"2025-11-25\",");
        assertThat(result.text("resultType")).contains("complete");
        assertThat(result.get("capabilities").orElseThrow().written()).isEqualTo("{\"tools\":{}}");
        assertThat(result.get("_meta").orElseThrow().written())
                .startsWith("{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"treeline\"");
    }

    @Test
    void everyRequestMayNameItsVersion() {
        JsonValue.Fields result =
                result(
                        stateless(
                                "tools/call",
                                "2026-07-28",
                                "\"name\":\"hot_path\",\"arguments\":{},"));
        assertThat(result.text("resultType")).contains("complete");
        assertThat(result.get("structuredContent")).isPresent();
        JsonValue.Fields list = result(stateless("tools/list", "2026-07-28", ""));
        assertThat(list.text("cacheScope")).contains("private");
        assertThat(Assistant.number(list, "ttlMs")).isPositive();
    }

    @Test
    void anotherVersionIsRefusedWithThoseThatThereAre() {
        JsonValue.Fields error =
                Assistant.fields(answer(stateless("tools/list", "2031-01-01", "")), "error");
        assertThat(Assistant.number(error, "code")).isEqualTo(-32022);
        assertThat(error.get("data").orElseThrow().written())
                .startsWith("{\"supported\":[\"2026-07-28\"")
                .endsWith("\"requested\":\"2031-01-01\"}");
    }

    @Test
    void aVersionWithoutCapabilitiesIsIncomplete() {
        String line =
                stateless("tools/list", "2026-07-28", "").replace("clientCapabilities", "client");
        assertThat(error(line))
                .isEqualTo("-32602 expected io.modelcontextprotocol/clientCapabilities in _meta");
    }

    @Test
    void pingIsAnswered() {
        assertThat(assistant.say(PING)).containsExactly(PONG);
    }

    @Test
    void toolsAreListedWithSchemasAndThatTheyOnlyRead() {
        JsonValue.Fields result =
                result("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}");
        String instructions = result(initialize("2025-11-25")).text("instructions").orElseThrow();
        List<JsonValue> tools = ((JsonValue.Items) result.all().get("tools")).all();
        assertThat(tools)
                .extracting(tool -> ((JsonValue.Fields) tool).text("name").orElseThrow())
                .startsWith("runs")
                .contains("tree", "hot_path", "flat", "diff")
                .doesNotHaveDuplicates();
        for (JsonValue tool : tools) {
            JsonValue.Fields fields = (JsonValue.Fields) tool;
            JsonValue.Fields schema = Assistant.fields(fields, "inputSchema");
            assertThat(schema.text("type")).contains("object");
            assertThat(schema.get("additionalProperties")).contains(new JsonValue.Flag(false));
            assertThat(Assistant.fields(fields, "annotations").get("readOnlyHint"))
                    .contains(new JsonValue.Flag(true));
            for (Map.Entry<String, JsonValue> property :
                    Assistant.fields(schema, "properties").all().entrySet()) {
                Optional<String> description =
                        ((JsonValue.Fields) property.getValue()).text("description");
                assertThat(description.orElse("")).doesNotContain("--json", "--csv");
                if (description.isEmpty())
                    assertThat(instructions)
                            .containsPattern("\\b%s(:| is| the)".formatted(property.getKey()));
            }
        }
    }

    @Test
    void allToolsAreOnTheFirstPage() {
        assertThat(
                        error(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"2\"}}"))
                .isEqualTo("-32602 all tools are on the first page");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"no/such/thing\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}", // we asked nothing
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,\"message\":\"\"}}",
                "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]",
                "   ",
            })
    void whatAsksForNothingGetsNoAnswer(String line) {
        assertThat(assistant.say(line, PING)).containsExactly(PONG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hello | -32700 expected JSON:",
                "{\"jsonrpc\":\"2.0\",\"id\":1 | -32700 expected JSON:",
                "{} {} | -32700 expected one message per line",
                "{\"id\":1,\"id\":2} | -32700 expected JSON: Duplicate",
                "3 | -32600 expected an object",
                "[] | -32600 expected 1 to 20 messages in a batch, found 0",
                "{} | -32600 expected \"jsonrpc\": \"2.0\"",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600 expected \"jsonrpc\":"
                        + " \"2.0\"",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600 expected an id that"
                        + " is a string or a number",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600 expected an id that"
                        + " is a string or a number",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5} | -32600 expected a method",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"} | -32601 no method"
                        + " 'resources/list'",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":[]} | -32602"
                        + " expected params as an object",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}}"
                    + " | -32602 no tool 'rm'",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tree\",\"arguments\":[]}}"
                    + " | -32602 expected arguments as an object",
            })
    void whatIsNoRequestIsAnErrorAndTheNextIsAnswered(String line, String message) {
        List<String> answers = assistant.say(line, PING);
        assertThat(answers).hasSize(2).contains(PONG);
        assertThat(error(line)).startsWith(message);
    }

    @Test
    void deepNestingIsNoEndOfTheServer() {
        assertThat(error("[".repeat(100_000))).startsWith("-32700 expected JSON:");
    }

    @Test
    void errorsCarryTheIdOfTheirRequest() {
        assertThat(assistant.say("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"no\"}"))
                .containsExactly(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32601,\"message\":\"no"
                            + " method 'no'\"}}");
    }

    @Test
    void aListOfMessagesIsAnsweredByAList() {
        String both = "[%s,%s]".formatted(PING, PING.replace("9", "10"));
        assertThat(assistant.say(both))
                .containsExactly("[%s,%s]".formatted(PONG, PONG.replace("9", "10")));
    }

    @Test
    void aListIsNotLong() {
        String many = "[" + (PING + ",").repeat(20) + PING + "]";
        assertThat(error(many)).isEqualTo("-32600 expected 1 to 20 messages in a batch, found 21");
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, true",
        "2025-03-26, true",
        "2025-06-18, false",
        "2025-11-25, false",
    })
    void onlySomeVersionsHaveBatches(String version, boolean hasBatches) {
        String batch = "[%s,%s]".formatted(PING, call(8, "flat"));
        List<String> answers = assistant.say(initialize(version), batch, PING);
        if (hasBatches)
            assertThat(answers)
                    .hasSize(3)
                    .anyMatch(
                            line ->
                                    line.startsWith("[" + PONG + ",")
                                            && line.contains("\"id\":8,\"result\""));
        else
            assertThat(answers.get(1))
                    .contains("-32600")
                    .contains(
                            "protocol version %s has no batches; send one message per line"
                                    .formatted(version));
        assertThat(answers).contains(PONG);
    }

    private static String call(int id, String tool) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\"}}"
                .formatted(id, tool);
    }

    @Test
    void callsInARowAreAllAnswered() {
        List<String> answers =
                assistant.say(call(1, "flat"), call(2, "flat"), call(3, "runs")).stream()
                        .sorted(
                                Comparator.comparing(
                                        line -> line.substring(line.indexOf("\"id\":"))))
                        .toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(1)).isEqualTo(answers.get(0).replace("\"id\":1", "\"id\":2"));
        assertThat(answers.get(2)).contains("\"id\":3");
    }

    @Test
    void aLineThatIsTooLongIsPassedOver() {
        String line = "{\"text\":\"" + "x".repeat(MessageReader.MAX_BYTES) + "\"}";
        List<String> answers = assistant.say(line, PING);
        assertThat(answers).hasSize(2).last().isEqualTo(PONG);
        assertThat(answers.getFirst())
                .contains("-32600")
                .contains("a message has at most 1,048,576 bytes, found 1,048,587");
    }

    @Test
    void theLongestLineIsRead() {
        String start = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"x\":\"";
        String line = start + "x".repeat(MessageReader.MAX_BYTES - start.length() - 3) + "\"}}";
        assertThat(assistant.say(line)).containsExactly(PONG);
    }

    @Test
    void bytesThatAreNoTextAreAnError() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {'"', (byte) 0xff, '"', '\n'});
        bytes.write((PING + "\n").getBytes(UTF_8));
        assertThat(assistant.say(bytes.toByteArray()))
                .containsExactly(
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"expected"
                            + " a message in UTF-8\"}}",
                        PONG);
    }

    @Test
    void aLastLineNeedsNoEndAndLinesMayEndAsOnWindows() {
        assertThat(assistant.say((PING + "\r\n" + PING).getBytes(UTF_8)))
                .containsExactly(PONG, PONG);
    }

    @Test
    void anInputThatIsClosedEndsIt() {
        assertThat(assistant.say(new byte[0])).isEmpty();
    }
}
