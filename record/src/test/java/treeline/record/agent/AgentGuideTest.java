package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The program that `docs/how-to/record-without-changes.md` gives to try the agent on.
class AgentGuideTest {
    @TempDir Path folder;

    @Test
    void theProgramOfTheGuideIsRecordedAsTheGuideShows() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("Pi", program());
        AgentRun.Ended ended = run.run("include=Pi", "Pi");
        assertThat(ended.out()).hasLineCount(3);
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: 3 methods of 1 classes recorded in %s: 1,015 calls\n"
                                .formatted(run.output()));
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo("Pi.main 1\n  Pi.estimate 3\n    Pi.batch 1011\n");
    }

    private static String program() throws IOException {
        try (Stream<String> lines =
                Files.lines(Path.of("../docs/how-to/record-without-changes.md"))) {
            return lines.dropWhile(line -> !line.startsWith("public class Pi"))
                    .takeWhile(line -> !line.startsWith("```"))
                    .collect(Collectors.joining("\n"));
        }
    }
}
