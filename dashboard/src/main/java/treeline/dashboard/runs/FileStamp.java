package treeline.dashboard.runs;

import treeline.source.join.Parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Identifies the content of a run on disk without reading it: inode, size and modification time of
/// its files. A stamp taken before opening differs from later ones if the file was replaced, by
/// renaming or in place. Hidden files in a folder do not count: a recorder writes the next snapshot
/// into one.
public record FileStamp(List<Stamp> files) {
    /// Folders of larger runs are compared by their first files.
    private static final int MAX_FILES = 1_000;

    private static final int DEPTH = 2;

    private static final Pattern SNAPSHOT = Pattern.compile("snapshot-\\d{1,9}");

    public record Stamp(Path file, String inode, long size, FileTime modified) {
        static Stamp of(Path file) throws IOException {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(
                    file,
                    Objects.toString(attributes.fileKey(), ""),
                    attributes.isRegularFile() ? attributes.size() : 0,
                    attributes.isRegularFile()
                            ? attributes.lastModifiedTime()
                            : FileTime.fromMillis(0));
        }
    }

    public FileStamp {
        files = List.copyOf(files);
    }

    /// Empty if there is no such file at the moment, or if the path is a pattern.
    public static Optional<FileStamp> of(String path) {
        try (Stream<Path> files = Files.walk(Path.of(path), DEPTH)) {
            List<Stamp> stamps = new ArrayList<>();
            Path root = Path.of(path);
            for (Path file :
                    files.filter(file -> !isHidden(root, file)).sorted().limit(MAX_FILES).toList())
                stamps.add(Stamp.of(file));
            return Optional.of(new FileStamp(stamps));
        } catch (IOException | InvalidPathException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    private static boolean isHidden(Path root, Path file) {
        if (file.equals(root)) return false;
        for (Path name : root.relativize(file)) if (name.toString().startsWith(".")) return true;
        return false;
    }

    /// The time at which the newest file was written.
    public FileTime newest() {
        return files.stream()
                .map(Stamp::modified)
                .max(Comparator.naturalOrder())
                .orElse(FileTime.fromMillis(0));
    }

    /// Whether the run is a recording that is not finished: a folder of snapshots without the parts
    /// that a recorder writes at the end of the program.
    public boolean isUnfinishedRecording() {
        return files.stream().anyMatch(each -> isSnapshot(each.file()))
                && files.stream().noneMatch(each -> isPartOfRecording(each.file()));
    }

    private static boolean isSnapshot(Path file) {
        return SNAPSHOT.matcher(String.valueOf(file.getFileName())).matches();
    }

    private static boolean isPartOfRecording(Path file) {
        Path folder = file.getParent();
        return Parts.isNamedAsPart(file) && (folder == null || !isSnapshot(folder));
    }
}
