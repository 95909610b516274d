package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

class CompleteFileTest {
    @TempDir Path folder;

    @Test
    void theFileIsThereWhenAllIsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("run"), "old");
        CompleteFile.write(
                file,
                unfinished -> {
                    Files.writeString(unfinished, "new");
                    assertThat(file).hasContent("old");
                });
        assertThat(file).hasContent("new");
        assertThat(folder).isDirectoryContaining(file::equals);
        assertThat(folder.toFile().list()).containsExactly("run");
    }

    @Test
    void whatFailsInTheMiddleLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("run"), "old");
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        file,
                                        unfinished -> {
                                            Files.writeString(unfinished, "ne");
                                            throw new IOException("no space left on device");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("no space left on device");
        assertThat(file).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("run");
    }

    @Test
    void aFailureNamesTheFileThatTheUserKnows() {
        Path file = folder.resolve("nowhere/run");
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        file, unfinished -> Files.writeString(unfinished, "new")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file + ": no such directory");
    }

    @Test
    void anErrorOfTheProgramLeavesNothingEither() {
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        folder.resolve("run"),
                                        unfinished -> {
                                            Files.writeString(unfinished, "ne");
                                            throw new OutOfMemoryError();
                                        }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(folder.toFile().list()).isEmpty();
    }
}
