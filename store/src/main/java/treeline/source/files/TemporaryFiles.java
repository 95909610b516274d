package treeline.source.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Names of files and folders that are still being written, `.treeline-` 16 random hexadecimal
/// digits `.tmp`, and the removal of those that a killed process left behind.
///
/// A writer creates its file exclusively, so it neither follows a link of that name nor shares the
/// file with another writer. Leftovers are recognised by their name and age. Writing updates the
/// modification time, so a file that is being written is never a day old. The age is relative to a
/// file just created in the same file system: the clock of this machine does not matter.
public final class TemporaryFiles {
    private static final Pattern NAME = Pattern.compile("\\.treeline-[0-9a-f]{16}\\.tmp");

    private static final Duration ABANDONED = Duration.ofDays(1);

    /// Bounds the cost of a write into a folder of very many files.
    private static final int MAX_LISTED = 10_000;

    private TemporaryFiles() {}

    /// A new name in a folder.
    public static Path in(Path folder) {
        return folder.resolve(name());
    }

    /// A new name in the folder of a file.
    static Path nextTo(Path file) {
        return file.resolveSibling(name());
    }

    /// The name in a folder that processes derive from a random text that they share, such as the
    /// identifier of a recording.
    public static Path in(Path folder, String shared) {
        byte[] bytes = shared.getBytes(StandardCharsets.UTF_8);
        return folder.resolve(name(UUID.nameUUIDFromBytes(bytes)));
    }

    private static String name() {
        return name(UUID.randomUUID());
    }

    private static String name(UUID digits) {
        return ".treeline-%s.tmp"
                .formatted(HexFormat.of().toHexDigits(digits.getLeastSignificantBits()));
    }

    /// Whether a file has such a name.
    public static boolean isNamedAsOne(Path file) {
        Path name = file.getFileName();
        return name != null && NAME.matcher(name.toString()).matches();
    }

    /// Removes what killed writers left in a folder more than a day ago.
    ///
    /// @throws IOException if the folder cannot be written to
    public static void removeLeftovers(Path folder) throws IOException {
        Path created = in(folder);
        try {
            Files.createFile(created);
            removeLeftovers(folder, created);
        } finally {
            Files.deleteIfExists(created);
        }
    }

    /// Removes what killed writers left in a folder more than a day ago. What cannot be removed
    /// stays: it is not an error of the caller's file.
    ///
    /// @param created a file or folder just created in the same file system
    public static void removeLeftovers(Path folder, Path created) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            Instant limit = attributes(created).lastModifiedTime().toInstant().minus(ABANDONED);
            int listed = 0;
            for (Path file : files) {
                if (isNamedAsOne(file)) removeIfOlder(file, limit);
                if (++listed == MAX_LISTED) return;
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // another writer may be able to list it
        }
    }

    private static void removeIfOlder(Path file, Instant limit) {
        try {
            BasicFileAttributes attributes = attributes(file);
            if (attributes.isRegularFile()) {
                if (isOlder(attributes, limit)) Files.deleteIfExists(file);
            } else if (attributes.isDirectory() && isAllOlder(file, limit)) {
                CompleteFolder.delete(file);
            }
        } catch (IOException | UncheckedIOException notOurs) {
            // renamed or removed by another process at this moment, or somebody else's
        }
    }

    /// A folder is as young as the newest file in it.
    private static boolean isAllOlder(Path folder, Instant limit) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.toList();
        }
        for (Path each : all) if (!isOlder(attributes(each), limit)) return false;
        return true;
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isOlder(BasicFileAttributes attributes, Instant limit) {
        return attributes.lastModifiedTime().toInstant().isBefore(limit);
    }
}
