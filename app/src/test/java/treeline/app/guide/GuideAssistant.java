package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/// An assistant that starts `treeline mcp` as the documentation shows, and calls its tools.
record GuideAssistant(GuideFolder folder) {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"guide","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    /// The replies to a greeting and to further lines on the standard input. Runs are files of the
    /// demo folder.
    Session.Answer answer(List<String> words, String... lines) {
        InputStream usual = System.in;
        String input = GREETING + String.join("\n", lines) + "\n";
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            Session.Answer answer =
                    new Session(Formats.all(), Session.PLAIN)
                            .run(words.stream().map(this::inFolder).toArray(String[]::new));
            assertThat(answer.err())
                    .matches(
                            "treeline mcp: .* open, waiting for an assistant at the standard"
                                    + " input\n");
            return new Session.Answer(answer.exitCode(), answer.out(), "");
        } finally {
            System.setIn(usual);
        }
    }

    private String inFolder(String word) {
        return Files.exists(folder.path().resolve(word))
                ? folder.path().resolve(word).toString()
                : word;
    }
}
