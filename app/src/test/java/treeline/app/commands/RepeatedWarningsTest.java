package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;

import java.io.IOException;
import java.util.List;

/// A warning that many files share is one line, with a count and the first file.
class RepeatedWarningsTest extends CommandTest {
    private static final int RUNS = 6;
    private static final String LINE =
            "warning: values are missing: the end of the file, %d times (first: %s0.txt line 3)";

    @BeforeEach
    void draw() throws IOException {
        for (String build : List.of("old", "new"))
            for (int run = 0; run < RUNS; run++)
                drawn(
                        build + run + ".txt",
                        "path rank0\nmain %d\nlost the end of the file\n".formatted(100 + run));
    }

    @Test
    void manyRunsHaveOneLineForEachReason() {
        Object old = folder.resolve("old*.txt");
        Object all = folder.resolve("*.txt");
        assertThat(linesOf("compare", old, folder.resolve("new*.txt")))
                .containsOnlyOnce(LINE.formatted(2 * RUNS, "old"));
        assertThat(linesOf("ensemble", "stats", all))
                .containsOnlyOnce(LINE.formatted(2 * RUNS, "new"))
                .containsOnlyOnce(
                        "warning: only partly read; --skip-incomplete skips: 12 runs (first:"
                                + " new0.txt)");
        assertThat(linesOf("archive", "add", old, "--archive", folder.resolve("archive")))
                .containsOnlyOnce(LINE.formatted(RUNS, "old"));
    }

    @Test
    void twoRunsThatAreComparedHaveOneNote() {
        Object[] diff = {"diff", folder.resolve("old0.txt"), folder.resolve("new0.txt")};
        String entry = "the end of the file, 2 times (first: old0.txt line 3)";
        assertThat(run(wide, diff).out())
                .startsWith("incomplete profile, some values could not be read: " + entry + "\n\n");
        assertThat(run(session, diff[0], diff[1], diff[2], "--json").out())
                .containsOnlyOnce("the end of the file")
                .contains(entry);
    }

    private List<String> linesOf(Object... words) {
        Session.Answer answer = run(wide, words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.err()
                .lines()
                .filter(line -> line.contains("part") || line.contains("missing"))
                .toList();
    }
}
