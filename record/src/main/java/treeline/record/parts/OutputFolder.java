package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import treeline.source.Input;
import treeline.source.files.CompleteFolder;
import treeline.source.files.TemporaryFiles;
import treeline.source.join.Parts;
import treeline.store.trace.TraceFileWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The directory of a recording: `part-*` files of the finished recording and, while the program
/// runs, numbered `snapshot-*` directories. The parts of a recording or snapshot are written into a
/// hidden directory. They become visible when all of them are on the storage device, so every
/// visible snapshot is complete, also after a power failure, and an earlier recording is kept until
/// the new one is complete.
public final class OutputFolder {
    private static final String SNAPSHOT = "snapshot-";
    private static final String SNAPSHOT_NAME = SNAPSHOT + "\\d{1,9}";
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
            CompleteFolder.create(folder);
            lock = FolderLock.take(folder);
            if (lock == null) return false;
            TemporaryFiles.removeLeftovers(folder);
            return true;
        } catch (IOException failed) {
            unlock();
            if (failed instanceof FileAlreadyExistsException && Files.exists(folder))
                throw new IOException("output %s is not a directory".formatted(folder), failed);
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
            return there.anyMatch(Parts::isNamedAsPart);
        }
    }

    /// The newest snapshot in the directory of a recording that has not been finished.
    public static Optional<Path> newestSnapshot(Input input) throws IOException {
        if (input.files().stream().anyMatch(OutputFolder::isPart)) return Optional.empty();
        return newestSnapshotDirectory(input);
    }

    /// The newest snapshot in a directory, which may also contain parts.
    static Optional<Path> newestSnapshotDirectory(Input input) throws IOException {
        if (!input.isDirectory()) return Optional.empty();
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

    /// The hidden directory for the parts of a recording.
    ///
    /// @param recording the random identifier of the run, which all ranks know
    public Path hiddenParts(String recording) {
        return TemporaryFiles.in(folder, recording);
    }

    /// The hidden directory for the parts of a snapshot.
    public Path hiddenSnapshot(String recording, int number) {
        return TemporaryFiles.in(folder, recording + "/" + number);
    }

    /// Creates a hidden directory.
    public void create(Path hidden) throws IOException {
        try {
            Files.createDirectory(hidden);
        } catch (NoSuchFileException gone) {
            throw new NoSuchFileException(
                    folder.toString(), null, "output directory %s has vanished".formatted(folder));
        }
    }

    /// Shows a snapshot whose parts are all there; the newest two of this run stay.
    public void showSnapshot(Path hidden, int number) throws IOException {
        CompleteFolder.force(hidden, shownSnapshot(number));
        Files.move(hidden, shownSnapshot(number), StandardCopyOption.ATOMIC_MOVE);
        shown.add(number);
        keepNewest(KEPT_SNAPSHOTS);
    }

    public Path shownSnapshot(int number) {
        return folder.resolve(SNAPSHOT + "%04d".formatted(number));
    }

    /// A snapshot vanishes at once: a reader must not mistake the files that are left for all.
    /// Files are deleted when the new name of their directory is durable.
    private void keepNewest(int count) throws IOException {
        List<Path> removed = new ArrayList<>();
        while (shown.size() > count) {
            Path hidden = TemporaryFiles.in(folder);
            Files.move(shownSnapshot(shown.removeFirst()), hidden, StandardCopyOption.ATOMIC_MOVE);
            removed.add(hidden);
        }
        try {
            CompleteFolder.force(folder, folder);
        } finally {
            removed.forEach(OutputFolder::drop);
        }
    }

    /// The finished recording is better than any snapshot of its run.
    public void deleteSnapshots() throws IOException {
        if (!shown.isEmpty()) keepNewest(0);
    }

    /// Shows the parts of the finished recording in place of those of an earlier one. If parts are
    /// missing, an earlier recording is kept; if there is none, the written parts are shown.
    ///
    /// A part replaces an earlier one of its name atomically. If the machine dies between two of
    /// several parts, the others are still in the hidden directory.
    public void showParts(Path hidden, int expected) throws IOException {
        boolean isKept;
        try {
            List<Path> parts = partsIn(hidden);
            List<Path> earlier = new ArrayList<>();
            for (Path part : partsIn(folder)) if (Files.isRegularFile(part)) earlier.add(part);
            isKept = parts.size() < expected && !earlier.isEmpty();
            if (!isKept) show(parts, earlier);
        } catch (IOException failed) {
            if (Files.notExists(hidden)) return; // no part was written
            throw new IOException(
                    "%s: %s; the files that were written are in %s"
                            .formatted(folder, WritePhase.reason(failed), hidden),
                    failed);
        }
        try {
            if (!isKept) CompleteFolder.forceEntries(folder);
        } finally {
            drop(hidden);
        }
        if (isKept)
            throw new FileSystemException(
                    folder.toString(),
                    null,
                    "the earlier recording in %s was kept".formatted(folder));
    }

    private void show(List<Path> parts, List<Path> earlier) throws IOException {
        List<Path> left = new ArrayList<>(earlier);
        for (Path part : parts) {
            Path target = folder.resolve(part.getFileName());
            Files.move(
                    part,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            left.remove(target);
        }
        for (Path part : left) Files.delete(part);
    }

    /// Deletes the trace files of other recordings if this one is shown, otherwise its own.
    ///
    /// @param names of the trace files of this recording
    public void settleTraces(String names, boolean isShown) throws IOException {
        String own = names.substring(0, names.indexOf('*'));
        List<Path> traces = new ArrayList<>();
        try (Stream<Path> there = Files.list(folder)) {
            there.filter(TraceFileWriter::isNamedAsTrace).forEach(traces::add);
        }
        for (Path trace : traces)
            if (trace.getFileName().toString().startsWith(own) != isShown) Files.delete(trace);
    }

    /// What cannot be deleted is removed by a later recording.
    private static void drop(Path hidden) {
        try {
            try {
                Files.delete(hidden);
            } catch (DirectoryNotEmptyException full) {
                CompleteFolder.delete(hidden);
            }
        } catch (IOException | UncheckedIOException leftover) {
            // not a problem of the recording
        }
    }

    /// By their names.
    private static List<Path> partsIn(Path directory) throws IOException {
        List<Path> parts = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) if (Parts.isNamedAsPart(file)) parts.add(file);
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        Collections.sort(parts);
        return parts;
    }

    /// Takes back [#prepare] where nothing was written.
    public void deleteIfEmpty() throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            if (there.findAny().isPresent()) return;
        }
        Files.delete(folder);
    }
}
