package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Status;
import treeline.formats.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The copy of a run that was dropped on the page, not yet opened.
///
/// @param name as the browser tells it
/// @param folder of the copy, which is deleted with the run
public record Upload(String name, Path folder, Path file) {
    /// Writes what was dropped.
    @FunctionalInterface
    public interface Body {
        void writeTo(Path file) throws IOException;
    }

    public void discard() throws IOException {
        if (Files.exists(folder)) delete(folder);
    }

    /// In few words and without the place of our copy, which says nothing to those who dropped it.
    RefusedRequest notOpened(Exception failed) {
        Problem problem = Problem.of(failed);
        String message = problem.message().replace(file.toString(), RunNames.last(name));
        int known = message.indexOf(": expected a profile");
        return known < 0
                ? new RefusedRequest(Status.UNPROCESSABLE, message, problem.hint())
                : new RefusedRequest(
                        Status.UNPROCESSABLE,
                        message.substring(0, known) + " is not a supported profile",
                        "'treeline formats' lists the supported formats");
    }

    /// Formats are recognised by the ends of names too, so these stay.
    public static String harmless(String name) {
        String kept = name.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^\\.+", "");
        String end = kept.substring(Math.max(0, kept.length() - 100));
        return end.isEmpty() ? "profile" : end;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        }
    }
}
