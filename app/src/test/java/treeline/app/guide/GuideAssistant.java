package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.app.Session;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An assistant that starts `treeline mcp` as a guide says, and asks it.
record GuideAssistant(GuideFolder folder) {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"guide","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    /// What the command answers to a greeting and to further lines on its standard input.
    Session.Answer answer(List<String> words, String... lines) {
        InputStream usual = System.in;
        String input = GREETING + String.join("\n", lines) + "\n";
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            Session.Answer answer = folder.run(words.toArray(String[]::new));
            assertThat(answer.err())
                    .matches(
                            "treeline mcp: .* open, waiting for an assistant at the standard"
                                    + " input\n");
            return new Session.Answer(answer.exitCode(), answer.out(), "");
        } finally {
            System.setIn(usual);
        }
    }
}
