package treeline.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes files that appear complete or not at all: under another name, which becomes the real one
/// when all is there. What fails in the middle leaves nothing behind, and a file that was there
/// before stays.
public final class CompleteFile {
    private CompleteFile() {}

    /// Writes what the file is to hold.
    @FunctionalInterface
    public interface Content {
        void writeTo(Path unfinished) throws IOException;
    }

    public static void write(Path file, Content content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            content.writeTo(unfinished);
            Files.move(
                    unfinished,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
