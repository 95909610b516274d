package treeline.testkit;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/// Waits for what a program writes into a folder, without polling: the condition is checked after
/// each change that the file system reports.
public final class FolderWatch {
    private FolderWatch() {}

    /// A condition on the entries of the folder.
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    public static void until(Path folder, Condition condition)
            throws IOException, InterruptedException {
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            folder.register(changes, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
            while (!condition.holds()) {
                WatchKey key = changes.take();
                key.pollEvents();
                key.reset();
            }
        }
    }
}
