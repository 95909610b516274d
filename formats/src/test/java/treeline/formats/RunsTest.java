package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.source.HeldRuns;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

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
        assertThat(named("a")).containsExactly("/a/run2.json", "/a/run10.json");
    }

    @Test
    void aDirectoryOfHiddenFilesOnlyHasNoRun() throws IOException {
        Files.createDirectory(folder.resolve("left"));
        Files.writeString(folder.resolve("left/.DS_Store"), "\0\0\0\1Bud1");
        assertThatThrownBy(() -> named("left"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("expected a profile in the folder, found no files");
    }

    /// Repetitions and ranks are numbered alike, so that names say nothing.
    @Test
    void numberedFilesThatNameNoRankAreRuns() throws IOException {
        for (int run : new int[] {1, 2, 10}) writeCali("cali/run_%d.cali".formatted(run), 5, "");
        assertThat(named("cali"))
                .containsExactly("/cali/run_1.cali", "/cali/run_2.cali", "/cali/run_10.cali");
    }

    @Test
    void filesThatNameDifferentRanksAreOneRun() throws IOException {
        writeCali("cali/run_1.cali", 5, "attr=21=31,data=1=0");
        writeCali("cali/run_2.cali", 5, "attr=21=31,data=1=1");
        assertThat(named("cali")).containsExactly("/cali");
        assertThat(runs.all(List.of(folder + "/cali")).getFirst().profile().contexts())
                .containsExactly(Context.ofRank(0), Context.ofRank(1));
    }

    @Test
    void filesThatNameTheSameRankAreRuns() throws IOException {
        writeCali("cali/run_1.cali", 5, "attr=21=31,data=1=0");
        writeCali("cali/run_2.cali", 5, "attr=21=31,data=1=0");
        assertThat(named("cali")).hasSize(2);
    }

    /// Their contexts differ, so nothing but the missing rank keeps them apart.
    @Test
    void aSerialRunBesideAParallelOneIsARunOfItsOwn() throws IOException {
        writeCali("cali/parallel.cali", 5, "attr=21=31,data=1=0");
        writeCali("cali/serial.cali", 5, "");
        assertThat(named("cali")).containsExactly("/cali/parallel.cali", "/cali/serial.cali");
    }

    @Test
    void filesOfTimemoryAreOneRunWhereEachHasAnotherComponent() throws IOException {
        writeTimemory("wall", "one/wall.tree.json");
        writeTimemory("cpu", "one/cpu.tree.json");
        writeTimemory("wall", "two/a.tree.json");
        writeTimemory("wall", "two/b.tree.json");
        assertThat(named("one", "two"))
                .containsExactly("/one", "/two/a.tree.json", "/two/b.tree.json");
    }

    private void writeTimemory(String component, String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                {"timemory": {"%s": {"unit_repr": "sec", "mpi": [[{"node": {"prefix": ">>> main",
                "inclusive": {"entry": {"laps": 1, "repr_data": 2.0}},
                "exclusive": {"entry": {"laps": 1, "repr_data": 2.0}}}, "children": []}]]}}}
                """
                        .formatted(component));
    }

    @Test
    void runsBelowAFolderOfRanksAreFoundToo() throws IOException {
        writeCali("cali/run_1.cali", 5, "attr=21=31,data=1=0");
        writeCali("cali/run_2.cali", 5, "attr=21=31,data=1=1");
        writeCali("cali/other/serial.cali", 5, "");
        assertThat(named("cali")).containsExactly("/cali", "/cali/other/serial.cali");
    }

    @Test
    void filesOfUnknownFormatsAreNamedAsWell() throws IOException {
        writeCali("cali/run_1.cali", 5, "");
        Files.writeString(folder.resolve("cali/notes.txt"), "hello");
        assertThat(named("cali")).containsExactly("/cali/notes.txt", "/cali/run_1.cali");
    }

    @Test
    void foldersAreCountedAsFilesAre() throws IOException {
        for (int size : new int[] {1, 8, 27, 125}) write("sizes/%d/x.json".formatted(size), size);
        assertThat(named("sizes"))
                .containsExactly(
                        "/sizes/1/x.json",
                        "/sizes/8/x.json",
                        "/sizes/27/x.json",
                        "/sizes/125/x.json");
    }

    @Test
    void aFolderThatIsLinkedBelowItselfIsReadOnce() throws IOException {
        Files.createSymbolicLink(folder.resolve("a/again"), folder.resolve("a"));
        assertThat(named("a")).containsExactly("/a/run2.json", "/a/run10.json");
    }

    @Test
    void foldersOfDatabasesAreRunsAsAWhole() throws IOException {
        Files.createDirectories(folder.resolve("tau/one"));
        for (int rank = 0; rank < 2; rank++)
            Files.writeString(
                    folder.resolve("tau/one/profile.%d.0.0".formatted(rank)),
                    """
                    1 templated_functions_MULTI_TIME
                    # Name Calls Subrs Excl Incl ProfileCalls
                    "main" 1 0 1 1 0 GROUP="TAU_USER"
                    0 aggregates
                    """);
        assertThat(named("tau")).containsExactly("/tau/one");
    }

    @Test
    void theFolderOfARecordingIsARunHoweverManyPartsItHas() throws IOException {
        Profile profile = runs.all(List.of(folder + "/b/run1.json")).getFirst().profile();
        Files.createDirectories(folder.resolve("recorded"));
        new DatabaseExporter().export(profile, folder.resolve("recorded/part-0.tldb"));
        assertThat(named("recorded")).containsExactly("/recorded");
        new DatabaseExporter().export(profile, folder.resolve("b/two.tldb"));
        new DatabaseExporter().export(profile, folder.resolve("b/three.tldb"));
        assertThat(named("b")).containsExactly("/b/run1.json", "/b/three.tldb", "/b/two.tldb");
    }

    @Test
    void aRunOfAFileThatWasCutOffIsPartial() throws IOException {
        writeCali("cali/run_1.cali", 5, "");
        Path cut = folder.resolve("cali/cut.cali");
        String whole = Files.readString(folder.resolve("cali/run_1.cali"));
        Files.writeString(cut, whole.substring(0, whole.length() - 4));
        List<Runs.Read> read = runs.all(runs.named(List.of(folder + "/cali")));
        assertThat(read).extracting(Runs.Read::isPartial).containsExactly(true, false);
    }

    private void writeCali(String name, long launchDate, String record) throws IOException {
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
                __rec=node,id=30,attr=10,data=77,parent=1
                __rec=node,id=31,attr=8,data=mpi.rank,parent=30
                __rec=ctx,%s
                __rec=globals,ref=24
                """
                        .formatted(launchDate, record.isEmpty() ? "attr=21,data=1" : record));
    }

    @Test
    void aRunThatIsNamedTwiceIsReadOnce() throws IOException {
        assertThat(named("b/run1.json", "b/*")).containsExactly("/b/run1.json");
    }

    @Test
    void nothingIsAnError() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> named("empty"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("expected a profile in the folder, found no files");
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
                .hasMessageStartingWith("no format 'tape'; available:");
    }

    /// A file with a run on each line, `name value`.
    private static final class LinesFormat implements ProfileFormat {
        @Override
        public String name() {
            return "lines";
        }

        @Override
        public String description() {
            return "a run on each line";
        }

        @Override
        public Match sniff(Input input) {
            return Match.CERTAIN;
        }

        @Override
        public Optional<HeldRuns> runs(Input input) throws IOException {
            var log = new ReadReport.Log();
            log.lost("a line is cut off", "line 3");
            return Optional.of(
                    new HeldRuns(
                            Files.readAllLines(input.files().getFirst()).stream()
                                    .map(LinesFormat::held)
                                    .toList(),
                            log.report()));
        }

        private static HeldRuns.Held held(String line) {
            String[] words = line.split(" ");
            Profile profile = Drawing.profileOf("path rank0\nmain %s\n".formatted(words[1]));
            return new HeldRuns.Held(words[0], new LoadedSource(profile, ReadReport.CLEAN));
        }

        @Override
        public ProfileSource open(Input input) throws IOException {
            return runs(input).orElseThrow().runs().stream()
                    .filter(run -> run.name().equals(input.run()))
                    .findFirst()
                    .orElseThrow()
                    .source();
        }
    }

    @Test
    void anyFormatMaySayThatAFileHoldsSeveralRuns() throws IOException {
        Path file = Files.writeString(folder.resolve("nightly.lines"), "mon 2\ntue 3\n");
        Runs ofLines = Runs.of(new Formats(List.of(new LinesFormat()), List.of()));
        List<Runs.Read> read = ofLines.all(List.of(file.toString()));
        assertThat(read).extracting(Runs.Read::path).containsExactly(file + "#mon", file + "#tue");
        assertThat(read).allMatch(Runs.Read::isPartial);
        assertThat(read.get(0).report().isLossy()).isTrue();
        assertThat(read.get(1).report().entries()).isEmpty();
        assertThat(read.get(1).profile().column("time").at(0, 0)).isEqualTo(3);
        assertThat(ofLines.all(List.of(file + "#tue")))
                .singleElement()
                .satisfies(run -> assertThat(run.profile().column("time").at(0, 0)).isEqualTo(3));
    }
}
