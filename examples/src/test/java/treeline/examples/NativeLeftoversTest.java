package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Temporary files that killed native recorders have left, files of other people, and links.
@Timeout(Patience.TEST_SECONDS)
class NativeLeftoversTest {
    private static final Duration OLD = Duration.ofHours(25);
    private static final Duration YOUNG = Duration.ofHours(23);

    @TempDir Path folder;

    private Path output;

    @BeforeEach
    void createOutput() throws IOException {
        output = Files.createDirectory(folder.resolve("out"));
    }

    private static Path aged(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
        return file;
    }

    private Path file(String name, Duration age) throws IOException {
        return aged(Files.writeString(output.resolve(name), "something"), age);
    }

    private Path directory(String name, String file) throws IOException {
        Path directory = Files.createDirectory(output.resolve(name));
        aged(Files.writeString(directory.resolve(file), "something"), OLD);
        return aged(directory, OLD);
    }

    private String record() throws Exception {
        return NativeProgram.c(folder, FileFaults.PROGRAM).run("new").err();
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(output)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void leftoversOfMoreThanADayAreDeleted() throws Exception {
        file(".treeline-0123456789abcdef.tmp", OLD);
        directory(".treeline-00000000000000aa.tmp", "part-000.tlsnap");
        directory(".treeline-00000000000000bb.tmp", ".treeline-00000000000000cc.tmp");
        assertThat(record()).isEmpty();
        assertThat(names()).containsExactly("part-000.tlsnap");
    }

    @Test
    void nothingElseIsDeleted() throws Exception {
        file(".treeline-0123456789abcdef.tmp", YOUNG);
        file(".treeline-0123456789ABCDEF.tmp", OLD);
        file(".treeline-0123456789abcde.tmp", OLD);
        file(".treeline-0123456789abcdef.tmp2", OLD);
        file(".part-000.tmp", OLD);
        file("part.tmp", OLD);
        directory(".treeline-00000000000000aa.tmp", "notes.txt");
        Path inUse = directory(".treeline-00000000000000cc.tmp", "part-000.tlsnap");
        aged(inUse.resolve("part-000.tlsnap"), YOUNG);
        Path others = directory("mine", "part-000.tlsnap");
        Files.createSymbolicLink(output.resolve(".treeline-00000000000000bb.tmp"), others);
        List<String> before = names();
        assertThat(record()).isEmpty();
        assertThat(names()).containsAll(before).hasSize(before.size() + 1);
        assertThat(others.resolve("part-000.tlsnap")).exists();
        assertThat(output.resolve(".treeline-00000000000000aa.tmp/notes.txt")).exists();
    }

    @Test
    void aLinkInPlaceOfTheLockIsNotFollowed() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Files.createSymbolicLink(output.resolve(".lock"), victim);
        assertThat(record())
                .isEqualTo(
                        "treeline: output directory out is not writable: Too many levels of"
                                + " symbolic links\n");
        assertThat(victim).hasContent("mine");
        assertThat(names()).containsExactly(".lock");
    }

    /// A part that is a link is replaced, not the file that it points to.
    @Test
    void aLinkInPlaceOfAPartIsReplaced() throws Exception {
        record();
        Path victim = folder.resolve("victim.tlsnap");
        Files.move(output.resolve("part-000.tlsnap"), victim);
        byte[] before = Files.readAllBytes(victim);
        Files.createSymbolicLink(output.resolve("part-000.tlsnap"), victim);
        NativeProgram program = NativeProgram.c(folder, FileFaults.PROGRAM);
        assertThat(program.with("TREELINE_RECORD_REPLACE", "true").run("newer").err()).isEmpty();
        assertThat(victim).hasBinaryContent(before);
        assertThat(Files.isSymbolicLink(output.resolve("part-000.tlsnap"))).isFalse();
        assertThat(FileCalls.found(output)).isEqualTo("newer");
    }

    @Test
    void theOutputMayBeALink() throws Exception {
        Path there = Files.move(output, folder.resolve("scratch"));
        Files.createSymbolicLink(output, there);
        assertThat(record()).isEmpty();
        assertThat(FileCalls.found(there)).isEqualTo("new");
    }

    /// Files that somebody has put into a snapshot are kept together with it.
    @Test
    void aSnapshotWithFilesOfOthersIsKept() throws Exception {
        NativeProgram program =
                FileFaults.withSnapshots(
                        NativeProgram.c(
                                folder,
                                """
                                int main(void) {
                                    FILE *notes = NULL;
                                    TREELINE_START("out");
                                    TREELINE_BEGIN("new");
                                    while (notes == NULL) {
                                        notes = fopen("out/snapshot-0001/notes.txt", "w");
                                        usleep(100);
                                    }
                                    fclose(notes);
                                    TREELINE_END("new");
                                    return 0;
                                }
                                """));
        program.with("TREELINE_RECORD_SNAPSHOT_INTERVAL", "0.1");
        assertThat(program.runs()).isEmpty();
        assertThat(names()).containsExactly("part-000.tlsnap", "snapshot-0001");
        assertThat(output.resolve("snapshot-0001/notes.txt")).exists();
    }

    @Test
    void thePermissionsOfAPartAreThoseOfTheUmask() throws Exception {
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        """
                        #include <sys/stat.h>
                        int main(void) {
                            umask(027);
                            TREELINE_START("out");
                            TREELINE_BEGIN("new");
                            TREELINE_END("new");
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        assertThat(Files.getPosixFilePermissions(output.resolve("part-000.tlsnap")))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.GROUP_READ);
    }
}
