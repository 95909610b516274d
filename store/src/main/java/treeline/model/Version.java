package treeline.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The version and commit of this build of Treeline, from a resource that the build writes.
public final class Version {
    private Version() {}

    /// Version, commit and Java release: `0.2.0 (commit 8d6d19b7c0de, Java 25)`.
    public static String text() {
        return text(lines());
    }

    /// The version alone: `0.2.0`, or `unknown` in a build without the resource.
    public static String number() {
        return number(lines());
    }

    private static List<String> lines() {
        try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
            if (resource == null) return List.of();
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// @param lines the version and the commit, each "unknown" if the line is missing
    static String text(List<String> lines) {
        String commit = lines.size() < 2 ? "unknown" : lines.get(1);
        return "%s (commit %s, Java %d)"
                .formatted(number(lines), commit, Runtime.version().feature());
    }

    static String number(List<String> lines) {
        return lines.isEmpty() ? "unknown" : lines.get(0);
    }
}
