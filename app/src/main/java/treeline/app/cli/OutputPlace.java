package treeline.app.cli;

import treeline.question.parameter.UsageException;
import treeline.source.files.FileName;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Check that an output file can be written, made before any input is read, which may take long.
public final class OutputPlace {
    private OutputPlace() {}

    /// Requires a folder that is there and may be written.
    public static void requireFolderOf(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) return;
        FileName.require(folder.toString());
        if (!Files.isDirectory(folder))
            throw new NoSuchFileException(file.toString(), null, "no such directory: " + folder);
        if (!Files.isWritable(folder))
            throw new AccessDeniedException(
                    file.toString(),
                    null,
                    Files.getFileStore(folder).isReadOnly()
                            ? folder + " is on a read-only file system"
                            : "no permission to write into " + folder);
    }

    /// Requires the same, and that the name is not taken by a directory.
    public static void require(Path file) throws IOException {
        requireFolderOf(file);
        if (Files.isDirectory(file))
            throw new UsageException(file + " is a directory", "name a file");
    }
}
