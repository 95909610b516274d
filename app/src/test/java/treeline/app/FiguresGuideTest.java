package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.testkit.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs every command of docs/guide/figures.md and compares what it prints with what stands there.
class FiguresGuideTest {
    private static final Path GUIDE = Path.of("../docs/guide/figures.md");
    private static final Pattern BLOCK =
            Pattern.compile("```\n\\$ treeline ([^\n]*)\n(.*?)```\n", Pattern.DOTALL);
    private static final int COLUMNS = 90;

    @TestFactory
    Stream<DynamicTest> theGuidePrintsWhatTheCommandsPrint(@TempDir Path folder)
            throws IOException {
        for (String example : Recordings.EXAMPLES) Recordings.database(example, folder);
        Recordings.scaling(folder);
        List<DynamicTest> tests = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(Files.readString(GUIDE));
        while (blocks.find()) {
            String line = blocks.group(1);
            String expected = blocks.group(2);
            tests.add(DynamicTest.dynamicTest(line, () -> check(folder, line, expected)));
        }
        assertThat(tests).hasSizeGreaterThan(5);
        return tests.stream();
    }

    private static void check(Path folder, String line, String expected) {
        var session = new Session(Formats.all(), Session.PLAIN.withWidth(COLUMNS));
        String[] words = GuideLine.words(line, folder);
        Session.Answer answer = session.run(words);
        assertThat(answer.err().lines().filter(each -> !isAboutRuns(each))).isEmpty();
        assertThat(answer.out().stripTrailing()).isEqualTo(expected.stripTrailing());
    }

    /// The recordings differ in more than a figure shows, and do not scale.
    private static boolean isAboutRuns(String line) {
        return line.matches("warning: (.* differs: .*|.*times do not fall with more.*)");
    }
}
