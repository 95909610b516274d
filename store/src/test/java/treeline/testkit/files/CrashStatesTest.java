package treeline.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;

class CrashStatesTest {
    @TempDir Path real;
    @TempDir Path scratch;
    private WatchedFileSystem system;
    private Path file;

    @BeforeEach
    void thereIsAnOldFile() throws IOException {
        Files.writeString(real.resolve("run"), "old");
        system = WatchedFileSystem.of(real);
        file = system.folder().resolve("run");
    }

    /// What `run` contained in all states, with the number of milestones.
    private Set<String> contents() throws IOException {
        Set<String> contents = new TreeSet<>();
        CrashStates.check(
                system,
                scratch,
                1,
                (folder, milestones) -> {
                    Path run = folder.resolve("run");
                    String content = Files.exists(run) ? Files.readString(run) : "absent";
                    contents.add(milestones + " " + content.replace('\0', '0'));
                });
        return contents;
    }

    private Path written(boolean forced) throws IOException {
        Path hidden = system.folder().resolve(".hidden");
        try (var channel =
                FileChannel.open(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("newest".getBytes(StandardCharsets.UTF_8)));
            if (forced) channel.force(true);
        }
        return hidden;
    }

    private void forceFolder() throws IOException {
        try (var channel = FileChannel.open(system.folder(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Test
    void aFileThatIsForcedRenamedAndWhoseFolderIsForcedIsOldOrNewAndThenNew() throws IOException {
        Files.move(written(true), file, StandardCopyOption.ATOMIC_MOVE);
        forceFolder();
        system.milestone("returned");
        assertThat(contents()).containsExactly("0 newest", "0 old", "1 newest");
    }

    @Test
    void withoutForceOfTheFileItsNameMayStandForAnything() throws IOException {
        Files.move(written(false), file, StandardCopyOption.ATOMIC_MOVE);
        forceFolder();
        system.milestone("returned");
        assertThat(contents())
                .containsExactly(
                        "0 ",
                        "0 000000",
                        "0 new",
                        "0 newest",
                        "0 old",
                        "1 ",
                        "1 000000",
                        "1 new",
                        "1 newest");
    }

    @Test
    void withoutForceOfTheFolderTheOldFileMayComeBack() throws IOException {
        Files.move(written(true), file, StandardCopyOption.ATOMIC_MOVE);
        system.milestone("returned");
        assertThat(contents()).containsExactly("0 newest", "0 old", "1 newest", "1 old");
    }

    @Test
    void aFileThatIsDeletedBeforeTheRenameMayBeAbsent() throws IOException {
        Path hidden = written(true);
        Files.delete(file);
        Files.move(hidden, file);
        forceFolder();
        assertThat(contents()).containsExactly("0 absent", "0 newest", "0 old");
    }

    @Test
    void writingInPlaceMixesOldAndNew() throws IOException {
        Files.write(file, "NEW!".getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
        assertThat(contents()).containsExactly("0 0000", "0 NEW!", "0 NEd", "0 old");
    }

    @Test
    void aStateThatIsNotPermittedIsToldWithTheOperationsThatLeadToIt() throws IOException {
        Files.delete(file);
        assertThatThrownBy(
                        () ->
                                CrashStates.check(
                                        system,
                                        scratch,
                                        1,
                                        (folder, _) -> assertThat(folder.resolve("run")).exists()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Power failure after operation 1")
                .hasMessageContaining("Delete[directory=0, name=run]");
    }

    @Test
    void foldersAreMadeFilledAndRenamed() throws IOException {
        Path hidden = Files.createDirectory(system.folder().resolve(".hidden"));
        Files.writeString(hidden.resolve("inside"), "content");
        Files.move(hidden, system.folder().resolve("shown"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(real.resolve("shown/inside")).hasContent("content");
        Set<String> states = new TreeSet<>();
        CrashStates.check(
                system,
                scratch,
                1,
                (folder, _) -> {
                    Path inside = folder.resolve("shown/inside");
                    states.add(
                            Files.exists(inside)
                                    ? Files.readString(inside)
                                    : Files.exists(folder.resolve("shown")) ? "empty" : "absent");
                });
        assertThat(states)
                .containsExactly("", "\0\0\0\0\0\0\0", "absent", "con", "content", "empty");
    }
}
