package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.app.Session;
import treeline.app.cli.CommandLine;
import treeline.app.commands.Commands;
import treeline.app.terminal.Console;
import treeline.formats.Formats;

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
                        commandLine(formats),
                        formats,
                        Optional.empty(),
                        paths,
                        () -> "1.0",
                        warnings::add),
                warnings);
    }

    static CommandLine commandLine(Formats formats) {
        List<treeline.app.cli.Command> commands = Commands.all(() -> formats, "treeline");
        return new CommandLine("treeline", () -> "1.0", "", commands);
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
    Json.Fields call(String tool, String arguments) {
        String line =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                        + "{\"name\":\"%s\",\"arguments\":%s}}".formatted(tool, arguments);
        List<String> answers = say(line);
        assertThat(answers).hasSize(1);
        return fields(read(answers.getFirst()), "result");
    }

    /// The structured answer of a tool that succeeds; the text beside it is the same.
    Json.Fields ask(String tool, String arguments) {
        Json.Fields result = call(tool, arguments);
        assertThat(result.get("isError")).as(result.written()).contains(new Json.Flag(false));
        Json.Fields answer = fields(result, "structuredContent");
        assertThat(text(result)).isEqualTo(answer.written());
        return answer;
    }

    /// What a tool says that cannot answer.
    String refused(String tool, String arguments) {
        Json.Fields result = call(tool, arguments);
        assertThat(result.get("isError")).as(result.written()).contains(new Json.Flag(true));
        assertThat(result.get("structuredContent")).isEmpty();
        return text(result);
    }

    private static String text(Json.Fields result) {
        List<Json> content = ((Json.Items) result.all().get("content")).all();
        assertThat(content).hasSize(1);
        return ((Json.Fields) content.getFirst()).text("text").orElseThrow();
    }

    static Json.Fields read(String json) {
        try {
            return (Json.Fields) JsonTree.read(json);
        } catch (BadMessage bad) {
            throw new AssertionError(json, bad);
        }
    }

    static Json.Fields fields(Json.Fields of, String name) {
        return (Json.Fields) of.get(name).orElseThrow(() -> new AssertionError(of.written()));
    }

    static List<Json> rows(Json.Fields answer) {
        return ((Json.Items) answer.all().get("rows")).all();
    }

    static long number(Json.Fields of, String name) {
        return Long.parseLong(((Json.Numeral) of.all().get(name)).digits());
    }
}
