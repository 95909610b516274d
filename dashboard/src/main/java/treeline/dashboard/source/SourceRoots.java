package treeline.dashboard.source;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Status;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The directories below which source files may be read.
///
/// Profiles come from other people, so a path in a profile is only a name to look for. A file is
/// found by the longest end of that path that exists below a root. Its real path, with symbolic
/// links resolved, must be below the real path of that root.
public record SourceRoots(List<Path> roots) {
    static final int MAX_BYTES = 4 << 20;

    /// More directories than any source tree has.
    private static final int MAX_NAMES = 100;

    public SourceRoots {
        roots = List.copyOf(roots);
    }

    /// A source file that was found.
    ///
    /// @param shown its path below the root
    public record Found(Path file, String shown) {}

    /// Finds a source file below the roots.
    ///
    /// @param named the path in the profile, as the compiler or the tool wrote it
    public Optional<Found> find(String named) throws IOException {
        List<String> names = names(named);
        for (int from = 0; from < names.size(); from++)
            for (Path root : roots) {
                Optional<Found> found = below(root, names.subList(from, names.size()));
                if (found.isPresent()) return found;
            }
        return Optional.empty();
    }

    /// The directories and the file of a path, empty if one of them is not a plain name.
    private static List<String> names(String named) {
        List<String> names = new ArrayList<>();
        for (String name : named.split("[/\\\\]")) {
            if (name.isEmpty() || name.equals(".") || name.matches("[A-Za-z]:")) continue;
            if (name.equals("..") || name.indexOf('\0') >= 0) return List.of();
            names.add(name);
        }
        return names.size() > MAX_NAMES ? List.of() : names;
    }

    private static Optional<Found> below(Path root, List<String> names) throws IOException {
        Path relative;
        try {
            relative =
                    Path.of(
                            names.getFirst(),
                            names.subList(1, names.size()).toArray(String[]::new));
        } catch (InvalidPathException strange) {
            return Optional.empty();
        }
        Path file = root.resolve(relative);
        if (!Files.isRegularFile(file)) return Optional.empty();
        boolean inside = file.toRealPath().startsWith(root.toRealPath());
        return inside
                ? Optional.of(new Found(file.toRealPath(), relative.toString()))
                : Optional.empty();
    }

    /// The text of a file.
    ///
    /// @throws RefusedRequest if the file is too large or is not text
    static String text(Found found) throws IOException {
        if (Files.size(found.file) > MAX_BYTES)
            throw refused("%s is larger than %d MiB".formatted(found.shown, MAX_BYTES >> 20));
        byte[] bytes;
        try (var in = Files.newInputStream(found.file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES)
            throw refused("%s is larger than %d MiB".formatted(found.shown, MAX_BYTES >> 20));
        for (byte each : bytes)
            if (each == 0) throw refused("%s is not a text file".formatted(found.shown));
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static RefusedRequest refused(String why) {
        return new RefusedRequest(Status.UNPROCESSABLE, why, "open it in an editor");
    }
}
