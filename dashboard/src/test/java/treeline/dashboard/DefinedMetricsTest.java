package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.table.Table;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Metrics that a request defines by formulas.
class DefinedMetricsTest {
    private static final String RUN =
            """
            path        rank0  rank1
            main            1      1
            main/solve      2      6
            main/write      1      -

            metric bytes B exclusive
            path        rank0  rank1
            main/solve     30     30
            main/write     10      -
            fact size 5
            """;

    @TempDir Path folder;
    private final Formats formats = new Formats(List.of(new DrawnFormat()), List.of());
    private final OpenRuns runs = new OpenRuns(formats);
    private final Answers answers = new Answers(runs, "1.2");

    @AfterEach
    void close() throws IOException {
        runs.close();
    }

    private Path open(String name, String drawing) throws IOException {
        Path file = Files.writeString(folder.resolve(name), drawing);
        assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
        return file;
    }

    private static String define(String definition) {
        return "&define=" + URLEncoder.encode(definition, StandardCharsets.UTF_8);
    }

    private double[] values(String query, String column) throws IOException {
        return DecodedFrame.of(answers.of("values", query)).column(column);
    }

    private String json(String name, String query) throws IOException {
        return new String(answers.of(name, query).bytes(), StandardCharsets.UTF_8);
    }

    /// `solve`: 60 B in 8 s, which is neither 30 / 2 nor 30 / 6.
    @Test
    void aRatioIsThatOfTheMeansAndARankHasItsOwn() throws IOException {
        open("run.txt", RUN);
        String rate = "run=0&metric=rate" + define("rate = bytes / time");
        assertThat(values(rate, "inclusive")).containsExactly(Double.NaN, 7.5, 10);
        assertThat(values(rate + "&over=max", "inclusive")[1]).isEqualTo(15);
        assertThat(values(rate + "&contexts=1", "inclusive")[1]).isEqualTo(5);
        DecodedFrame ranks =
                DecodedFrame.of(answers.of("ranks", rate + "&scope=exclusive&nodes=1"));
        assertThat(ranks.column("value")).containsExactly(15, 5);
        assertThat(ranks.header()).contains("\"unit\": \"B/s\"");
        assertThat(json("run", rate))
                .containsPattern("\"name\": \"rate\", \"unit\": \"B/s\",.* \"scope\": \"point\"")
                .contains("\"id\": 0");
    }

    @Test
    void sumsAreAdditiveAndDefinitionsBuildOnEachOther() throws IOException {
        open("run.txt", RUN);
        String query =
                "run=0&metric=twice" + define("twice=2*time") + define("more=twice + 0*time");
        assertThat(values(query, "inclusive")).containsExactly(11, 8, 1);
        assertThat(values(query, "exclusive")).containsExactly(2, 8, 1);
        assertThat(values(query.replace("metric=twice", "metric=more"), "inclusive"))
                .containsExactly(11, 8, 1);
        assertThat(values("run=0&metric=cost" + define("cost=time*size"), "inclusive"))
                .containsExactly(27.5, 20, 2.5);
        assertThat(values("run=0&metric=time" + define("twice=2*time"), "inclusive"))
                .containsExactly(5.5, 4, 0.5);
        assertThat(json("findings", "run=0&metric=twice" + define("twice=2*time")))
                .contains("main/solve");
    }

    @Test
    void repetitionsAreAveragedBeforeTheFormula() throws IOException {
        open(
                "run.txt",
                """
                path        rank0rep0  rank0rep1
                main/solve          2          4

                metric bytes B exclusive
                path        rank0rep0  rank0rep1
                main/solve         10         50
                """);
        String query = "run=0&metric=rate" + define("rate=bytes/time");
        assertThat(values(query, "inclusive")[1]).isEqualTo(10);
        assertThat(values(query + "&over=max", "inclusive")[1]).isEqualTo(10);
        String twice = "run=0&metric=twice" + define("twice=2*time");
        assertThat(values(twice + "&over=max", "inclusive")).containsExactly(6, 6);
        assertThat(json("executions", query + "&nodes=1&scope=inclusive&over=mean"))
                .contains("\"total\": 10");
    }

    @Test
    void numbersAreThoseOfTheEnsembleCommand() throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            Path file = open("run%d.txt".formatted(seed), random(new Random(seed)));
            for (String formula :
                    List.of("bytes / time", "max(0, time - size * 1)", "time * bytes + 1")) {
                Table expected = ensemble(file, "m=" + formula);
                double[] found =
                        values(
                                "run=%d&metric=m%s".formatted(seed, define("m=" + formula)),
                                "exclusive");
                assertThat(expected.rows()).isEqualTo(found.length);
                for (int row = 0; row < expected.rows(); row++) {
                    double value = expected.column("m").number(row);
                    if (Double.isNaN(value)) assertThat(found[row]).isNaN();
                    else assertThat(found[row]).isCloseTo(value, within(1e-9 * Math.abs(value)));
                }
            }
        }
    }

    private static String random(Random random) {
        var time = new StringBuilder("path rank0 rank1 rank2\n");
        var bytes = new StringBuilder("\nmetric bytes B exclusive\npath rank0 rank1 rank2\n");
        for (String node : List.of("main", "main/a", "main/a/b", "main/c"))
            for (StringBuilder each : List.of(time, bytes)) {
                each.append(node);
                for (int rank = 0; rank < 3; rank++)
                    each.append(random.nextInt(5) == 0 ? " -" : " " + random.nextInt(1, 99));
                each.append('\n');
            }
        return time + "" + bytes + "fact size 7\n";
    }

    private Table ensemble(Path file, String definition) throws IOException {
        var question = new Questions(() -> formats).named("ensemble values").orElseThrow();
        List<String> words = List.of("--define", definition, file.toString());
        return question.ask(question.signature().parse("treeline", words), Session.SILENT).table();
    }

    @Test
    void groupsOfRunsHaveTheMetricToo() throws IOException {
        open("a1.txt", RUN);
        open("a2.txt", RUN.replace("30     30", "60     60"));
        open("b1.txt", RUN.replace("30     30", "90     90"));
        String group = "run=group:a*&metric=rate" + define("rate = bytes / time");
        assertThat(values(group, "inclusive")[1]).isEqualTo((7.5 + 15) / 2);
        DecodedFrame diff = DecodedFrame.of(answers.of("diff", group + "&against=2"));
        assertThat(diff.column("a")[1]).isEqualTo((7.5 + 15) / 2);
        assertThat(diff.column("b")[1]).isEqualTo(22.5);
        assertThat(diff.header()).contains("noise: estimated from 2 runs");
    }

    @Test
    void wrongFormulasAreRefusedWithTheirPlace() throws IOException {
        open("run.txt", RUN);
        assertRefused("rate = bytes /", "expected a number, a metric or '(':\n   bytes /\n");
        assertRefused("rate = byts / time", "expected a metric (time, bytes) or numeric metadata");
        assertRefused("rate = time + bytes", "operands with the same unit, not 's' and 'B'");
        assertRefused("time = bytes", "metric 'time' already exists");
        assertRefused("rate = 3", "contains no metric");
        assertRefused("nonsense", "expected NAME=FORMULA");
        assertThatThrownBy(() -> answers.of("values", "run=0&run=0&metric=time"))
                .hasMessageContaining("given twice");
    }

    private void assertRefused(String definition, String message) {
        assertThatThrownBy(() -> answers.of("run", "run=0" + define(definition)))
                .isInstanceOf(RefusedRequest.class)
                .hasMessageContaining(message)
                .extracting(refused -> ((RefusedRequest) refused).hint())
                .asString()
                .isNotEmpty();
    }
}
