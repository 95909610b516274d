package treeline.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/// Writers with one defect each: every one must be found.
class WriterProofTest {
    @TempDir Path scratch;

    /// Steps that a defective writer omits.
    private record Steps(
            boolean forcesFile, boolean forcesFolder, boolean deletes, boolean namesFile) {
        void write(Path file) throws IOException {
            Path hidden = file.resolveSibling(".treeline-%016x.tmp".formatted(System.nanoTime()));
            try {
                writeTo(hidden);
                Files.move(
                        hidden,
                        file,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                if (forcesFolder) force(file.getParent());
            } catch (IOException failed) {
                if (deletes) Files.deleteIfExists(hidden);
                throw namesFile ? new IOException(file + ": " + failed, failed) : failed;
            }
        }

        private void writeTo(Path hidden) throws IOException {
            try (var out =
                    FileChannel.open(
                            hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                out.write(ByteBuffer.wrap("new ".getBytes(StandardCharsets.UTF_8)));
                out.write(ByteBuffer.wrap("content".getBytes(StandardCharsets.UTF_8)));
                if (forcesFile) out.force(true);
            }
        }

        private static void force(Path folder) throws IOException {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static WriterProof proof(WriterProof.Writer writer) {
        return new WriterProof(
                "run", file -> Files.writeString(file, "old"), writer, Files::readString);
    }

    private void assertFound(WriterProof.Writer writer, String defect) {
        assertThatThrownBy(() -> proof(writer).check(scratch))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(defect);
    }

    @Test
    void aWriterThatDoesEverythingPasses() throws Exception {
        var checked = proof(new Steps(true, true, true, true)::write).check(scratch);
        assertThat(checked).isEqualTo(new WriterProof.Checked(10, 29));
    }

    @Test
    void aFileThatIsNotForcedMayBeEmpty() {
        assertFound(new Steps(false, true, true, true)::write, "unexpected ");
    }

    @Test
    void aFolderThatIsNotForcedMayShowTheOldFile() {
        assertFound(new Steps(true, false, true, true)::write, "unexpected old");
    }

    @Test
    void temporaryFilesThatStayAreFound() {
        assertFound(new Steps(true, true, false, true)::write, "left behind: [.treeline-");
    }

    @Test
    void messagesWithoutTheNameOfTheFileAreFound() {
        assertFound(
                new Steps(true, true, true, false)::write, "expected an IOException that names ");
    }

    @Test
    void filesOfTheUserThatAreOverwrittenAreFound() {
        assertFound(file -> FixedNameWriter.write(file, "new ", "content"), "run.tmp");
    }

    @Test
    void writingInPlaceIsFound() {
        assertFound(file -> Files.writeString(file, "new"), "unexpected ");
    }
}
