package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.FileStamp;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

class ReplacedRunsTest {
    private static final String VALUES = "run=0&metric=time&over=mean";

    @TempDir Path folder;
    private final OpenRuns runs = new OpenRuns(Formats.all());
    private Answers answers = new Answers(runs, "1.2");
    private Path run = Path.of("");

    @BeforeEach
    void openARun() throws IOException {
        run = written("run.tldb", "path rank0\nmain 1\n");
        runs.open(run.toString(), Optional.empty());
    }

    @AfterEach
    void close() throws IOException {
        runs.close();
    }

    private Path written(String name, String drawing) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profileOf(drawing), file);
        return file;
    }

    private String json(String name, String query) throws IOException {
        return new String(answers.of(name, query).bytes(), StandardCharsets.UTF_8);
    }

    private double total() throws IOException {
        return runs.run(0).values("time").inclusive(treeline.transform.Reduction.MEAN)[0];
    }

    @Test
    void aRunThatWasRenamedOverIsChangedAndReloaded() throws IOException {
        answers.of("values", VALUES);
        assertThat(json("state", "")).contains("\"changed\": false", "\"version\": 0");
        Files.move(
                written("other.tldb", "path rank0\nmain 2\n"),
                run,
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(json("state", "")).contains("\"changed\": true");
        assertThat(total()).isEqualTo(1);
        byte[] before = answers.of("values", VALUES).bytes();
        answers.reloaded("run=0");
        assertThat(json("state", "")).contains("\"changed\": false", "\"version\": 1");
        assertThat(total()).isEqualTo(2);
        assertThat(answers.of("values", VALUES).bytes()).isNotEqualTo(before);
    }

    @Test
    void aRunThatWasOverwrittenInPlaceIsReloaded() throws IOException {
        Files.write(run, Files.readAllBytes(written("other.tldb", "path rank0\nmain 2 \nb 3\n")));
        assertThat(json("state", "")).contains("\"changed\": true");
        answers.reloaded("run=0");
        assertThat(total()).isEqualTo(2);
    }

    /// The old run stays until the new file is complete.
    @Test
    void aFileThatCannotBeOpenedIsNotReloaded() throws IOException {
        Path part = Files.write(folder.resolve("part"), new byte[] {1, 2, 3});
        Files.move(part, run, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> answers.reloaded("run=0")).hasMessageContaining("run.tldb");
        assertThat(total()).isEqualTo(1);
        assertThat(json("state", "")).contains("\"changed\": true");
        written("run.tldb", "path rank0\nmain 3\n");
        answers.reloaded("run=0");
        assertThat(total()).isEqualTo(3);
    }

    @Test
    void aFileThatIsGoneIsNotChanged() throws IOException {
        Files.delete(run);
        assertThat(json("state", "")).contains("\"changed\": false");
    }

    /// The folder of a recording has several files.
    @Test
    void aFolderIsChangedIfOneOfItsFilesIs() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "1");
        var before = FileStamp.of(folder.toString());
        assertThat(FileStamp.of(folder.toString())).isEqualTo(before);
        Files.writeString(file, "12");
        assertThat(FileStamp.of(folder.toString())).isNotEqualTo(before);
        assertThat(FileStamp.of("no/such/*.cali")).isEmpty();
    }

    /// A recorder writes snapshots, and parts when the program ends.
    @Test
    void aFolderOfSnapshotsIsARecordingInProgressUntilItHasParts() throws IOException {
        Path out = Files.createDirectories(folder.resolve("out/snapshot-0001")).getParent();
        Files.writeString(out.resolve("snapshot-0001/part-0.tlsnap"), "1");
        FileStamp before = FileStamp.of(out.toString()).orElseThrow();
        assertThat(before.isUnfinishedRecording()).isTrue();
        Files.createDirectories(out.resolve(".treeline-2.tmp"));
        assertThat(FileStamp.of(out.toString())).as("not yet complete").contains(before);
        Files.createDirectories(out.resolve("snapshot-0002"));
        assertThat(FileStamp.of(out.toString()).orElseThrow()).isNotEqualTo(before);
        Files.writeString(out.resolve("part-0.tldb"), "1");
        assertThat(FileStamp.of(out.toString()).orElseThrow().isUnfinishedRecording()).isFalse();
    }

    @Test
    void theStateTellsTheAgeOfTheValues() throws IOException {
        assertThat(json("state", ""))
                .contains("\"recording\": false")
                .containsPattern("\"age\": \\d+");
        var memory = new OpenRuns(Formats.all());
        memory.add(runs.run(0));
        assertThat(memory.entries().getFirst().age()).isEmpty();
    }

    @Test
    void aRunInMemoryCannotBeReloaded() throws IOException {
        var memory = new OpenRuns(Formats.all());
        memory.add(runs.run(0));
        assertThatThrownBy(() -> memory.reload(0))
                .hasMessage("only a run that was opened from a file can be reloaded");
    }
}
