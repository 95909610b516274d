package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.ListedQuestions;
import treeline.app.Session;
import treeline.formats.Formats;
import treeline.question.Question;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Values that are infinite, and values whose sum is: some tools write the word on purpose.
class InfiniteValuesTest {
    private static final String RUN =
            """
            path,rank,time (exc) [s],memory (inc) [B],level (point)
            main,0,1.7e308,1.7e308,Infinity
            main,1,1.7e308,1,2
            main/a,0,1.7e308,Infinity,-Infinity
            main/a,1,1,NaN,1
            main/b,0,-Infinity,5,1

            """;

    @TempDir Path folder;

    @Test
    void everyQuestionAnswersOrSaysWhyNot() throws IOException {
        var session = new Session(Formats.all(), Session.PLAIN);
        Path run = Files.writeString(folder.resolve("run.csv"), RUN);
        for (Question question : ListedQuestions.aboutOneRun())
            for (String[] options : new String[][] {{}, {"--json"}}) {
                String[] words =
                        Arrays.stream(ListedQuestions.words(question, run, "a", options))
                                .map(String::valueOf)
                                .toArray(String[]::new);
                Session.Answer answer = session.run(words);
                assertThat(answer.err())
                        .as(question.name())
                        .doesNotContain("internal error", "Infinite or NaN");
                assertThat(answer.exitCode()).as(question.name() + answer.err()).isIn(0, 2);
            }
    }

    @Test
    void aTreeWithInfiniteValuesIsComplete() throws IOException {
        var session = new Session(Formats.all(), Session.PLAIN);
        Path run = Files.writeString(folder.resolve("run.csv"), RUN);
        Session.Answer answer = session.run("tree", run.toString(), "--metric", "time");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .contains("8.50e+307 s", "● main", "├─ a", "-infinite", "└─ … 1 more");
    }

    @Test
    void aNumberBeyondTheRangeOfADoubleIsRefusedWithItsPlace() throws IOException {
        var session = new Session(Formats.all(), Session.PLAIN);
        Path run = folder.resolve("run.csv");
        Files.writeString(run, RUN.replace("main/a,1,1,", "main/a,1,1e309,"));
        Session.Answer answer = session.run("tree", run.toString());
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("run.csv line 5: expected a value, found '1e309'");
    }
}
