package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Lock on a recording directory, so that a second program does not write into it. It is a lock on
/// a hidden file, which the system releases however the process ends. Rank 0 holds it for all ranks
/// of a run.
public final class FolderLock implements AutoCloseable {
    public static final String NAME = ".lock";

    /// Those of this process: the system locks files for processes, and closing any channel to a
    /// file may give up its locks.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path folder, Path file, FileChannel channel) {
        this.folder = folder;
        this.file = file;
        this.channel = channel;
    }

    /// The lock of a directory, or null if somebody has it.
    static @Nullable FolderLock take(Path directory) throws IOException {
        Path folder = directory.toRealPath();
        if (!HELD.add(folder)) return null;
        FolderLock taken = null;
        try {
            taken = taken(folder);
            return taken;
        } finally {
            if (taken == null) HELD.remove(folder);
        }
    }

    /// Who gives up a lock deletes its file. Who had opened that file before holds a lock on
    /// nothing then, sees that the name stands for another file, and tries again. Nobody reads the
    /// file: closing a second channel to it would give up the lock.
    private static @Nullable FolderLock taken(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        while (true) {
            Object before = identity(file);
            FileChannel channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS);
            boolean kept = false;
            try {
                if (!locked(channel)) return null;
                kept = before.equals(identity(file));
                if (kept) return new FolderLock(folder, file, channel);
            } finally {
                if (!kept) channel.close();
            }
        }
    }

    /// What tells a file from another of the same name, where the system knows; empty where there
    /// is none.
    private static Object identity(Path file) throws IOException {
        try {
            Object key =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .fileKey();
            return key == null ? file : key;
        } catch (NoSuchFileException none) {
            return "";
        }
    }

    /// Some file systems have no locks; there everybody gets one.
    private static boolean locked(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException noLocks) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        if (!HELD.contains(folder) || !channel.isOpen()) return;
        try (channel) {
            Files.deleteIfExists(file);
        } finally {
            HELD.remove(folder);
        }
    }
}
