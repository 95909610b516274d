package treeline.source.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The temporary files and folders that this process is writing, so that a command that Ctrl+C ends
/// leaves none. The recorder does not remove its own: it completes them when the JVM ends.
public final class UnfinishedOutputs {
    private static final Set<Path> ALL = ConcurrentHashMap.newKeySet();

    /// A folder may be filled while it is emptied.
    private static final int TRIES = 10;

    private UnfinishedOutputs() {}

    public static void begin(Path temporary) {
        ALL.add(temporary);
    }

    public static void end(Path temporary) {
        ALL.remove(temporary);
    }

    /// Removes what is unfinished when the JVM ends, for whatever reason.
    public static void removeAtExit() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(UnfinishedOutputs::remove, "unfinished outputs"));
    }

    private static void remove() {
        for (Path each : ALL)
            for (int i = 0; i < TRIES && Files.exists(each, LinkOption.NOFOLLOW_LINKS); i++)
                tryToRemove(each);
    }

    private static void tryToRemove(Path each) {
        try {
            if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) CompleteFolder.delete(each);
            else Files.deleteIfExists(each);
        } catch (IOException | UncheckedIOException leftover) {
            // a later writer removes it
        }
    }
}
