package treeline.dashboard.ensemble;

import treeline.archive.Archive;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The runs that the paths of `treeline serve` name: single runs, or an ensemble if a folder,
/// pattern or archive stands for several runs.
///
/// @param runs the path of each run
/// @param isEnsemble whether one of the paths stands for several runs
/// @param archive the archive, if that is the only path
public record ServedPaths(List<String> runs, boolean isEnsemble, Optional<Path> archive) {
    private static final String ARCHIVED = "runs";

    public ServedPaths {
        runs = List.copyOf(runs);
    }

    /// Finds the runs as `treeline ensemble` does. A folder or pattern is one run if its files are
    /// the ranks of one run.
    ///
    /// @param format the format of all runs, or empty to detect it
    public static ServedPaths of(Formats formats, Optional<String> format, List<String> paths)
            throws IOException {
        if (paths.size() == 1 && isArchive(paths.getFirst())) return archive(paths.getFirst());
        var reader = new Runs(formats, format, Slice.summed());
        List<String> runs = new ArrayList<>();
        boolean isEnsemble = false;
        for (String path : paths) {
            List<String> named = named(reader, path);
            runs.addAll(named);
            isEnsemble |= named.size() > 1;
        }
        return new ServedPaths(runs, isEnsemble, Optional.empty());
    }

    private static ServedPaths archive(String path) throws IOException {
        Path folder = Path.of(path);
        Archive.at(folder);
        List<String> runs = new ArrayList<>();
        for (Path file : databases(folder)) runs.add(file.toString());
        return new ServedPaths(
                runs.stream().sorted().toList(), /* isEnsemble= */ true, Optional.of(folder));
    }

    /// Whether a folder has the layout of an archive with at least one run.
    private static boolean isArchive(String path) throws IOException {
        try {
            Path folder = Path.of(path);
            return Files.isDirectory(folder.resolve(ARCHIVED)) && !databases(folder).isEmpty();
        } catch (InvalidPathException pattern) {
            return false;
        }
    }

    private static List<Path> databases(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(folder.resolve(ARCHIVED), "*.tldb")) {
            files.forEach(found::add);
        }
        return found;
    }

    /// The runs of a path; the path itself if it is one run, or if it cannot be read, so that
    /// opening it reports why.
    private static List<String> named(Runs reader, String path) {
        try {
            return reader.isOneRun(path) ? List.of(path) : reader.named(List.of(path));
        } catch (IOException | MalformedProfileException unreadable) {
            return List.of(path);
        }
    }
}
