package treeline.app.commands.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.testkit.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What `plot` draws are the numbers that the commands for people and programs print.
class PlotNumbersTest extends CommandTest {
    private static final String RUNS = "jacobi-*-0-*.tldb";

    private final Session recordings = new Session(Formats.all(), Session.PLAIN);

    @BeforeEach
    void copy() {
        Recordings.scaling(folder);
        for (String example : List.of("closure", "parallel-io"))
            Recordings.database(example, folder);
    }

    /// The data of a plot.
    private String plotted(String kind, String path, String... options) throws IOException {
        Path file = folder.resolve("figure.json");
        List<String> words = new ArrayList<>(List.of("plot", kind, folder + "/" + path));
        words.addAll(List.of(options));
        words.addAll(List.of("-o", file.toString()));
        Session.Answer answer = run(recordings, words.toArray());
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return Files.readString(file);
    }

    /// The rows of a command as cells.
    private List<String[]> csv(String... words) {
        Session.Answer answer =
                run(
                        recordings,
                        (Object[])
                                Stream.of(words)
                                        .map(
                                                each ->
                                                        each.endsWith(".tldb")
                                                                ? folder + "/" + each
                                                                : each)
                                        .toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out().lines().map(line -> line.split(",", -1)).toList();
    }

    static List<Double> column(List<String[]> rows, String name) {
        int at = List.of(rows.getFirst()).indexOf(name);
        assertThat(at).as(name + " of " + List.of(rows.getFirst())).isNotNegative();
        return rows.stream().skip(1).map(row -> number(row[at])).toList();
    }

    static List<String> texts(List<String[]> rows, String name) {
        int at = List.of(rows.getFirst()).indexOf(name);
        return rows.stream().skip(1).map(row -> row[at]).toList();
    }

    private static double number(String text) {
        return text.isEmpty() || text.equals("null") ? Double.NaN : Double.parseDouble(text);
    }

    /// The numbers of a list that follows a text.
    static List<Double> after(String json, String before) {
        var found = Pattern.compile(Pattern.quote(before) + "\\[([^\\]\\[]*)\\]").matcher(json);
        assertThat(found.find()).as(before + " in " + json).isTrue();
        return Stream.of(found.group(1).split(",")).map(each -> number(each.strip())).toList();
    }

    /// Every number of a field, in order.
    static List<Double> all(String json, String field) {
        return Pattern.compile("\"" + field + "\": ([-+.\\dEe]+|null)")
                .matcher(json)
                .results()
                .map(found -> number(found.group(1)))
                .toList();
    }

    static List<String> names(String json, String field) {
        return Pattern.compile("\"" + field + "\": \"([^\"]*)\"")
                .matcher(json)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aHeatMapHasTheStatistics() throws IOException {
        String json = plotted("heatmap", RUNS, "--statistic", "mean", "--statistic", "std");
        List<String[]> stats =
                csv(
                        "ensemble",
                        "stats",
                        RUNS,
                        "--statistic",
                        "mean",
                        "--statistic",
                        "std",
                        "--csv");
        assertThat(after(json, "\"mean\", \"unit\": \"ns\", \"values\": "))
                .isEqualTo(column(stats, "time_mean [ns]"));
        assertThat(after(json, "\"std\", \"unit\": \"ns\", \"values\": "))
                .isEqualTo(column(stats, "time_std [ns]"));
    }

    @Test
    void boxesHaveTheQuartiles() throws IOException {
        String json = plotted("box", RUNS);
        List<String[]> stats = csv("ensemble", "stats", RUNS, "--statistic", "box", "--csv");
        assertThat(names(json, "name")).isEqualTo(texts(stats, "path"));
        assertThat(all(json, "q1")).isEqualTo(column(stats, "time_q1 [ns]"));
        assertThat(all(json, "median")).isEqualTo(column(stats, "time_q2 [ns]"));
        assertThat(all(json, "q3")).isEqualTo(column(stats, "time_q3 [ns]"));
        assertThat(all(json, "upperFence")).isEqualTo(column(stats, "time_upperfence [ns]"));
    }

    @Test
    void efficienciesAreThoseOfSpeedup() throws IOException {
        String json = plotted("scaling", RUNS, "--kind", "strong_efficiency");
        List<String[]> rows =
                csv("ensemble", "speedup", RUNS, "--kind", "strong_efficiency", "--csv");
        List<Double> expected = new ArrayList<>();
        for (int row = 0; row < rows.size() - 1; row++) {
            for (String ranks : List.of("1", "2", "4", "8"))
                expected.add(column(rows, ranks).get(row));
            if (row == 0) for (int step = 0; step <= 32; step++) expected.add(1.0); // ideal
        }
        assertThat(all(json, "value")).isEqualTo(expected);
        assertThat(names(json, "name")).isEqualTo(texts(rows, "path"));
    }

    @Test
    void scalingLinesHaveTheMeansOfEachSetting() throws IOException {
        String json =
                plotted("scaling", RUNS, "--paths", "MATCH (\".\", p) WHERE p.name = \"sweep\"");
        List<String[]> rows =
                csv(
                        "ensemble",
                        "stats",
                        RUNS,
                        "--group-by",
                        "ranks",
                        "--statistic",
                        "mean",
                        "--paths",
                        "MATCH (\".\", p) WHERE p.name = \"sweep\"",
                        "--csv");
        assertThat(all(json, "value").subList(0, 4)).isEqualTo(column(rows, "time_mean [ns]"));
        assertThat(all(json, "x").subList(0, 4)).containsExactly(1.0, 2.0, 4.0, 8.0);
    }

    @Test
    void barsOfRunsHaveTheFunctionsOfThePivotSlowestRunFirst() throws IOException {
        String json = plotted("runs", RUNS);
        List<String[]> pivot =
                csv("ensemble", "pivot", RUNS, "--metric", "time:exclusive", "--csv");
        List<Double> drawn = after(json, "\"residual\", \"values\": ");
        List<Double> printed = column(pivot, "residual [ns]");
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(printed);
        List<String> runs = texts(pivot, "run");
        assertThat(runs.get(printed.indexOf(drawn.getFirst()))).contains("jacobi-8-0-3");
    }

    @Test
    void theMatrixIsThatOfCorrelate() throws IOException {
        String json = plotted("correlation", "parallel-io.tldb");
        List<String[]> matrix = csv("correlate", "parallel-io.tldb", "--csv");
        assertThat(after(json, "\"values\": [\n    "))
                .isEqualTo(
                        Stream.of("time:inclusive", "mem")
                                .map(name -> column(matrix, name).getFirst())
                                .toList());
        assertThat(column(matrix, "calls:exclusive")).containsOnly(Double.NaN);
        assertThat(json).contains("omitted: 1 metric without a correlation with any other");
    }

    @Test
    void theScatterHasTheNodesOfTheRegression() throws IOException {
        String[] options = {"--with", "time", "--with", "mem", "--log"};
        String json = plotted("scatter", "parallel-io.tldb", options);
        List<String[]> rows =
                csv(
                        "correlate",
                        "parallel-io.tldb",
                        "--with",
                        "time",
                        "--with",
                        "mem",
                        "--log",
                        "--csv");
        assertThat(all(json, "y")).isEqualTo(column(rows, "time:inclusive [ns]"));
        assertThat(all(json, "x")).isEqualTo(column(rows, "mem"));
    }

    @Test
    void panelsOfRanksHaveTheHistogramsOfImbalance() throws IOException {
        String json = plotted("ranks", "closure.tldb", "--top", "1");
        List<String[]> rows = csv("imbalance", "closure.tldb", "--verbose", "--top", "1", "--csv");
        assertThat(names(json, "name")).containsExactly(texts(rows, "path").getFirst());
        assertThat(after(json, "\"counts\": ").stream().mapToDouble(each -> each).sum())
                .isEqualTo(4);
        assertThat(all(json, "largest"))
                .containsExactly(column(rows, "max:exclusive [ns]").getFirst());
    }

    @Test
    void clustersAreThoseOfTheTable() throws IOException {
        String json = plotted("clusters", RUNS);
        List<String[]> rows = csv("ensemble", "cluster", RUNS, "--csv");
        List<Double> groups = all(json, "group");
        for (double cluster : new double[] {0, 1})
            assertThat(groups.stream().filter(each -> each == cluster).count())
                    .isEqualTo(
                            column(rows, "cluster").stream()
                                    .filter(each -> each == cluster)
                                    .count());
    }

    @Test
    void parallelLinesHaveTheTotalsOfTheRuns() throws IOException {
        String json = plotted("parallel", RUNS, "--column", "ranks");
        assertThat(after(json, "\"ranks\", \"unit\": \"\", \"texts\": [], \"values\": "))
                .containsExactlyInAnyOrder(1., 1., 1., 2., 2., 2., 4., 4., 4., 8., 8., 8.);
        List<String[]> pivot = csv("ensemble", "pivot", RUNS, "--csv");
        List<Double> totals =
                after(json, "\"time (inclusive)\", \"unit\": \"ns\", \"texts\": [], \"values\": ");
        for (int run = 0; run < totals.size(); run++)
            assertThat(totals.get(run))
                    .isCloseTo(
                            column(pivot, "main [ns]").get(run),
                            org.assertj.core.data.Offset.offset(1e-3));
    }
}
