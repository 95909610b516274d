package treeline.app.commands.plot;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.app.commands.plot.PlotNumbersTest.after;
import static treeline.app.commands.plot.PlotNumbersTest.all;
import static treeline.app.commands.plot.PlotNumbersTest.column;
import static treeline.app.commands.plot.PlotNumbersTest.names;
import static treeline.app.commands.plot.PlotNumbersTest.texts;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// `plot model` and `plot trend` draw the numbers of `ensemble model` and `archive trend`.
class HistoryPlotsTest {
    private static final String RUNS = "scaling/*.tldb";
    private static final String ARCHIVE = "perf";

    @TempDir static Path temporary;

    @BeforeAll
    static void writeTheDemo() {
        assertThat(session().run("demo", temporary.resolve("demo").toString()).exitCode()).isZero();
    }

    private static Session session() {
        return new Session(Formats.all(), Session.PLAIN);
    }

    private static String printed(String... words) {
        Session.Answer answer =
                session()
                        .run(
                                Stream.of(words)
                                        .map(HistoryPlotsTest::inFolder)
                                        .toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out();
    }

    private static String inFolder(String word) {
        boolean isFile = word.equals(ARCHIVE) || word.equals(RUNS);
        return isFile ? temporary.resolve("demo", word).toString() : word;
    }

    private static String plotted(String file, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("plot"));
        all.addAll(List.of(words));
        all.addAll(List.of("-o", temporary.resolve(file).toString()));
        printed(all.toArray(String[]::new));
        return Files.readString(temporary.resolve(file));
    }

    private static List<String[]> csv(String... words) {
        return printed(words).lines().map(line -> line.split(",", -1)).toList();
    }

    /// The line of a node in the JSON of a plot.
    private static String line(String json, String node) {
        return json.lines()
                .filter(line -> line.contains("{\"name\": \"%s\",".formatted(node)))
                .findFirst()
                .orElseThrow();
    }

    /// Also at a measured rank count, and between measured rank counts.
    @ParameterizedTest
    @ValueSource(strings = {"512", "64", "30"})
    void curvesGoThroughThePredictions(String at) throws IOException {
        String json = plotted("m.json", "model", RUNS, "--at", at);
        List<String[]> rows = csv("ensemble", "model", RUNS, "--at", at, "--csv");
        assertThat(names(json, "name")).isEqualTo(texts(rows, "path"));
        for (int row = 0; row < rows.size() - 1; row++) {
            String line = line(json, texts(rows, "path").get(row));
            String curve = line.substring(line.indexOf("\"curve\""), line.indexOf("\"ideal\""));
            int step = all(curve, "x").indexOf(Double.valueOf(at));
            assertThat(all(curve, "value").get(step))
                    .isEqualTo(column(rows, "predicted [ns]").get(row));
            assertThat(all(curve, "low").get(step)).isEqualTo(column(rows, "lower [ns]").get(row));
            assertThat(all(curve, "high").get(step)).isEqualTo(column(rows, "upper [ns]").get(row));
        }
    }

    @Test
    void aModelOfOneNodeHasEveryRepetition() throws IOException {
        String json = plotted("m.json", "model", RUNS, "--top", "1");
        assertThat(names(json, "name")).containsExactly("main");
        String repetitions =
                json.substring(json.indexOf("\"repetitions\""), json.indexOf("\"fit\""));
        assertThat(all(repetitions, "value")).hasSize(18);
        assertThat(json).contains("1 of 3 nodes, the largest predicted; --top 3 draws all");
    }

    @Test
    void aNodeWithCalleesSaysThatItIsASum() throws IOException {
        assertThat(plotted("m.json", "model", RUNS, "--where", "trial = 0"))
                .contains("\"main: sum over callees\"")
                .contains("\"main/exchange: -530 µs + 99.7 ms * ranks^1/2\"")
                .contains("\"main/sweep: 64.0 s * ranks^-1\"");
    }

    @Test
    void trendsHaveTheValuesAndLevelsOfTheArchive() throws IOException {
        String json = plotted("t.json", "trend", "main/solve", "--archive", ARCHIVE);
        String[] trend = {"archive", "trend", "main/solve", "--archive", ARCHIVE};
        List<String> words = new ArrayList<>(List.of(trend));
        words.add("--csv");
        List<String[]> rows = csv(words.toArray(String[]::new));
        assertThat(after(json, "\"values\": ")).isEqualTo(column(rows, "value:inclusive [ns]"));
        words.set(words.size() - 1, "--json");
        String printed = printed(words.toArray(String[]::new));
        assertThat(all(json, "mean")).hasSize(2).isEqualTo(all(printed, "mean"));
        assertThat(all(json, "from")).isEqualTo(all(printed, "from"));
        assertThat(all(json, "to")).isEqualTo(all(printed, "end"));
        assertThat(json).contains("main/solve: +9.9 % since c12 (p = ");
    }

    /// Five builds have no output: they are gaps, not 0, and segments start after them.
    @Test
    void runsWithoutANodeAreGaps() throws IOException {
        String[] words = {"trend", "main", "main/output", "--archive", ARCHIVE};
        String json = plotted("t.json", words);
        String output = line(json, "main/output");
        assertThat(after(output, "\"values\": "))
                .hasSize(20)
                .startsWith(Collections.nCopies(5, Double.NaN).toArray(Double[]::new))
                .doesNotContain(0.0);
        assertThat(all(output, "from")).containsExactly(5.0);
        assertThat(json).contains("\"main/output: 5 runs without a value\"");
        String svg = plotted("t.svg", words);
        assertThat(svg.split("<circle")).hasSize(1 + 20 + 15);
        assertThat(svg).doesNotContain("NaN").contains("<title>main/output</title>output</text>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"trend --archive perf", "model scaling/*.tldb"})
    void darkOnesDifferInColoursOnly(String words) throws IOException {
        String light = plotted("l.svg", words.split(" "));
        String dark = plotted("d.svg", (words + " --dark").split(" "));
        assertThat(dark).isNotEqualTo(light);
        assertThat(withoutColours(dark)).isEqualTo(withoutColours(light));
    }

    /// The identifiers of elements differ too, because a page may contain both pictures.
    private static String withoutColours(String svg) {
        return svg.replaceAll("#[0-9a-fA-F]{6}|-light|-dark", "");
    }
}
