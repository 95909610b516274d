package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.app.Session;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.list.Questions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An assistant in this process: says lines to a server and reads the lines that it answers.
///
/// @param warnings what the server said when it opened runs
record Assistant(McpServer server, List<String> warnings) {

    /// With the formats of [Session#plain], so that runs can be drawn.
    static Assistant of(Path... paths) throws IOException {
        return of(Session.plain().formats(), Stream.of(paths).map(Path::toString).toList());
    }

    static Assistant of(Formats formats, List<String> paths) throws IOException {
        List<String> warnings = new ArrayList<>();
        return new Assistant(
                McpServer.of(
                        new Questions(() -> formats).all(),
                        formats,
                        Optional.empty(),
                        paths,
                        () -> "1.0",
                        warnings::add),
                warnings);
    }

    /// What the server answers to lines, until they end.
    List<String> say(String... lines) {
        return say((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    List<String> say(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try {
            server.serve(new ByteArrayInputStream(bytes), Console.stream(out, 64));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /// The result of a tool.
    JsonValue.Fields call(String tool, String arguments) {
        String line =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                        + "{\"name\":\"%s\",\"arguments\":%s}}".formatted(tool, arguments);
        List<String> answers = say(line);
        assertThat(answers).hasSize(1);
        return fields(read(answers.getFirst()), "result");
    }

    /// The structured answer of a tool that succeeds; the text beside it is the same.
    JsonValue.Fields ask(String tool, String arguments) {
        JsonValue.Fields result = call(tool, arguments);
        assertThat(result.get("isError")).as(result.written()).contains(new JsonValue.Flag(false));
        JsonValue.Fields answer = fields(result, "structuredContent");
        assertThat(text(result)).isEqualTo(answer.written());
        return answer;
    }

    /// What a tool says that cannot answer.
    String refused(String tool, String arguments) {
        JsonValue.Fields result = call(tool, arguments);
        assertThat(result.get("isError")).as(result.written()).contains(new JsonValue.Flag(true));
        assertThat(result.get("structuredContent")).isEmpty();
        return text(result);
    }

    private static String text(JsonValue.Fields result) {
        List<JsonValue> content = ((JsonValue.Items) result.all().get("content")).all();
        assertThat(content).hasSize(1);
        return ((JsonValue.Fields) content.getFirst()).text("text").orElseThrow();
    }

    static JsonValue.Fields read(String json) {
        try {
            return (JsonValue.Fields) JsonMessage.read(json);
        } catch (ProtocolError bad) {
            throw new AssertionError(json, bad);
        }
    }

    static JsonValue.Fields fields(JsonValue.Fields of, String name) {
        return (JsonValue.Fields) of.get(name).orElseThrow(() -> new AssertionError(of.written()));
    }

    static List<JsonValue> rows(JsonValue.Fields answer) {
        return ((JsonValue.Items) answer.all().get("rows")).all();
    }

    static long number(JsonValue.Fields of, String name) {
        return Long.parseLong(((JsonValue.Numeral) of.all().get(name)).digits());
    }
}
