package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.testkit.TestData;

/// The first commands of the tutorials of other tools, on their own data.
class EnsembleDatasetsTest {
    private final Session session =
            new Session(Formats.all(), Session.PLAIN.withWidth(EnsembleRuns.WIDTH));

    private Session.Answer ask(String question, String data, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = "ensemble";
        words[1] = question;
        words[2] = TestData.require(data).toString();
        System.arraycopy(more, 0, words, 3, more.length);
        Session.Answer answer = session.run(words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer;
    }

    @Test
    void filesWithoutMetadataScaleByTheirRanks() {
        String text = ask("speedup", "hatchet/lulesh-1node").out();
        assertThat(text)
                .startsWith("speedup of time (inclusive), 2 runs, by ranks\n")
                .contains("the whole run is below 80 % efficiency from ranks = 27 on\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= EnsembleRuns.WIDTH);
    }

    /// Thicket's tutorial has 5.883897796526111 for `main` of 343 over 8 processes.
    @Test
    void aFolderOfSpotFilesIsItsRuns() {
        String rows = ask("speedup", "thicket/tutorial-2023/lulesh_strong", "--csv").out();
        String main =
                rows.lines().filter(line -> line.contains(",main,")).findFirst().orElseThrow();
        assertThat(Double.parseDouble(main.substring(main.lastIndexOf(',') + 1)))
                .isCloseTo(5.883897796526111, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(ask("info", "thicket/tutorial-2023/lulesh_strong").out()).startsWith("30 runs,");
    }

    @Test
    void aFolderOfRepetitionsIsItsRuns() {
        String folder = "thicket/tutorial/data/quartz/clang14.0.6_BaseSeq_8388608";
        String rows =
                ask("stats", folder, "--statistic", "std", "--statistic", "count", "--csv").out();
        assertThat(rows.lines().skip(1).filter(line -> line.contains(",RAJAPerf,")))
                .singleElement()
                .asString()
                .endsWith(",10.0")
                .doesNotContain(",,");
        assertThat(ask("info", folder).out()).startsWith("10 runs,");
    }

    @Test
    void kernelsOfGpuRunsAreShown() {
        String text = ask("stats", "thicket/tests/rajaperf/lassen", "--top", "100").out();
        assertThat(text).contains("RAJAPerf/Basic").contains("below 1 %: --threshold 0 shows them");
        assertThat(text.lines()).allMatch(line -> line.length() <= EnsembleRuns.WIDTH);
    }

    @Test
    void everyQuestionFitsTheScreen() {
        for (String question :
                new String[] {
                    "info", "metadata", "values", "stats", "tree", "pivot", "variability"
                })
            assertThat(ask(question, "thicket/tutorial-2023/lulesh_strong").out().lines())
                    .as(question)
                    .allMatch(line -> line.length() <= EnsembleRuns.WIDTH + 20);
    }
}
