package treeline.source.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Atomic and durable folder output, as [CompleteFile] for files.
public final class CompleteFolder {
    /// What the system calls `EINVAL`: some file systems cannot force folders.
    private static final String UNSUPPORTED = "Invalid argument";

    /// `ENOTEMPTY`: another writer's folder, which a third one may have moved away since.
    private static final String NOT_EMPTY = "Directory not empty";

    private static final String IN_PLACE =
            "; the new version is in place, but may not survive a power failure";

    private CompleteFolder() {}

    /// Writes the files of a folder.
    @FunctionalInterface
    public interface Content {
        void writeTo(Path folder) throws IOException;
    }

    /// Writes a folder. An existing folder is not replaced, because it may contain other files.
    ///
    /// @param content is given an empty folder
    public static void write(Path folder, Content content) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS))
            throw new FileAlreadyExistsException(folder.toString());
        build(folder, content, unfinished -> move(unfinished, folder));
    }

    /// Writes a folder in place of an existing one, which is kept until the new one is complete.
    ///
    /// No portable operation exchanges two folders, so there is a moment in which the machine may
    /// die and leave the earlier folder as `FOLDER.replaced-` 16 hexadecimal digits.
    public static void replace(Path folder, Content content) throws IOException {
        build(folder, content, unfinished -> exchange(unfinished, folder));
    }

    @FunctionalInterface
    private interface Placement {
        void place(Path unfinished) throws IOException;
    }

    private static void build(Path folder, Content content, Placement placement)
            throws IOException {
        FileName.require(folder.toString());
        Path unfinished = TemporaryFiles.nextTo(folder);
        create(unfinished, folder);
        UnfinishedOutputs.begin(unfinished);
        try {
            TemporaryFiles.removeLeftovers(of(folder), unfinished);
            fill(unfinished, folder, content);
            placement.place(unfinished);
            forceEntry(folder);
        } catch (Throwable failed) {
            delete(unfinished, failed);
            throw failed;
        } finally {
            UnfinishedOutputs.end(unfinished);
        }
    }

    private static void fill(Path unfinished, Path folder, Content content) throws IOException {
        try {
            content.writeTo(unfinished);
            forceAll(unfinished, folder);
        } catch (UncheckedIOException failed) {
            throw named(unfinished, folder, Objects.requireNonNull(failed.getCause()));
        } catch (IOException failed) {
            throw named(unfinished, folder, failed);
        }
    }

    /// Errors name files by the path that they would have had.
    private static IOException named(Path unfinished, Path folder, IOException failed) {
        if (!(failed instanceof FileSystemException known) || known.getFile() == null)
            return failed.getClass() == IOException.class
                    ? UnfinishedFile.named(folder, failed)
                    : failed;
        Path file = unfinished.getFileSystem().getPath(known.getFile());
        return file.startsWith(unfinished)
                ? UnfinishedFile.named(folder.resolve(unfinished.relativize(file)), failed)
                : failed;
    }

    private static void create(Path unfinished, Path folder) throws IOException {
        try {
            Files.createDirectory(unfinished);
        } catch (IOException failed) {
            throw UnfinishedFile.named(folder, failed);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            if (NOT_EMPTY.equals(failed.getReason()) || Files.exists(to, LinkOption.NOFOLLOW_LINKS))
                throw new FileAlreadyExistsException(to.toString());
            throw UnfinishedFile.named(to, failed);
        }
    }

    private static void exchange(Path unfinished, Path folder) throws IOException {
        while (true) {
            Path earlier = replaced(folder, unfinished);
            boolean existed = moveIfThere(folder, earlier);
            try {
                move(unfinished, folder);
            } catch (FileAlreadyExistsException otherWriter) {
                if (existed) discard(earlier);
                continue;
            } catch (IOException failed) {
                if (existed) restore(earlier, folder, failed);
                throw failed;
            }
            if (existed) {
                forceEntry(folder);
                discard(earlier);
            }
            return;
        }
    }

    private static void restore(Path earlier, Path folder, IOException failed) throws IOException {
        try {
            move(earlier, folder);
        } catch (IOException stays) {
            failed.addSuppressed(stays);
            String message =
                    "%s; the earlier folder is now %s"
                            .formatted(failed.getMessage(), earlier.getFileName());
            throw new IOException(message, failed);
        }
    }

    private static Path replaced(Path folder, Path unfinished) {
        String name = unfinished.getFileName().toString();
        String digits = name.substring(name.indexOf('-') + 1, name.lastIndexOf('.'));
        return folder.resolveSibling(folder.getFileName() + ".replaced-" + digits);
    }

    private static boolean moveIfThere(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException absent) {
            return false;
        }
    }

    /// Under a temporary name first: what is left of it if the process is killed is a leftover.
    private static void discard(Path folder) throws IOException {
        Path removed = TemporaryFiles.nextTo(folder);
        Files.move(folder, removed, StandardCopyOption.ATOMIC_MOVE);
        try {
            delete(removed);
        } catch (IOException | UncheckedIOException leftover) {
            // a later writer removes it
        }
    }

    /// Creates a folder and those above it that do not exist, so that they survive a power failure.
    public static void create(Path folder) throws IOException {
        FileName.require(folder.toString());
        if (Files.isDirectory(folder)) return;
        Path parent = of(folder);
        if (!parent.equals(folder)) create(parent);
        Files.createDirectories(folder); // another process may create it at this moment
        force(parent, folder);
    }

    /// The folder that contains a file.
    static Path of(Path file) {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        return parent == null ? absolute : parent;
    }

    /// Forces the files of a folder and the folder itself to the storage device.
    ///
    /// @param named what errors call it
    public static void forceAll(Path folder, Path named) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) force(each, named);
            else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                forceUninterrupted(each, named, StandardOpenOption.WRITE);
        }
    }

    /// Forces the entry of a file or folder that was renamed to its final name.
    static void forceEntry(Path output) throws IOException {
        forceRenamed(of(output), output);
    }

    /// Forces the entries of a folder whose files were renamed to their final names.
    public static void forceEntries(Path folder) throws IOException {
        forceRenamed(folder, folder);
    }

    /// A failure says that the new version is in place.
    private static void forceRenamed(Path folder, Path named) throws IOException {
        try {
            force(folder, named);
        } catch (FileSystemException failed) {
            String reason = failed.getReason() + IN_PLACE;
            var explained = new FileSystemException(named.toString(), null, reason);
            explained.initCause(failed);
            throw explained;
        }
    }

    /// Forces the entries of a folder, such as a rename in it, to the storage device, if the
    /// platform supports it.
    ///
    /// @param named what errors call it
    public static void force(Path folder, Path named) throws IOException {
        try {
            forceUninterrupted(folder, named, StandardOpenOption.READ);
        } catch (FileSystemException failed) {
            if (!isUnsupported(failed)) throw failed;
        }
    }

    /// Folders cannot be opened on some systems, or without the permission to list them.
    private static boolean isUnsupported(FileSystemException failed) {
        return failed instanceof AccessDeniedException || UNSUPPORTED.equals(failed.getReason());
    }

    private static void forceUninterrupted(Path file, Path named, OpenOption option)
            throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (!isForced(file, option)) interrupted |= Thread.interrupted();
        } catch (IOException failed) {
            throw UnfinishedFile.named(named, failed);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Returns false if an interrupt closed the channel.
    private static boolean isForced(Path file, OpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(file, option)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException closed) {
            return false;
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

    private static void delete(Path unfinished, Throwable failed) {
        try {
            if (Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS)) delete(unfinished);
        } catch (IOException | UncheckedIOException stays) {
            failed.addSuppressed(stays);
        }
    }
}
