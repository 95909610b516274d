package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Patience;
import treeline.testkit.files.Faults;
import treeline.testkit.files.FolderContent;
import treeline.testkit.files.Simulation;
import treeline.testkit.files.WatchedFileSystem;
import treeline.testkit.files.WriterProof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Files and folders after power failures, failed calls, and with many writers and readers.
@Timeout(Patience.TEST_SECONDS)
class CompleteFileDurabilityTest {
    @TempDir Path scratch;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /// In several writes, the first of them last.
    private static void write(Path file, String text) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    unfinished.skip(5);
                    unfinished.write(bytes(text));
                    unfinished.write(bytes(" end"));
                    unfinished.write(bytes("head "), 0);
                });
    }

    private static void fill(Path folder, String text) throws IOException {
        CompleteFile.write(folder.resolve("one"), text);
        Path inner = Files.createDirectory(folder.resolve("inner"));
        CompleteFile.write(inner.resolve("two"), text + text);
    }

    private void prove(String what, WriterProof proof, TestReporter reporter) throws Exception {
        reporter.publishEntry(what, proof.check(scratch).toString());
    }

    @Test
    void aFileIsOldOrNew(TestReporter reporter) throws Exception {
        var proof =
                new WriterProof(
                        "run",
                        file -> Files.writeString(file, "old"),
                        file -> write(file, "new"),
                        Files::readString);
        prove("replaced file", proof, reporter);
    }

    /// The new version is in place only if forcing the folder failed, and the message says so.
    @Test
    void aFailureAfterTheRenameSaysThatTheNewVersionIsInPlace() throws Exception {
        List<String> messages = new ArrayList<>();
        Faults.each(
                Faults.Fault.NO_SPACE,
                () -> {
                    Path folder = Files.createTempDirectory(scratch, "folder-");
                    Files.writeString(folder.resolve("run"), "old");
                    return WatchedFileSystem.of(folder);
                },
                system -> CompleteFile.write(system.folder().resolve("run"), "new"),
                (system, _, thrown) -> {
                    if (thrown == null) return;
                    String found = Files.readString(system.realFolder().resolve("run"));
                    String message = String.valueOf(thrown.getMessage());
                    messages.add(found + message.substring(message.indexOf(": ")));
                });
        assertThat(messages.getFirst()).isEqualTo("old: No space left on device");
        assertThat(messages.getLast())
                .isEqualTo(
                        "new: No space left on device; the new version is in place, but may not"
                                + " survive a power failure");
        assertThat(messages).containsOnly(messages.getFirst(), messages.getLast());
    }

    @Test
    void aFileIsAbsentOrNew(TestReporter reporter) throws Exception {
        var proof = new WriterProof("run", null, file -> write(file, "new"), Files::readString);
        prove("new file", proof, reporter);
    }

    @Test
    void aFolderIsAbsentOrNew(TestReporter reporter) throws Exception {
        var proof =
                new WriterProof(
                        "run",
                        null,
                        folder -> CompleteFolder.write(folder, inside -> fill(inside, "new")),
                        FolderContent::of);
        prove("new folder", proof, reporter);
    }

    @Test
    void aFolderIsOldOrNew(TestReporter reporter) throws Exception {
        var proof =
                new WriterProof(
                        "run",
                        folder -> {
                            Files.createDirectory(folder);
                            Files.writeString(folder.resolve("earlier"), "old");
                        },
                        folder -> CompleteFolder.replace(folder, inside -> fill(inside, "new")),
                        FolderContent::of);
        prove("replaced folder", proof, reporter);
    }

    @Test
    void foldersThatWereCreatedStay(TestReporter reporter) throws Exception {
        var proof =
                new WriterProof(
                        "run",
                        null,
                        folder -> CompleteFolder.create(folder.resolve("a/b")),
                        folder -> Files.isDirectory(folder.resolve("a/b")) ? "created" : "absent");
        prove("created folders", proof, reporter);
    }

    @Test
    void writersAndReadersInEveryOrderNeverSeeAMixture(TestReporter reporter) throws Exception {
        int seeds = Simulation.seeds(100);
        int calls = 0;
        for (long seed = 0; seed < seeds; seed++) calls += simulateFile(seed);
        reporter.publishEntry("simulations of a file", seeds + " with " + calls + " calls");
    }

    private int simulateFile(long seed) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "simulated-");
        Files.writeString(folder.resolve("run.tmp"), "mine");
        Files.writeString(folder.resolve("run"), "head old end");
        var system = WatchedFileSystem.of(folder);
        Path file = system.folder().resolve("run");
        List<String> written = new ArrayList<>(List.of("old"));
        var simulation = new Simulation(seed, TemporaryFiles::isNamedAsOne);
        for (String name : List.of("a", "b", "c"))
            simulation.actor(
                    name,
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            write(file, name + i);
                            written.add(name + i);
                        }
                    });
        for (int reader = 0; reader < 2; reader++)
            simulation.actor(
                    "reader" + reader,
                    () -> {
                        for (int look = 0; look < 4; look++)
                            assertThat(Files.readString(file)).matches("head (old|[abc][01]) end");
                    });
        simulation.run(system);
        String last = Files.readString(folder.resolve("run"));
        assertThat(written).hasSize(7);
        assertThat(last).matches("head [abc][01] end");
        assertThat(names(folder)).containsExactly("run", "run.tmp");
        assertThat(folder.resolve("run.tmp")).hasContent("mine");
        return simulation.trace().size();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void foldersThatAreReplacedByManyAreNeverAMixture(TestReporter reporter) throws Exception {
        int seeds = Simulation.seeds(40);
        int calls = 0;
        for (long seed = 0; seed < seeds; seed++) calls += simulateFolder(seed);
        reporter.publishEntry("simulations of a folder", seeds + " with " + calls + " calls");
    }

    private int simulateFolder(long seed) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "simulated-");
        var system = WatchedFileSystem.of(folder);
        Path output = system.folder().resolve("parts");
        var simulation = new Simulation(seed, TemporaryFiles::isNamedAsOne);
        for (String name : List.of("a", "b", "c"))
            simulation.actor(
                    name,
                    () ->
                            CompleteFolder.replace(
                                    output,
                                    inside -> {
                                        Files.writeString(inside.resolve("one"), name);
                                        Files.writeString(inside.resolve("two"), name);
                                    }));
        simulation.actor(
                "reader",
                () -> {
                    for (int look = 0; look < 4; look++) lookAt(output);
                });
        simulation.run(system);
        Path last = folder.resolve("parts");
        assertThat(Files.readString(last.resolve("one")))
                .isEqualTo(Files.readString(last.resolve("two")))
                .matches("[abc]");
        assertThat(names(folder)).containsExactly("parts");
        return simulation.trace().size();
    }

    /// A folder that is replaced between two files of it is noticed by a reader of marked parts;
    /// here only that each file is complete is checked.
    private static void lookAt(Path folder) throws IOException {
        for (String name : List.of("one", "two"))
            try {
                assertThat(Files.readString(folder.resolve(name))).matches("[abc]");
            } catch (NoSuchFileException replaced) {
                assertThat(replaced.getFile()).endsWith(name);
            }
    }
}
