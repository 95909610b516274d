package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Tests for names of files that are not what their bytes say.
class FileNameTest {
    private static final String DECODED = "bad\ufffd.tldb";

    @TempDir Path folder;

    @Test
    void aNameWithAReplacedByteIsNotValid() {
        assertThat(FileName.isValid("runs 1/run.tldb")).isTrue();
        assertThat(FileName.isValid("")).isTrue();
        assertThat(FileName.isValid(DECODED)).isFalse();
        assertThat(FileName.isValid("half a pair: \ud83d")).isFalse();
    }

    @Test
    void nothingIsWrittenUnderSuchAName() {
        Path file = folder.resolve(DECODED);
        assertThatThrownBy(() -> CompleteFile.write(file, "x"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage("%s: the name is %s", file, FileName.problem());
        assertThatThrownBy(() -> CompleteFolder.write(file, _ -> {}))
                .hasMessage("%s: the name is %s", file, FileName.problem());
        assertThatThrownBy(() -> CompleteFolder.replace(file, _ -> {}))
                .hasMessage("%s: the name is %s", file, FileName.problem());
        assertThatThrownBy(() -> CompleteFolder.create(file))
                .hasMessage("%s: the name is %s", file, FileName.problem());
        assertThat(folder).isEmptyDirectory();
    }
}
