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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Groups of runs, each shown as one run, and their comparison.
class RunGroupsTest {
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

    private static String run(String build, String solve, String more) {
        return "path rank0 rank1\nmain 1 1\nmain/solve %s\n%sfact build %s\n"
                .formatted(solve, more, build);
    }

    private static String group(String condition) {
        return "group:" + URLEncoder.encode(condition, StandardCharsets.UTF_8);
    }

    private DecodedFrame frame(String name, String query) throws IOException {
        return DecodedFrame.of(answers.of(name, query));
    }

    private String json(String name, String query) throws IOException {
        String text = new String(answers.of(name, query).bytes(), StandardCharsets.UTF_8);
        return text.replaceAll("\n *", " ");
    }

    /// A run without a node counts as 0.
    @Test
    void aGroupIsTheMeanOfItsRunsOnTheUnionOfTheirTrees() throws IOException {
        open("a.txt", run("old", "4 6", ""));
        open("b.txt", run("old", "8 10", "main/write 2 4\n"));
        open("c.txt", run("new", "100 100", ""));
        String query = "run=" + group("build = 'old'") + "&metric=time&over=mean";
        DecodedFrame values = frame("values", query);
        assertThat(values.column("exclusive")).containsExactly(1, 7, 1.5);
        assertThat(values.column("inclusive")).containsExactly(9.5, 7, 1.5);
        assertThat(values.header()).contains("\"combined\": \"mean of 2 runs, mean of 2 ranks\"");
        assertThat(frame("values", query.replace("mean", "max")).column("exclusive"))
                .containsExactly(1, 8, 2);
        assertThat(frame("ranks", query + "&scope=exclusive&nodes=1").column("value"))
                .containsExactly(6, 8);
        assertThat(json("run", "run=" + group("build = 'old'")))
                .contains("\"members\": [ {\"id\": 0, \"name\": \"a.txt\"}, {\"id\": 1,")
                .contains("\"metric\": \"time\", \"metadata\": { \"build\": \"old\" }");
    }

    @Test
    void runsOfDifferentRankCountsHaveAMeanOnly() throws IOException {
        open("two.txt", "path rank0 rank1\nmain 2 4\n");
        open("one.txt", "path rank0\nmain 5\n");
        String query = "run=group:*.txt&metric=time&over=";
        assertThat(frame("values", query + "mean").column("inclusive")).containsExactly(4);
        assertThatThrownBy(() -> answers.of("values", query + "max"))
                .isInstanceOf(RefusedRequest.class)
                .hasMessageContaining("have different ranks");
    }

    @Test
    void groupsAreChosenByMetadataByCountsOrByNames() throws IOException {
        open("a-1.txt", run("old", "4 6", ""));
        open("a-2.txt", run("old", "4 6", ""));
        open("b-1.txt", run("new", "4 6", ""));
        assertThat(json("run", "run=" + group("ranks >= 2 and build != 'new'")))
                .contains("a-1.txt", "a-2.txt")
                .doesNotContain("b-1.txt");
        assertThat(json("run", "run=group:*-1.*")).contains("a-1.txt", "b-1.txt");
        assertThat(json("run", "run=" + group("run in ('a-2.txt', 'b-1.txt')")))
                .contains("a-2.txt", "b-1.txt")
                .doesNotContain("a-1.txt");
        assertThat(json("conditions", ""))
                .contains("\"name\": \"build\", \"values\": [\"\\\"new\\\"\", \"\\\"old\\\"\"]")
                .contains("\"name\": \"ranks\", \"values\": [\"2\"]");
    }

    @Test
    void conditionsThatAreWrongOrMatchNothingAreRefused() throws IOException {
        open("a.txt", run("old", "4 6", ""));
        assertRefused("build = 'older'", "none of the 1 open runs matches build = 'older'");
        assertRefused("bild = 'old'", "metadata of at least one run, one of [run, build,");
        assertRefused("build = ", "a number, a quoted string, true or false");
        assertRefused("x*", "none of the 1 open runs matches x*");
        assertRefused("\0", "empty or too long");
        assertRefused("", "empty or too long");
    }

    private void assertRefused(String condition, String message) {
        assertThatThrownBy(() -> answers.of("tree", "run=" + group(condition)))
                .isInstanceOf(RefusedRequest.class)
                .hasMessageContaining(message);
    }

    /// Nodes, ranks and values at random, some nodes in some runs only.
    private static String random(Random random, String build, double factor) {
        var drawing = new StringBuilder("path rank0 rank1 rank2\nmain 1 1 1\n");
        for (String node : List.of("main/a", "main/a/x", "main/b", "main/b/y", "main/c", "aside")) {
            if (node.endsWith("y") && random.nextInt(4) == 0) continue;
            double mean = 3 * node.length() * (node.equals("main/b") ? factor : 1);
            drawing.append(node);
            for (int rank = 0; rank < 3; rank++)
                drawing.append(' ').append(mean * (1 + 0.04 * random.nextGaussian()));
            drawing.append('\n');
        }
        return drawing.append("fact build ").append(build).append('\n').toString();
    }

    @Test
    void aComparisonOfGroupsHasTheNumbersOfCompare() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            List<String> words = new ArrayList<>();
            String old = "old" + seed;
            String made = "new" + seed;
            int each = 2 + random.nextInt(5);
            for (int i = 0; i < each; i++)
                words.addAll(
                        List.of(
                                "--baseline",
                                open("%s-%d.txt".formatted(old, i), random(random, old, 1))
                                        .toString()));
            for (int i = 0; i < each; i++)
                words.add(
                        open(
                                        "%s-%d.txt".formatted(made, i),
                                        random(random, made, seed % 2 == 0 ? 1 : 1.5))
                                .toString());
            assertSameAsCompare(
                    words,
                    "run=%s&against=%s&metric=time"
                            .formatted(
                                    group("build = '%s'".formatted(made)),
                                    group("build = '%s'".formatted(old))));
        }
    }

    private void assertSameAsCompare(List<String> words, String query) throws IOException {
        DecodedFrame diff = frame("diff", query);
        double[] parents = diff.column("parent");
        assertSameAsCompare(compare(words, "time:exclusive"), diff, parents, "exclusive");
        assertSameAsCompare(compare(words, "time:inclusive"), diff, parents, "inclusive");
    }

    private Table compare(List<String> words, String metric) throws IOException {
        var question = new Questions(() -> formats).named("compare").orElseThrow();
        List<String> all = new ArrayList<>(List.of("--metric", metric, "--all"));
        all.addAll(words);
        return question.ask(question.signature().parse("treeline", all), Session.SILENT).table();
    }

    /// Values of every node; interval and p of every node that was compared.
    private static void assertSameAsCompare(
            Table expected, DecodedFrame diff, double[] parents, String scope) {
        String suffix = scope.equals("exclusive") ? "_exclusive" : "";
        List<String> paths = paths(diff, parents);
        double[] rows = diff.column(scope + "_row");
        int tested = 0;
        for (int row = 0; row < expected.rows(); row++) {
            int at = paths.indexOf(expected.column("path").text(row));
            if (at < 0) continue; // the whole run
            assertSame(diff.column("a" + suffix)[at], expected.column("after").number(row));
            assertSame(diff.column("b" + suffix)[at], expected.column("before").number(row));
            for (int i = 0; i < rows.length; i++)
                if (rows[i] == at) {
                    tested++;
                    assertSame(
                            diff.column(scope + "_p")[i],
                            expected.column("p_adjusted").number(row));
                    assertSame(
                            diff.column(scope + "_low")[i],
                            expected.column("ratio_low").number(row));
                    assertSame(
                            diff.column(scope + "_high")[i],
                            expected.column("ratio_high").number(row));
                }
        }
        assertThat(tested).isEqualTo(rows.length).isGreaterThan(2);
    }

    private static void assertSame(double found, double expected) {
        if (Double.isNaN(expected)) assertThat(found).isNaN();
        else if (Double.isInfinite(expected)) assertThat(found).isEqualTo(expected);
        else assertThat(found).isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
    }

    private static List<String> paths(DecodedFrame diff, double[] parents) {
        String list = diff.header().replaceAll("(?s).*\"names\": \\[([^]]*)].*", "$1");
        String[] names = list.replaceAll("[\"\\s]", "").split(",");
        List<String> paths = new ArrayList<>();
        for (int row = 0; row < parents.length; row++) {
            String name = names[(int) diff.column("frame")[row]];
            paths.add(parents[row] < 0 ? name : paths.get((int) parents[row]) + "/" + name);
        }
        return paths;
    }

    private void open(String build, double factor) throws IOException {
        var random = new Random(factor == 1 ? build.hashCode() : 7);
        for (int i = 1; i <= 5; i++)
            open(
                    "%s-%d.txt".formatted(build, i),
                    random(random, build, factor).replace("aside", "main/d"));
    }

    @Test
    void equalBuildsDoNotDifferSignificantly() throws IOException {
        open("before", 1);
        open("after", 1);
        String header =
                frame("diff", "run=group:after-*&against=group:before-*&metric=time").header();
        assertThat(header)
                .containsPattern(
                        "\"verdict\": \"No significant difference. Whole run: [+-][\\d.]+ %"
                                + " \\(95 % interval [+-][\\d.]+ to [+-][\\d.]+ %, p = [\\d.]+\\)")
                .contains("\"tested\": true")
                .contains("noise: estimated from 5 and 5 runs")
                .contains("\"changes\": []");
    }

    @Test
    void theSlowedNodeComesFirstWithItsIntervalAndP() throws IOException {
        open("before", 1);
        open("after", 1.5);
        String header =
                frame("diff", "run=group:after-*&against=group:before-*&metric=time").header();
        assertThat(header)
                .contains("\"verdict\": \"1 node is significantly slower.")
                .containsPattern(
                        "\"changes\": \\[\\s+\\{\"kind\": \"more\", \"row\": \\d+, \"text\": \"b is"
                                + " [45]\\d.\\d % slower: [\\d.]+ s instead of [\\d.]+ s \\(95 %"
                                + " interval \\+[\\d.]+ to \\+[\\d.]+ %, p = 0.0\\d+\\)\"");
    }

    @Test
    void oneRunAgainstOneRunIsNotTested() throws IOException {
        open("a.txt", run("old", "4 6", ""));
        open("b.txt", run("new", "8 10", ""));
        assertThat(frame("diff", "run=1&against=0&metric=time").header())
                .contains("\"verdict\": \"No test is possible: each side has one run")
                .contains("\"tested\": false");
        assertThat(frame("diff", "run=group:b*&against=0&metric=time").header())
                .contains("\"verdict\": \"No test is possible: each side has one run");
    }

    @Test
    void minimaAndMaximaOverRanksAreNotTested() throws IOException {
        open("before", 1);
        open("after", 1.5);
        String query = "run=group:after-*&against=group:before-*&metric=time&over=max";
        assertThat(frame("diff", query).header()).contains("\"verdict\": \"Not tested: groups");
    }

    @Test
    void doubtsAboutTheRunsAreTold() throws IOException {
        open("a1.txt", run("old", "4 6", "") + "fact size 10\n");
        open("a2.txt", run("old", "5 6", "") + "fact size 10\n");
        open("b1.txt", run("new", "8 10", "") + "fact size 20\n");
        String query = "run=%s&against=%s&metric=time";
        String header =
                frame("diff", query.formatted(group("build = 'new'"), group("build = 'old'")))
                        .header();
        assertThat(header).contains("size differs: ").doesNotContain("build differs");
        assertThat(frame("diff", query.formatted("group:a*", "group:a1*")).header())
                .contains("the run a1.txt is on both sides");
    }

    @Test
    void executionsOfAGroupAreItsRuns() throws IOException {
        open("a1.txt", run("old", "4 6", ""));
        open("a2.txt", run("old", "6 8", ""));
        open("b1.txt", run("new", "8 10", ""));
        open("c1.txt", run("none", "8 10", ""));
        String query = "run=group:a*&against=2&metric=time&nodes=0&scope=inclusive&over=mean";
        assertThat(json("executions", query))
                .contains("\"a1.txt\"", "\"a2.txt\"", "\"b1.txt\"")
                .doesNotContain("c1.txt")
                .contains("\"best\": 6,", "\"mean\": 7,", "\"worst\": 8 ");
        assertThat(frame("series", "run=group:a*&metric=time&scope=inclusive&node=0").header())
                .contains("iterations are not averaged over the runs of a group");
    }
}
