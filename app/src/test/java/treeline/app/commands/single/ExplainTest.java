package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.ListedQuestions;
import treeline.app.commands.SolverTest;
import treeline.question.Question;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/// What `--explain` prints instead of an answer.
class ExplainTest extends SolverTest {
    private static final String MEMORY = "treeline.memory";
    private Path database;

    @BeforeEach
    void convert() throws IOException {
        database = folder.resolve("solver.tldb");
        new DatabaseExporter().export(Drawing.profileOf(Files.readString(solver)), database);
        System.setProperty(MEMORY, "1000000");
    }

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    private String explained(Object... words) {
        Object[] all = Stream.concat(Arrays.stream(words), Stream.of("--explain")).toArray();
        return printed(real, all).replaceAll("(?m)^ *[\\d.]+ K?i?B +groups", "BYTES  groups");
    }

    @Test
    void saysWhatIsReadAndThatItFits() {
        assertThat(explained("tree", database))
                .isEqualTo(
                        """
                        solver.tldb (database): read plan

                        reads  way
                        BYTES  groups of contexts (1)  chosen: the only access path

                        values      at most 25
                        memory      1.17 KiB for all values at once; 977 KiB available, of which values may use half
                        loaded      at once
                        contexts    all 5
                        metrics     1 of 2: time (exclusive); others are skipped while reading
                        call paths  all 5
                        """);
    }

    @Test
    void contextsAreLeftOutWhileReadingAndNodesAfterIt() {
        assertThat(explained("tree", database, "--rank", "0-1", "--prune", "1%", "--only=io"))
                .contains(
                        "contexts    2 of 5; others are skipped while reading\n",
                        "call paths  all 5\n",
                        "--only      omits nodes or iterations, after reading\n",
                        "--prune     omits nodes or iterations, after reading\n");
    }

    @Test
    void nodesOfATableAreChosenBeforeValuesAreRead() {
        assertThat(explained("table", "slice", database, "--paths", "region(solve)"))
                .contains("call paths  1 of 5; others are skipped while reading\n")
                .contains("values      at most 10\n", "memory      1.72 KiB for all values");
    }

    @Test
    void aQueryThatComparesValuesIsNotAnswered() {
        assertThat(
                        explained(
                                "table",
                                "slice",
                                database,
                                "--paths",
                                "MATCH (\".\", p) WHERE p.\"time (inc)\" > 8 s"))
                .contains("call paths  all 5\n")
                .contains("--paths, which compares values");
    }

    @Test
    void saysInHowManyPartsWhatDoesNotFitIsRead() {
        System.setProperty(MEMORY, "100");
        assertThat(explained("imbalance", database))
                .contains(
                        "loaded      in 5 parts of up to 5 values, 1 at once\n",
                        "memory      1.17 KiB for all values at once; 100 B available");
    }

    @Test
    void saysWhichRanksAreRead() {
        System.setProperty(MEMORY, "100");
        assertThat(explained("callers", database, "--of", "max"))
                .contains("loaded      in 5 parts of up to 5 values, 1 at once\n");
        assertThat(explained("correlate", database))
                .contains("loaded      at once\n", "contexts    1 of 5;");
        assertThat(explained("table", "slice", database))
                .contains("loaded      in 5 parts of up to 8 values, 1 at once\n");
    }

    @Test
    void sumsOfTheFileAreTheFirstWayWhereTheyAreEnough() throws IOException {
        var wide = new StringBuilder("path");
        for (int rank = 0; rank < 1000; rank++) wide.append(" rank").append(rank);
        for (String node : new String[] {"main", "main/a", "main/b", "main/c", "main/d"})
            wide.append("\n").append(node).append(" 2".repeat(1000));
        Path many = folder.resolve("many.tldb");
        new DatabaseExporter().export(Drawing.profileOf(wide + "\n"), many);
        String prune = explained("prune", many, "--table");
        assertThat(prune)
                .contains("sums over all contexts, stored in the file  chosen: one value per call")
                .contains("loaded      not needed: the file stores sums over all contexts\n");
        assertThat(explained("hpcreport", many, "--rank", "0"))
                .doesNotContain("sums over")
                .contains("loaded      at once\n");
    }

    @Test
    void aFormatWithoutIndexesSaysSo() {
        assertThat(printed("tree", solver, "--rank", "1", "--explain"))
                .contains("chosen: the only access path\n");
    }

    @Test
    void programsGetTheSame() {
        System.setProperty(MEMORY, "100");
        assertThat(explained("flat", database, "--rank", "0", "--hide", "write", "--json"))
                .contains("\"schema\": \"treeline/explain/1\"", "\"path\": \"solver.tldb\"")
                .contains(
                        """
                          "values": 5,
                          "bytes": 240,
                          "memory": 100,
                          "loading": "in_parts",
                          "parts": 1,
                          "text": "in 1 part of up to 5 values, 1 at once",
                          "selections": [
                            {"of": "contexts", "text": "1 of 5", "applied": "while_reading"},
                            {"of": "metrics", "text": "1 of 2: time (exclusive)", "applied": "while_reading"},
                            {"of": "call paths", "text": "all 5", "applied": "never"},
                            {"of": "--hide", "text": "omits nodes or iterations", "applied": "after_reading"}
                          ],
                          "rows": [
                            {"way": "groups of contexts (1)", "bytes": 57, "taken": true}
                        """);
        assertThat(explained("flat", database, "--csv"))
                .startsWith("way,bytes,taken\ngroups of contexts (1),");
    }

    @Test
    void everyQuestionThatReadsValuesExplains() {
        for (Question question : ListedQuestions.aboutOneRunWith("explain"))
            assertThat(explained(ListedQuestions.words(question, database, "main/solve")))
                    .as(question.name())
                    .contains("read plan");
        assertThat(ListedQuestions.aboutOneRun())
                .filteredOn(each -> !ListedQuestions.aboutOneRunWith("explain").contains(each))
                .extracting(Question::name)
                .containsExactlyInAnyOrder(
                        "info", // reads no values, or counts all
                        "table metrics", // reads no values
                        "table contexts", // reads no values
                        "trace",
                        "timeline", // these read time lines, not values
                        "utilisation",
                        "waits",
                        "critical-path",
                        "messages",
                        "instances",
                        "pattern",
                        "gpu");
    }

    @Test
    void severalRunsAreNotExplained() {
        var answer = run(real, "prune", database, database, "--table", "--explain");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("--explain accepts one run");
    }

    @Test
    void ofHpctoolkitTheWayThatReadsLeastIsTaken() {
        Path data = TestData.require("hpctoolkit-v4/hatchet_cpi_v4_database");
        assertThat(explained("tree", data))
                .contains("(profile.db)", "(cct.db)", "chosen: reads the fewest bytes");
        assertThat(explained("hpcreport", data))
                .contains("sums over all contexts, stored in the file  chosen");
    }
}
