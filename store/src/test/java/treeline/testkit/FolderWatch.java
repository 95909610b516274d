package treeline.testkit;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Waits for what a program writes into a folder, without polling: the condition is checked after
/// each change that the file system reports.
public final class FolderWatch {
    private FolderWatch() {}

    /// A condition on the entries of the folder.
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    /// Returns when the condition on the folder holds.
    ///
    /// @throws IOException if it does not hold in time
    public static void until(Path folder, Condition condition)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + Patience.DURATION.toNanos();
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            watch(folder, changes);
            while (!condition.holds()) awaitChange(folder, changes, end);
        }
    }

    /// The same for the folder and all folders below it, also new ones.
    public static void untilBelow(Path folder, Condition condition)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + Patience.DURATION.toNanos();
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            watchAll(folder, changes);
            while (!condition.holds()) {
                awaitChange(folder, changes, end);
                watchAll(folder, changes); // before the condition, which may look into new folders
            }
        }
    }

    private static void watchAll(Path folder, WatchService changes) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path each : below.filter(Files::isDirectory).toList()) watch(each, changes);
        }
    }

    private static void watch(Path folder, WatchService changes) throws IOException {
        folder.register(changes, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
    }

    private static void awaitChange(Path folder, WatchService changes, long endNanos)
            throws IOException, InterruptedException {
        WatchKey key = changes.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (key == null)
            throw new IOException("not within %s: %s".formatted(Patience.DURATION, folder));
        key.pollEvents();
        key.reset();
    }
}
