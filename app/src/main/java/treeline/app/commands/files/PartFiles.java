package treeline.app.commands.files;

import treeline.app.terminal.Progress;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A recording written as a directory of sub-files. The directory appears complete or not at all.
final class PartFiles {
    private static final String PREFIX = "part-";

    private PartFiles() {}

    /// Writes `part-000…` and so on; returns the files. An existing directory of parts is replaced
    /// once the new one is complete.
    static List<Path> write(
            ProfileExporter exporter, List<Profile> parts, Path directory, Progress progress)
            throws IOException {
        CompleteFolder.replace(
                directory,
                unfinished -> {
                    for (int i = 0; i < parts.size(); i++) {
                        exporter.export(parts.get(i), unfinished.resolve(name(i, exporter)));
                        progress.advance(1);
                    }
                });
        return filesOf(directory);
    }

    private static String name(int part, ProfileExporter exporter) {
        return "%s%03d%s".formatted(PREFIX, part, exporter.extension());
    }

    /// Whether a directory holds nothing but parts, so that replacing it loses nothing else.
    static boolean holdsOnlyParts(Path directory) throws IOException {
        return filesOf(directory).stream()
                .allMatch(
                        file ->
                                Files.isRegularFile(file)
                                        && file.getFileName().toString().startsWith(PREFIX));
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(files.sorted().toList());
        }
    }
}
