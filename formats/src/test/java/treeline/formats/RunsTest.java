package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class RunsTest {
    @TempDir private Path folder;

    private final Runs runs = Runs.of(Formats.all());

    @BeforeEach
    void threeRunsInTwoFolders() throws IOException {
        write("a/run2.json", 2);
        write("a/run10.json", 10);
        write("b/run1.json", 1);
    }

    private void write(String name, double time) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                [{"frame": {"name": "main", "type": "function"}, "metrics": {"time": %s}}]
                """
                        .formatted(time));
    }

    private List<String> named(String... paths) throws IOException {
        List<String> all = new ArrayList<>();
        for (String path : paths) all.add(folder + "/" + path);
        return runs.named(all).stream()
                .map(run -> run.substring(folder.toString().length()))
                .toList();
    }

    @Test
    void everyMatchOfAGlobIsARun() throws IOException {
        assertThat(named("a/*.json")).containsExactly("/a/run2.json", "/a/run10.json");
    }

    @Test
    void everyFileBelowADirectoryIsARun() throws IOException {
        assertThat(named(".")).hasSize(3);
    }

    /// What systems and editors leave beside runs is no run.
    @Test
    void hiddenFilesAreNoRuns() throws IOException {
        Files.writeString(folder.resolve("a/.DS_Store"), "\0\0\0\1Bud1");
        Files.writeString(folder.resolve("a/.run2.json.swp"), "b0VIM");
        assertThat(named("a")).containsExactly("/a/run10.json", "/a/run2.json");
    }

    @Test
    void aDirectoryOfHiddenFilesOnlyHasNoRun() throws IOException {
        Files.createDirectory(folder.resolve("left"));
        Files.writeString(folder.resolve("left/.DS_Store"), "\0\0\0\1Bud1");
        assertThatThrownBy(() -> named("left"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageEndingWith("no file is in it");
    }

    @Test
    void aFolderOfOneFileARunStandsForItsRuns() throws IOException {
        writeCali("cali/run_1.cali", 1700000001);
        writeCali("cali/run_2.cali", 1700000002);
        Files.writeString(folder.resolve("cali/notes.txt"), "hello");
        assertThat(runs.all(List.of(folder + "/cali")))
                .extracting(Runs.Read::path)
                .containsExactly(folder + "/cali/run_1.cali", folder + "/cali/run_2.cali");
    }

    @Test
    void aFolderOfOneFileARankIsARun() throws IOException {
        writeCali("cali/run_1.cali", 1700000001);
        writeCali("cali/run_2.cali", 1700000001);
        assertThat(runs.all(List.of(folder + "/cali")))
                .extracting(Runs.Read::path)
                .containsExactly(folder + "/cali");
    }

    private void writeCali(String name, long launchDate) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                __rec=node,id=20,attr=10,data=2113,parent=5
                __rec=node,id=21,attr=8,data=sum#time.duration,parent=20
                __rec=node,id=22,attr=10,data=1612,parent=1
                __rec=node,id=23,attr=8,data=launchdate,parent=22
                __rec=node,id=24,attr=23,data=%d
                __rec=ctx,attr=21,data=1
                __rec=globals,ref=24
                """
                        .formatted(launchDate));
    }

    @Test
    void aRunThatIsNamedTwiceIsReadOnce() throws IOException {
        assertThat(named("b/run1.json", "b/*")).containsExactly("/b/run1.json");
    }

    @Test
    void nothingIsAnError() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> named("empty"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageEndingWith("no file is in it");
        assertThatThrownBy(() -> named("c/*")).hasMessageEndingWith("no file matches this pattern");
    }

    @Test
    void runsComeInTheOrderInWhichTheyWereNamed() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            write("many/%d.json".formatted(i), i);
            names.add(folder.resolve("many/%d.json".formatted(i)).toString());
        }
        List<Runs.Read> read = runs.all(names);
        assertThat(read).extracting(Runs.Read::path).isEqualTo(names);
        assertThat(read.get(41).profile().column("time").at(0, 0)).isEqualTo(41);
    }

    @Test
    void aRunThatCannotBeReadIsHandedOverWithTheReason() throws IOException {
        Files.writeString(folder.resolve("b/notes.txt"), "nothing");
        List<Runs.Outcome> outcomes = new ArrayList<>();
        runs.read(
                List.of(folder + "/b/notes.txt", folder + "/b/run1.json", folder + "/none"),
                outcomes::add);
        assertThat(outcomes).hasSize(3);
        assertThat(outcomes.get(0))
                .isInstanceOfSatisfying(
                        Runs.Failed.class,
                        failed ->
                                assertThat(failed.reason())
                                        .isInstanceOf(MalformedProfileException.class));
        assertThat(outcomes.get(1)).isInstanceOf(Runs.Read.class);
        assertThat(outcomes.get(2))
                .isInstanceOfSatisfying(
                        Runs.Failed.class,
                        failed ->
                                assertThat(failed.reason())
                                        .isInstanceOf(NoSuchFileException.class));
    }

    @Test
    void readingAllEndsWithTheFirstThatCannotBeRead() throws IOException {
        Files.writeString(folder.resolve("b/notes.txt"), "nothing");
        assertThatThrownBy(() -> runs.all(List.of(folder + "/b/notes.txt")))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("notes.txt");
        assertThatThrownBy(() -> runs.all(List.of(folder + "/none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aFormatThatIsNotKnownIsTheCallersMistake() {
        var wrong = new Runs(runs.formats(), Optional.of("tape"), runs.slice());
        assertThatThrownBy(() -> wrong.all(List.of(folder + "/b/run1.json")))
                .hasMessageStartingWith("no format 'tape'; there are");
    }
}
