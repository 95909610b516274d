package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.ListedQuestions;
import treeline.app.Session;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.screen.TextWidth;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// No line of a text is wider than the screen, whatever command prints it of whatever run: what
/// does not fit goes on in the next line, and names and call paths are cut in their middle.
class WidthTest extends CommandTest {
    private static final List<Integer> WIDTHS = List.of(60, 80, 100);
    private static final String LONG =
            "a_region_whose_name_is_longer_than_a_narrow_screen_is_wide<T>";

    /// Variants of questions about one run; words of a line are split at blanks.
    private static final List<String> VARIANTS =
            List.of(
                    "tree --metric time:exclusive --depth 2",
                    "tree --top 5",
                    "tree --explain",
                    "tree --prune 1%,mpi",
                    "hot-path --all",
                    "flat --by kind",
                    "flat --by activity",
                    "flat --only mpi",
                    "imbalance --verbose",
                    "imbalance --sample 1%",
                    "ranks --clusters 2",
                    "correlate --at-least 0.1",
                    "prune --table 1%,2%",
                    "trace --samples",
                    "trace --bins 3");

    private static final List<String> ENSEMBLE_VARIANTS =
            List.of(
                    "ensemble stats --statistic box",
                    "ensemble speedup --kind strong_efficiency --group-by compiler",
                    "ensemble speedup --kind weak_efficiency",
                    "ensemble model --parameter ranks");

    private final List<String> tooWide = new ArrayList<>();
    private int answers;

    @Test
    void drawnRunsWithLongNamesFit() throws IOException {
        List<String> runs = new ArrayList<>();
        for (int ranks : List.of(2, 4, 8, 16, 32)) runs.add(run(ranks).toString());
        Session drawn = session;
        for (String command : oneRun()) look(drawn, command, runs.getFirst());
        look(drawn, "diff", runs.get(0), runs.get(1));
        look(drawn, "diff --by name", runs.get(0), runs.get(1));
        look(drawn, "compare", runs.get(0), runs.get(1));
        look(drawn, "iterations", iterations().toString());
        for (String command : manyRuns()) look(drawn, command, runs.toArray(String[]::new));
        assertThat(answers).isGreaterThan(3 * 35);
        assertThat(tooWide).isEmpty();
    }

    @Test
    void runsOfOtherToolsFit() {
        Session all = new Session(Formats.all(), Session.PLAIN);
        for (String run :
                List.of(
                        "hpctoolkit-v4/loops-perf.d",
                        "cubex/bt-mz_sum.p2.r1",
                        "caliper/jacobi/jacobi-p04.cali",
                        "caliper/timeseries")) {
            Path data = TestData.require(run);
            for (String command : oneRun()) look(all, command, data.toString());
        }
        Path jacobi = TestData.require("caliper/jacobi");
        for (String command : manyRuns()) look(all, command, jacobi.toString());
        assertThat(answers).isGreaterThan(3 * 60);
        assertThat(tooWide).isEmpty();
    }

    private static List<String> oneRun() {
        return commands(ListedQuestions.aboutOneRun(), VARIANTS);
    }

    private static List<String> manyRuns() {
        return commands(ListedQuestions.about(Question.Subject.RUNS), ENSEMBLE_VARIANTS);
    }

    private static List<String> commands(List<Question> questions, List<String> variants) {
        List<String> commands = new ArrayList<>(variants);
        for (Question each : questions)
            commands.add(
                    String.join(
                            " ",
                            Stream.concat(
                                            Stream.of(each.name()),
                                            ListedQuestions.further(each, "main").stream())
                                    .toList()));
        return commands;
    }

    /// Whether a command has an answer at all depends on the run.
    private void look(Session session, String command, String... paths) {
        for (int width : WIDTHS) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            boolean named = List.of("table", "ensemble").contains(words.getFirst());
            words.addAll(named ? 2 : 1, List.of(paths));
            words.addAll(List.of("--width", Integer.toString(width)));
            Session.Answer answer = session.run(words.toArray(String[]::new));
            if (answer.exitCode() == 0) answers++;
            answer.out()
                    .lines()
                    .filter(line -> TextWidth.of(line) > width)
                    .forEach(line -> tooWide.add("%s, %d: %s".formatted(command, width, line)));
        }
    }

    private Path run(int ranks) throws IOException {
        var drawing = new StringBuilder("metric time s exclusive\npath");
        for (int rank = 0; rank < ranks; rank++) drawing.append(" rank").append(rank);
        for (String path :
                List.of(
                        "main",
                        "main/" + LONG,
                        "main/" + LONG + "/MPI_Allreduce",
                        "main/" + LONG + "/" + LONG,
                        "main/io")) {
            drawing.append('\n').append(path);
            for (int rank = 0; rank < ranks; rank++)
                drawing.append(' ').append((10.0 + path.length() % 7 + 3 * (rank % 2)) / ranks);
        }
        drawing.append("\nfact ranks ").append(ranks);
        drawing.append("\nfact compiler ").append(ranks % 8 == 0 ? "gcc" : "clang");
        drawing.append("\nfact arguments ").append("--size 100 ".repeat(20));
        drawing.append("\nnote ").append(LONG).append(" was taken for something else entirely\n");
        return drawn("a_run_with_a_name_that_is_rather_long_" + ranks + ".run", drawing.toString());
    }

    private Path iterations() throws IOException {
        return drawn(
                "iterations.run",
                """
                metric time s inclusive
                path       rank0      rank1
                main       10         11
                main/%s    1+2+3+1+2  1+2+9+1+2
                """
                        .formatted(LONG));
    }
}
