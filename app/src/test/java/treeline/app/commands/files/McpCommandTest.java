package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// How `treeline mcp` starts and ends; what it answers is tested in `treeline.app.mcp`.
class McpCommandTest extends CommandTest {

    private Session.Answer serve(String input, Object... words) {
        InputStream usual = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return run(wide, words);
        } finally {
            System.setIn(usual);
        }
    }

    @Test
    void itEndsWhenItsInputEndsAndPrintsNothingButAnswers() throws IOException {
        Path run = drawn("run.txt", "path rank0\nmain 1\n");
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
        assertThat(serve(ping, "mcp", run))
                .isEqualTo(
                        new Session.Answer(
                                0,
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
                                "treeline mcp: 1 run open, waiting for an assistant at the standard"
                                        + " input\n"));
    }

    @Test
    void whatIsLeftOutIsSaidOnTheErrorStream() throws IOException {
        Path secret = drawn("secret.txt", "path rank0\nmain 1\n");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.writeString(runs.resolve("a.txt"), "path rank0\nmain 1\n");
        Files.createSymbolicLink(runs.resolve("b.txt"), secret);
        assertThat(serve("", "mcp", runs).err())
                .startsWith(
                        "warning: skipped: runs/b.txt is a link out of its folder; name its target"
                                + " to open it\n"
                                + "treeline mcp: 1 run open");
    }

    @Test
    void theFormatOfRunsMayBeNamed() throws IOException {
        Path run = drawn("run.txt", "path rank0\nmain 1\n");
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tree\"}}\n";
        assertThat(serve(call, "mcp", run, "--format", "drawn").out())
                .contains("\"format\":\"drawn\"");
        assertThat(refused("mcp", run, "--format", "no"))
                .startsWith("treeline: no format 'no'; available: drawn, database\n");
    }

    @Test
    void withoutRunsItDoesNotStart() {
        assertThat(refused("mcp")).startsWith("treeline: PATH is missing\n");
        assertThat(refused("mcp", "-"))
                .startsWith("treeline: -: expected a local file, folder or pattern\n");
        assertThat(refused("mcp", folder.resolve("no.txt")))
                .startsWith("treeline: no.txt: no such file\n");
    }
}
