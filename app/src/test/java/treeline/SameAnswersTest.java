package treeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.single.Grouping;
import treeline.store.db.DatabaseExporter;
import treeline.table.Table;
import treeline.testkit.RandomProfiles;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The door and the command line give the same rows in the same order, to the last digit: what a
/// command prints by `--csv` is the table of the call that has its name.
class SameAnswersTest {
    @TempDir Path folder;
    private final Session session = new Session(Formats.all(), Session.PLAIN);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13})
    void ofOneRun(long seed) throws IOException {
        assertSame(written("run.tldb", RandomProfiles.of(seed)));
    }

    @Test
    void ofARunThatIsReadInParts() throws IOException {
        String path = written("run.tldb", RandomProfiles.of(4));
        String before = System.setProperty("treeline.memory", "1000");
        try (OneRun run = Treeline.open(path)) {
            assertRows(run.tree().table(), "tree", path);
            assertRows(run.hotPath(), "hot-path", path);
            assertRows(run.flat(), "flat", path);
            assertRows(run.imbalance(), "imbalance", path);
            assertRows(run.query("MATCH (\"*\")"), "query", path, "MATCH (\"*\")");
        } finally {
            if (before == null) System.clearProperty("treeline.memory");
            else System.setProperty("treeline.memory", before);
        }
    }

    private void assertSame(String path) throws IOException {
        try (OneRun run = Treeline.open(path)) {
            assertRows(run.tree()::table, "tree", path);
            assertRows(run::hotPath, "hot-path", path);
            assertRows(run::flat, "flat", path);
            assertRows(() -> run.flat(Grouping.MODULE), "flat", path, "--by", "module");
            assertRows(run::imbalance, "imbalance", path);
            assertRows(() -> run.query("MATCH (\"*\")"), "query", path, "MATCH (\"*\")");
            assertRows(run.of(Reduction.MAX).tree()::table, "tree", path, "--of", "max");
            String rank = Integer.toString(run.outline().contexts().getLast().rank());
            OneRun some = run.ranks(rank);
            assertRows(some.tree()::table, "tree", path, "--rank", rank);
            // The command compares files, so one is written of what was chosen.
            String after = written("after.tldb", some.profile());
            assertRows(() -> run.diff(some), "diff", path, after);
        }
    }

    @Test
    void ofManyRuns() throws IOException {
        for (int ranks : List.of(1, 2, 4, 8, 16, 32))
            written("run%02d.tldb".formatted(ranks), scaled(ranks));
        String all = folder.resolve("*.tldb").toString();
        ManyRuns runs = Treeline.openAll(all);
        assertThat(runs.size()).isEqualTo(6);
        assertThat(runs)
                .hasToString(
                        "6 runs, from %s to %s"
                                .formatted(
                                        folder.resolve("run01.tldb"),
                                        folder.resolve("run32.tldb")));
        RunEnsemble ensemble = runs.ensemble();
        assertRows(ensemble.stats(), "ensemble", "stats", all);
        assertRows(ensemble.speedup(), "ensemble", "speedup", all);
        assertRows(ensemble.model(), "ensemble", "model", all);
        assertRows(ensemble.variability(), "ensemble", "variability", all);
        assertRows(
                ensemble.where("ranks >= 4").stats(),
                "ensemble",
                "stats",
                all,
                "--where",
                "ranks >= 4");
    }

    /// A run whose every value shrinks with its ranks.
    private static Profile scaled(int ranks) {
        Profile profile = RandomProfiles.of(21);
        Outline outline = profile.outline();
        Metadata metadata = outline.metadata().with("ranks", ranks);
        return new Profile(outline.withMetadata(metadata), profile.values());
    }

    private String written(String name, Profile profile) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file.toString();
    }

    private interface Question {
        Table ask() throws IOException;
    }

    /// A question that makes no sense is refused in the same words.
    private void assertRows(Question question, String... command) throws IOException {
        Table answer;
        try {
            answer = question.ask();
        } catch (IllegalArgumentException refused) {
            assertThat(said(command).err()).contains(refused.getMessage());
            return;
        }
        assertRows(answer, command);
    }

    private void assertRows(Table answer, String... command) throws IOException {
        var csv = new StringBuilder();
        answer.toCsv(csv);
        Session.Answer said = said(command);
        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(body(csv.toString())).as(String.join(" ", command)).isEqualTo(body(said.out()));
    }

    private Session.Answer said(String... command) {
        return session.run(
                Stream.concat(Stream.of(command), Stream.of("--csv")).toArray(String[]::new));
    }

    /// Headings of commands say scope and unit too.
    private static String body(String csv) {
        return csv.substring(csv.indexOf('\n') + 1);
    }
}
