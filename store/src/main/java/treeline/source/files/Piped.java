package treeline.source.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Piped input as a temporary file, because formats read their input several times and at any
/// offset. The file is deleted at exit.
///
/// A pipe is read once; opening it again returns the same file.
public final class Piped {
    /// What users call the standard input.
    static final String STANDARD_INPUT = "-";

    private static final int TYPE_BITS = 0xf000; // of st_mode, POSIX <sys/stat.h>
    private static final int FIFO = 0x1000;

    private static final Map<String, Path> READ = new HashMap<>();

    private Piped() {}

    /// Whether a path names the standard input or a pipe, also one that a shell made for `<(...)`.
    public static boolean isPipe(String name, Path path) throws IOException {
        if (name.equals(STANDARD_INPUT)) return true;
        if (!Files.exists(path) || Files.isRegularFile(path) || Files.isDirectory(path))
            return false;
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) return false;
        return Files.getAttribute(path, "unix:mode") instanceof Integer mode
                && (mode & TYPE_BITS) == FIFO;
    }

    /// The file of what came through.
    ///
    /// @throws MalformedProfileException if nothing came
    public static synchronized Path file(String name, Path path) throws IOException {
        Path known = READ.get(name);
        if (known != null) return known;
        Path read;
        if (name.equals(STANDARD_INPUT)) read = spooled(System.in, "standard-input");
        else
            try (InputStream in = Files.newInputStream(path)) {
                read = spooled(in, path.getFileName().toString());
            }
        if (Files.size(read) == 0)
            throw MalformedProfileException.of(
                    name.equals(STANDARD_INPUT) ? "the standard input" : name,
                    "a profile that is piped into it",
                    "nothing");
        READ.put(name, read);
        return read;
    }

    private static Path spooled(InputStream in, String name) throws IOException {
        Path folder = Files.createTempDirectory("treeline-");
        Path file = folder.resolve(name);
        folder.toFile().deleteOnExit(); // in reverse order: the file first
        file.toFile().deleteOnExit();
        Files.copy(in, file);
        return file;
    }
}
