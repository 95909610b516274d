package treeline.dashboard.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.input.Session;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class EnsembleAnswersTest {
    @TempDir Path folder;
    private final Formats formats = Formats.all();

    @BeforeEach
    void write() throws IOException {
        for (int ranks = 1; ranks <= 32; ranks *= 2)
            new DatabaseExporter()
                    .export(
                            run(ranks, 64.0 / ranks),
                            folder.resolve("run%02d.tldb".formatted(ranks)));
    }

    private static Profile run(int ranks, double solve) {
        Profile profile =
                Drawing.profileOf(
                        "path whole\nmain 1\nmain/solve %s\n".formatted(Double.toString(solve)));
        return profile.withMetadata(
                profile.metadata().with("ranks", ranks).with("parity", ranks < 8 ? "few" : "many"));
    }

    private ServedPaths paths(String... paths) throws IOException {
        return ServedPaths.of(formats, Optional.empty(), List.of(paths));
    }

    private EnsembleAnswers answers() throws IOException {
        return new EnsembleAnswers(
                OpenEnsemble.of(formats, Optional.empty(), paths(folder.toString())));
    }

    private static String json(EnsembleAnswers answers, String name, String query)
            throws IOException {
        byte[] bytes = answers.of("ensemble-" + name, RequestParameters.of(query)).bytes();
        return new String(bytes, StandardCharsets.UTF_8)
                .replaceAll("\\s+", " ")
                .replace("[ ", "[")
                .replace("{ ", "{");
    }

    @Test
    void aFolderAndAPatternOfSeveralRunsAreAnEnsembleAndASingleRunIsNot() throws IOException {
        assertThat(paths(folder.toString()).isEnsemble()).isTrue();
        assertThat(paths(folder + "/*.tldb").runs()).hasSize(6);
        assertThat(paths(folder + "/run01.tldb").isEnsemble()).isFalse();
        assertThat(paths(folder + "/run01.tldb", folder + "/run02.tldb").isEnsemble()).isFalse();
        assertThat(paths(folder + "/run0[1]*.tldb").runs()).containsExactly(folder + "/run01.tldb");
    }

    @Test
    void aPathThatDoesNotExistIsLeftToTheReaderWhoSaysSo() throws IOException {
        assertThat(paths(folder + "/none").runs()).containsExactly(folder + "/none");
        assertThat(paths(folder + "/none").isEnsemble()).isFalse();
    }

    @Test
    void unreadableRunsAreSkippedWithTheReason() throws IOException {
        Files.writeString(folder.resolve("broken.tldb"), "not a profile");
        var open = OpenEnsemble.of(formats, Optional.empty(), paths(folder.toString()));
        assertThat(open.size()).isEqualTo(7);
        assertThat(open.all().runs()).isEqualTo(6);
        assertThat(open.load(Session.SILENT).warnings())
                .singleElement()
                .asString()
                .startsWith("skipped: ")
                .contains("broken.tldb");
    }

    @Test
    void theOverviewHasNamesMetadataAndMetrics() throws IOException {
        assertThat(json(answers(), "overview", ""))
                .contains("\"runs\": [\"run01.tldb\", \"run02.tldb\"")
                .contains("\"name\": \"ranks\", \"kind\": \"number\", \"whole\": true")
                .contains("\"values\": [\"few\", \"many\"]")
                .contains("\"metric\": \"time\"")
                .contains("\"topdown\": false");
    }

    @Test
    void theOverviewMarksRunsThatWereReadInPart() throws IOException {
        Path drawn = Files.createDirectory(folder.resolve("drawn"));
        Files.writeString(drawn.resolve("a.run"), "path whole\nmain 8\n");
        Files.writeString(
                drawn.resolve("torn.run"), "path whole\nmain 9\nlost the end of the file\n");
        var text = new Formats(List.of(new DrawnFormat()), List.of());
        var served = ServedPaths.of(text, Optional.empty(), List.of(drawn.toString()));
        var open = OpenEnsemble.of(text, Optional.empty(), served);
        assertThat(json(new EnsembleAnswers(open), "overview", ""))
                .contains("\"runs\": [\"a.run\", \"torn.run\" ]", "\"partial\": [1 ]");
    }

    @Test
    void aSubsetKeepsTheNumbersOfNodes() throws IOException {
        EnsembleAnswers answers = answers();
        assertThat(json(answers, "statistics", "metric=time&scope=exclusive&runs=0-1"))
                .contains("\"unit\": \"s\", \"runs\": 2");
        assertThatThrownBy(() -> json(answers, "statistics", "metric=time&runs=0-6"))
                .hasMessage("parameter 'runs' expects an integer from 0 to 5, found '6'");
        assertThatThrownBy(() -> json(answers, "statistics", "metric=energy"))
                .hasMessage("the runs have no metric 'energy'");
        assertThatThrownBy(() -> json(answers, "values", "metric=time&node=2"))
                .hasMessage("parameter 'node' expects an integer from 0 to 1, found '2'");
    }

    /// As `ensemble model --at 64` predicts: 64 s / 64.
    @Test
    void theModelOfANodePredictsAtANumber() throws IOException {
        String answer = json(answers(), "scaling", "metric=time&scope=exclusive&node=1&at=64");
        assertThat(answer)
                .contains("\"parameter\": \"ranks\"", "\"path\": \"main/solve\"")
                .contains("\"at\": 64, \"predicted\": {\"value\": 1,");
        assertThatThrownBy(() -> json(answers(), "scaling", "metric=time&node=1&at=-3"))
                .hasMessage("parameter 'at' expects a number above 0, found '-3'");
    }

    @Test
    void aGroupWithTooFewRunsSaysWhyItHasNoModel() throws IOException {
        assertThat(json(answers(), "scaling", "metric=time&node=1&group=parity"))
                .contains("\"label\": \"few\", \"runs\": 3")
                .contains(
                        "a model needs 5 values of each parameter; nodes have at most 3 of ranks");
    }

    @Test
    void clustersAreThoseOfTheQuestion() throws IOException {
        assertThat(json(answers(), "clusters", "metric=time&k=2"))
                .contains("\"count\": 2", "6 runs in 2 clusters")
                .contains("\"in common\"");
    }

    @Test
    void aRunIsOpenedOnce() throws IOException {
        try (var runs = new OpenRuns(formats)) {
            EnsembleAnswers answers = answers();
            int first = answers.openRun(RequestParameters.of("run=3"), runs);
            assertThat(answers.openRun(RequestParameters.of("run=3"), runs)).isEqualTo(first);
            assertThat(runs.run(first).path()).endsWith("run08.tldb");
        }
    }

    @Test
    void severalOpenRunsAreAnEnsembleToo() throws IOException {
        try (var runs = new OpenRuns(formats)) {
            runs.open(folder.resolve("run01.tldb").toString(), Optional.empty());
            runs.open(folder.resolve("run02.tldb").toString(), Optional.empty());
            var open = OpenEnsemble.of(runs);
            assertThat(open.all().runs()).isEqualTo(2);
            assertThat(open.isFirst()).isFalse();
            runs.open(folder.resolve("run04.tldb").toString(), Optional.empty());
            assertThat(open.all().runs()).isEqualTo(3);
        }
    }

    @Test
    void anArchiveHasATrendWithItsChangePoints() throws IOException {
        Path place = folder.resolve("archive");
        Archive archive = Archive.atOrNew(place);
        for (int build = 0; build < 12; build++)
            archive.add(
                    run(1, (build < 6 ? 10 : 20) + 0.01 * (build % 3)),
                    new RunLabel(
                            Instant.ofEpochSecond(1_700_000_000L + 86_400L * build),
                            "main",
                            "c" + build));
        ServedPaths paths = paths(place.toString());
        assertThat(paths.archive()).contains(place);
        var answers = new EnsembleAnswers(OpenEnsemble.of(formats, Optional.empty(), paths));
        String trend = json(answers, "trend", "metric=time&scope=exclusive&node=1");
        assertThat(trend).contains("\"builds\": 12", "\"changes\": [{\"at\": 6");
        assertThat(trend).contains("\"absent\": 0", "\"outliers\": 0");
        assertThat(json(answers, "trend", "metric=time&node=1&runs=0-5")).contains("\"builds\": 6");
        assertThatThrownBy(() -> json(answers(), "trend", "metric=time&node=1"))
                .hasMessage("the runs are not an archive");
    }
}
