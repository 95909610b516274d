package treeline.formats.hpctoolkit.files;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Kind;
import treeline.source.Input;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Finds the files of a database. Users name the directory or any file in it.
public record DatabaseFiles(String name, Map<Kind, Path> paths) {

    public static boolean isDatabase(Input input) throws IOException {
        for (Path file : candidates(input))
            if (DatabaseFile.kindOf(input.prefix(file)).isPresent()) return true;
        return false;
    }

    public static DatabaseFiles of(Input input) throws IOException {
        Map<Kind, Path> paths = new EnumMap<>(Kind.class);
        for (Path file : candidates(input)) {
            Kind kind = DatabaseFile.kindOf(input.prefix(file)).orElse(null);
            if (kind != null) paths.putIfAbsent(kind, file);
        }
        if (!input.isDirectory() && !paths.isEmpty()) addSiblings(paths, input.files().getFirst());
        if (paths.isEmpty())
            throw MalformedProfileException.of(
                    input.name(), "a file that starts with " + HpctoolkitLayout.MAGIC, "none");
        return new DatabaseFiles(input.name(), paths);
    }

    /// Databases keep copies of sources and other tools' files beside them: only names that could
    /// be ours are opened.
    private static List<Path> candidates(Input input) {
        if (input.files().size() == 1) return input.files();
        return input.files().stream()
                .filter(file -> file.getFileName().toString().matches(".*\\.db(\\.gz)?"))
                .toList();
    }

    private static void addSiblings(Map<Kind, Path> paths, Path named) {
        for (Kind kind : Kind.values()) {
            Path sibling = named.resolveSibling(kind.usualName);
            if (!paths.containsKey(kind) && Files.isRegularFile(sibling)) paths.put(kind, sibling);
        }
    }

    public DatabaseFile required(Kind kind) throws IOException {
        Path path = paths.get(kind);
        if (path == null)
            throw MalformedProfileException.of(
                    name, "a database with a " + kind.usualName, "one without");
        return DatabaseFile.open(path, kind);
    }

    @Nullable
    public DatabaseFile optional(Kind kind) throws IOException {
        Path path = paths.get(kind);
        return path == null ? null : DatabaseFile.open(path, kind);
    }

    /// The folder of the database, where `metrics/default.yaml` is.
    @Nullable
    public Path folder() {
        return paths.values().iterator().next().toAbsolutePath().getParent();
    }
}
