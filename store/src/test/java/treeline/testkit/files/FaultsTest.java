package treeline.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.files.Faults.Fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class FaultsTest {
    @TempDir Path real;

    private WatchedFileSystem system() throws IOException {
        for (String name : List.of("run", "run.tmp")) Files.deleteIfExists(real.resolve(name));
        Files.writeString(real.resolve("run"), "old");
        return WatchedFileSystem.of(real);
    }

    private List<String> failures(Fault fault) throws Exception {
        List<String> failures = new ArrayList<>();
        int count =
                Faults.each(
                        fault,
                        this::system,
                        system ->
                                FixedNameWriter.write(system.folder().resolve("run"), "new", "er"),
                        (_, failed, thrown) -> failures.add(failed + " -> " + thrown));
        assertThat(failures).hasSize(count);
        return failures.stream().map(each -> each.replace(real + "/", "")).toList();
    }

    @Test
    void eachCallFailsOnce() throws Exception {
        assertThat(failures(Fault.INPUT_OUTPUT_ERROR))
                .containsExactly(
                        failed("CREATE run.tmp", "FileSystemException: run.tmp: "),
                        failed("WRITE run.tmp", "IOException: "),
                        failed("WRITE run.tmp", "IOException: "),
                        failed("CLOSE run.tmp", "IOException: "),
                        failed("RENAME run.tmp", "FileSystemException: run.tmp: "),
                        failed("DELETE run.tmp", "FileSystemException: run.tmp: "));
    }

    private static String failed(String call, String exception) {
        String folder = exception.startsWith("File") ? "java.nio.file." : "java.io.";
        return call + " -> " + folder + exception + "Input/output error";
    }

    @Test
    void aFullDiskStaysFullButDeletes() throws Exception {
        List<String> failures = failures(Fault.DISK_FULL);
        assertThat(failures).hasSize(5);
        assertThat(failures.get(1))
                .isEqualTo("WRITE run.tmp -> java.io.IOException: No space left on device");
        assertThat(real).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void anInterruptClosesTheChannel() throws Exception {
        assertThat(failures(Fault.INTERRUPT))
                .containsExactly(
                        "WRITE run.tmp -> java.nio.channels.ClosedByInterruptException",
                        "WRITE run.tmp -> java.nio.channels.ClosedByInterruptException");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aCheckThatFailsTellsWhichCall() {
        assertThatThrownBy(
                        () ->
                                Faults.each(
                                        Fault.ACCESS_DENIED,
                                        this::system,
                                        system ->
                                                FixedNameWriter.write(
                                                        system.folder().resolve("run"), "new"),
                                        (system, _, _) ->
                                                assertThat(system.realFolder().resolve("run"))
                                                        .hasContent("new")))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("ACCESS_DENIED at call 1, CREATE run.tmp: ");
    }
}
