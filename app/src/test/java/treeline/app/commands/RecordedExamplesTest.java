package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.testkit.Recordings;

import java.nio.file.Path;
import java.util.List;

/// The commands on what the recorder really writes.
class RecordedExamplesTest {
    static final List<String> EXAMPLES = Recordings.EXAMPLES;

    @TempDir Path folder;

    private static String said(String command, Path file) {
        Session session = new Session(Formats.all(), Session.PLAIN);
        Session.Answer answer = session.run(command, file.toString());
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        return answer.out();
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void infoTellsWhatWasRecorded(String example) {
        assertThat(said("info", Recordings.database(example, folder)))
                .contains("database", example, "time", "calls", "mem");
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void treeShowsTheProgramBelowMain(String example) {
        int ranks = example.equals("figure-two") ? 2 : 4;
        assertThat(said("tree", Recordings.database(example, folder)))
                .startsWith("time (inclusive), mean of %d ranks x 2 repetitions".formatted(ranks))
                .contains("100.0 %  ██████████  ● main\n");
    }

    @Test
    void textIsShownLikeADatabase() {
        Path text = Recordings.figureTwoAsText(folder);
        assertThat(said("info", text)).contains("figure-two");
        assertThat(said("tree", text)).contains("exchange").contains("compute  COMP");
    }
}
