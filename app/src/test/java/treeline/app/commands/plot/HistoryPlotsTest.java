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
import treeline.app.guide.GuideFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// `plot model` and `plot trend` draw what `ensemble model` and `archive trend` print.
class HistoryPlotsTest {
    @TempDir static Path temporary;

    private static GuideFolder folder;

    @BeforeAll
    static void record() {
        folder = GuideFolder.historiesIn(temporary);
    }

    private static String printed(String... words) {
        Session.Answer answer = folder.run(words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out();
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

    /// What a plot says of one node.
    private static String line(String json, String node) {
        return json.lines()
                .filter(line -> line.contains("{\"name\": \"%s\",".formatted(node)))
                .findFirst()
                .orElseThrow();
    }

    /// Also where that is within what was measured, and no measured number of ranks.
    @ParameterizedTest
    @ValueSource(strings = {"512", "64", "30"})
    void curvesGoThroughThePredictions(String at) throws IOException {
        String json = plotted("m.json", "model", "jacobi/*.cali", "--at", at);
        List<String[]> rows = csv("ensemble", "model", "jacobi/*.cali", "--at", at, "--csv");
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
        String json = plotted("m.json", "model", "jacobi/*.cali", "--top", "1");
        assertThat(names(json, "name")).containsExactly("main");
        String repetitions =
                json.substring(json.indexOf("\"repetitions\""), json.indexOf("\"fit\""));
        assertThat(all(repetitions, "value")).hasSize(18);
        assertThat(json).contains("1 of 3 nodes, the largest predicted; --top 3 draws all");
    }

    @Test
    void aNodeWithCalleesSaysThatItIsASum() throws IOException {
        assertThat(plotted("m.json", "model", "jacobi/*.cali", "--at", "512"))
                .contains("\"main: sum over callees\"")
                .contains("\"main/exchange: -1.11 ms + 101 ms * ranks^1/2\"")
                .contains("\"main/sweep: 64.2 s * ranks^-1\"");
    }

    @Test
    void trendsHaveTheValuesAndLevelsOfTheArchive() throws IOException {
        String json = plotted("t.json", "trend", "main/solve", "--archive", "nightly");
        String[] trend = {"archive", "trend", "main/solve", "--archive", "nightly"};
        List<String> words = new ArrayList<>(List.of(trend));
        words.add("--csv");
        List<String[]> rows = csv(words.toArray(String[]::new));
        assertThat(after(json, "\"values\": ")).isEqualTo(column(rows, "value:inclusive [ns]"));
        words.set(words.size() - 1, "--json");
        String printed = printed(words.toArray(String[]::new));
        assertThat(all(json, "mean")).hasSize(2).isEqualTo(all(printed, "mean"));
        assertThat(all(json, "from")).isEqualTo(all(printed, "from"));
        assertThat(all(json, "to")).isEqualTo(all(printed, "end"));
        assertThat(json).contains("main/solve: +10.1 % since c12 (p = ");
    }

    /// Five builds have no output: they are gaps, not 0, and stretches begin behind them.
    @Test
    void runsWithoutANodeAreGaps() throws IOException {
        String[] words = {"trend", "main", "main/output", "--archive", "nightly"};
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
        assertThat(svg).doesNotContain("NaN").contains(">main/output</text>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"trend --archive nightly", "model jacobi/*.cali"})
    void darkOnesDifferInColoursOnly(String words) throws IOException {
        String light = plotted("l.svg", words.split(" "));
        String dark = plotted("d.svg", (words + " --dark").split(" "));
        assertThat(dark).isNotEqualTo(light);
        assertThat(withoutColours(dark)).isEqualTo(withoutColours(light));
    }

    /// Names of elements say which of two pictures on a page they belong to.
    private static String withoutColours(String svg) {
        return svg.replaceAll("#[0-9a-fA-F]{6}|-light|-dark", "");
    }
}
