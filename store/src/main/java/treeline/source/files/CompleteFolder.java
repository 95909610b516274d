package treeline.source.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Atomic folder output, as [CompleteFile] for files. An existing folder is never replaced, because
/// it may contain other files.
public final class CompleteFolder {
    private CompleteFolder() {}

    /// Writes a folder.
    ///
    /// @param content is given an empty folder
    public static void write(Path folder, CompleteFile.Content content) throws IOException {
        if (Files.exists(folder)) throw new FileAlreadyExistsException(folder.toString());
        Path absolute = folder.toAbsolutePath();
        Path unfinished = Files.createTempDirectory(absolute.getParent(), ".unfinished-");
        try {
            Path inside = Files.createDirectory(unfinished.resolve("folder"));
            content.writeTo(inside);
            Files.move(inside, absolute, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(unfinished);
        }
    }

    /// Deletes a folder and all that is in it.
    public static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) Files.delete(each);
    }
}
