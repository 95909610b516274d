package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import treeline.source.Input;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The directory of a recording: `part-*` files of the finished recording and, while the program
/// runs, numbered `snapshot-*` directories. A snapshot is written under a hidden name and renamed
/// when all its parts exist, so every visible snapshot is complete.
public final class OutputFolder {
    private static final String SNAPSHOT = "snapshot-";
    private static final String SNAPSHOT_NAME = SNAPSHOT + "\\d{1,9}";
    private static final String REMOVED = ".removed";
    private static final int KEPT_SNAPSHOTS = 2;

    private final Path folder;
    private @Nullable FolderLock lock;
    private final List<Integer> shown = new ArrayList<>();

    public OutputFolder(Path folder) {
        this.folder = folder;
    }

    public Path path() {
        return folder;
    }

    /// Makes the directory and tries to write into it, so that a program does not run for hours and
    /// then cannot tell. It is this program's until [#unlock].
    ///
    /// @return false if another program has it
    public boolean prepare() throws IOException {
        try {
            Files.createDirectories(folder);
            lock = FolderLock.take(folder);
            if (lock == null) return false;
            delete(folder.resolve(REMOVED));
            return true;
        } catch (FileAlreadyExistsException file) {
            throw new IOException("output %s is not a directory".formatted(folder), file);
        } catch (IOException failed) {
            throw new IOException(
                    "output directory %s is not writable: %s"
                            .formatted(folder, WritePhase.reason(failed)),
                    failed);
        }
    }

    /// Others may have the directory. On ranks that do not have it, nothing happens.
    public void unlock() {
        FolderLock mine = lock;
        lock = null;
        if (mine == null) return;
        try {
            mine.close();
        } catch (IOException stays) {
            // the system gives up the lock, and nobody minds the file
        }
    }

    /// Whether a run has left its recording here.
    public boolean hasRecording() throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.anyMatch(OutputFolder::isPart);
        }
    }

    /// The newest snapshot in the directory of a recording that has not been finished.
    public static Optional<Path> newestSnapshot(Input input) throws IOException {
        if (!input.isDirectory() || input.files().stream().anyMatch(OutputFolder::isPart))
            return Optional.empty();
        try (Stream<Path> there = Files.list(input.root())) {
            return there.filter(path -> path.getFileName().toString().matches(SNAPSHOT_NAME))
                    .filter(Files::isDirectory)
                    .max(Comparator.comparingInt(OutputFolder::snapshotNumber));
        }
    }

    private static int snapshotNumber(Path snapshot) {
        return Integer.parseInt(snapshot.getFileName().toString().substring(SNAPSHOT.length()));
    }

    private static boolean isPart(Path path) {
        return Files.isRegularFile(path) && Parts.isNamedAsPart(path);
    }

    /// The number of the first snapshot of this run: those of an earlier run that was killed stay.
    public int firstSnapshot() throws IOException {
        int next = 1;
        try (Stream<Path> there = Files.list(folder)) {
            for (Path path : there.toList())
                if (path.getFileName().toString().matches(SNAPSHOT_NAME))
                    next = Math.max(next, snapshotNumber(path) + 1);
        }
        return next;
    }

    public Path hiddenSnapshot(int number) {
        return folder.resolve("." + SNAPSHOT + number + ".tmp");
    }

    /// Makes the directory of a snapshot.
    public void beginSnapshot(int number) throws IOException {
        Path hidden = hiddenSnapshot(number);
        delete(hidden);
        Files.createDirectory(hidden);
    }

    /// Shows a snapshot whose parts are all there; the newest two of this run stay.
    public void showSnapshot(int number) throws IOException {
        Files.move(hiddenSnapshot(number), shownSnapshot(number), StandardCopyOption.ATOMIC_MOVE);
        shown.add(number);
        while (shown.size() > KEPT_SNAPSHOTS) remove(shown.removeFirst());
    }

    private Path shownSnapshot(int number) {
        return folder.resolve(SNAPSHOT + "%04d".formatted(number));
    }

    /// A snapshot vanishes at once: who reads it meanwhile must not take what is left for all.
    private void remove(int number) throws IOException {
        Path removed = folder.resolve(REMOVED);
        delete(removed);
        Files.move(shownSnapshot(number), removed, StandardCopyOption.ATOMIC_MOVE);
        delete(removed);
    }

    public void dropSnapshot(int number) throws IOException {
        delete(hiddenSnapshot(number));
    }

    /// The finished recording is better than any snapshot of its run.
    public void deleteSnapshots() throws IOException {
        while (!shown.isEmpty()) remove(shown.removeFirst());
    }

    /// Makes room for the parts of this recording: those of an earlier one must not be mixed with
    /// them.
    public void deleteEarlierParts() throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            for (Path path : there.toList()) if (isPart(path)) Files.delete(path);
        }
    }

    /// Takes back [#prepare] where nothing was written.
    public void deleteIfEmpty() throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            if (there.findAny().isPresent()) return;
        }
        Files.delete(folder);
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }
}
