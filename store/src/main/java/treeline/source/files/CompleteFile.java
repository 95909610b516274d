package treeline.source.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Atomic file output: a file is written under a temporary name and renamed when it is complete. A
/// failed write leaves no file and keeps an existing one.
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
        } catch (FileSystemException failed) {
            throw unfinished.toString().equals(failed.getFile()) ? named(file, failed) : failed;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /// Users know their file, not the one that it is for a while.
    private static IOException named(Path file, FileSystemException failed) {
        FileSystemException named =
                switch (failed) {
                    case NoSuchFileException _ ->
                            new NoSuchFileException(file.toString(), null, "no such directory");
                    case AccessDeniedException _ -> new AccessDeniedException(file.toString());
                    default -> new FileSystemException(file.toString(), null, failed.getReason());
                };
        named.initCause(failed);
        return named;
    }
}
