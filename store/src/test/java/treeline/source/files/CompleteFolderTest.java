package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class CompleteFolderTest {
    @TempDir Path parent;

    @Test
    void theFolderAppearsWhenAllItsFilesAreWritten() throws IOException {
        Path folder = parent.resolve("runs");
        CompleteFolder.write(
                folder,
                unfinished -> {
                    CompleteFile.write(unfinished.resolve("part"), "new");
                    assertThat(folder).doesNotExist();
                });
        assertThat(folder.resolve("part")).hasContent("new");
        assertThat(names()).containsExactly("runs");
    }

    @Test
    void anExistingFolderIsNotReplaced() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("runs"));
        assertThatThrownBy(() -> CompleteFolder.write(folder, _ -> {}))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(folder.toString());
    }

    @Test
    void ofTwoWritersTheSecondFailsAndTheFolderOfTheFirstStays() throws IOException {
        Path folder = parent.resolve("runs");
        assertThatThrownBy(
                        () ->
                                CompleteFolder.write(
                                        folder,
                                        unfinished -> {
                                            one(folder, "first");
                                            CompleteFile.write(unfinished.resolve("part"), "2nd");
                                        }))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(folder.toString());
        assertThat(folder.resolve("part")).hasContent("first");
        assertThat(names()).containsExactly("runs");
    }

    @Test
    void aReplacedFolderIsKeptUntilTheNewOneIsComplete() throws IOException {
        Path folder = parent.resolve("runs");
        one(folder, "old");
        CompleteFolder.replace(
                folder,
                unfinished -> {
                    CompleteFile.write(unfinished.resolve("other"), "new");
                    assertThat(folder.resolve("part")).hasContent("old");
                });
        assertThat(folder.resolve("other")).hasContent("new");
        assertThat(folder.resolve("part")).doesNotExist();
        assertThat(names()).containsExactly("runs");
    }

    @Test
    void aFailedReplacementKeepsTheFolderAndNamesTheFile() throws IOException {
        Path folder = parent.resolve("runs");
        one(folder, "old");
        assertThatThrownBy(
                        () ->
                                CompleteFolder.replace(
                                        folder,
                                        unfinished -> {
                                            throw new FileSystemException(
                                                    unfinished.resolve("part-000").toString(),
                                                    null,
                                                    "No space left on device");
                                        }))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(folder.resolve("part-000") + ": No space left on device");
        assertThat(folder.resolve("part")).hasContent("old");
        assertThat(names()).containsExactly("runs");
    }

    @Test
    void ofTwoReplacementsTheLastToFinishWins() throws IOException {
        Path folder = parent.resolve("runs");
        one(folder, "old");
        CompleteFolder.replace(
                folder,
                unfinished -> {
                    CompleteFolder.replace(
                            folder, other -> CompleteFile.write(other.resolve("part"), "first"));
                    CompleteFile.write(unfinished.resolve("part"), "second");
                });
        assertThat(folder.resolve("part")).hasContent("second");
        assertThat(names()).containsExactly("runs");
    }

    @Test
    void aMissingParentIsNamed() {
        Path folder = parent.resolve("nowhere/runs");
        assertThatThrownBy(() -> CompleteFolder.write(folder, _ -> {}))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(folder + ": no such directory");
    }

    @Test
    void anInterruptedThreadWritesAFolder() throws IOException {
        Path folder = parent.resolve("runs");
        Thread.currentThread().interrupt();
        one(folder, "new");
        assertThat(Thread.interrupted()).as("the interrupt status is kept").isTrue();
        assertThat(folder.resolve("part")).hasContent("new");
    }

    @Test
    void foldersAboveAreCreatedToo() throws IOException {
        Path folder = parent.resolve("a/b/c");
        CompleteFolder.create(folder);
        CompleteFolder.create(folder);
        assertThat(folder).isDirectory();
    }

    private static void one(Path folder, String text) throws IOException {
        CompleteFolder.write(
                folder, unfinished -> CompleteFile.write(unfinished.resolve("part"), text));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
