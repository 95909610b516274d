package treeline.formats;

import treeline.source.files.FileChangedException;
import treeline.source.files.MalformedProfileException;
import treeline.text.ControlCharacters;
import treeline.text.Suggestion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A read or query error as shown to users: one line, and what to do next.
///
/// @param hint what to do next; may be empty
/// @param ofInput whether the input is at fault, so that the user can fix it
public record Problem(String message, String hint, boolean ofInput) {

    public static Problem of(Throwable failed) {
        return switch (failed) {
            case UncheckedIOException wrapped -> of(Objects.requireNonNull(wrapped.getCause()));
            case MalformedProfileException malformed ->
                    new Problem(textOf(malformed), hintFor(textOf(malformed)), true);
            case NoSuchFileException missing ->
                    new Problem(
                            ControlCharacters.visible(
                                    pathAnd(missing, "no such file") + neighbour(missing)),
                            "",
                            true);
            case IllegalArgumentException wrong -> new Problem(textOf(wrong), "", true);
            case FileChangedException changed ->
                    new Problem(textOf(changed), "read it again when it is complete", false);
            case IOException io -> new Problem(ControlCharacters.visible(textOf(io)), "", false);
            case InternalError fault when FileChangedException.isMeantBy(fault) ->
                    of(new FileChangedException("a file", fault));
            case OutOfMemoryError _ ->
                    new Problem(
                            "not enough memory",
                            "give Java more, for example: TREELINE_OPTS=-Xmx16g",
                            false);
            default ->
                    new Problem(
                            "internal error: " + failed,
                            "run the command again with --debug and report the output",
                            false);
        };
    }

    /// What is no profile, or several runs, was not cut.
    private static String hintFor(String malformed) {
        if (malformed.contains(": expected one run, found "))
            return "see 'treeline ensemble --help'";
        String formats = "'treeline formats' lists the supported formats";
        boolean whole =
                malformed.contains(": expected a profile")
                        || malformed.contains("as an ensemble")
                        || malformed.contains("select one with --format");
        return whole ? formats : "is the file complete? " + formats;
    }

    /// A file of nearly the same name in the folder where the missing one should be.
    private static String neighbour(NoSuchFileException missing) {
        try {
            Path path = Path.of(missing.getFile());
            Path folder = path.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) return "";
            try (Stream<Path> files = Files.list(folder)) {
                List<String> names = files.map(file -> file.getFileName().toString()).toList();
                return Suggestion.among(names, path.getFileName().toString());
            }
        } catch (IOException | InvalidPathException notThere) {
            return "";
        }
    }

    private static String textOf(IOException io) {
        return switch (io) {
            case AccessDeniedException denied -> pathAnd(denied, "permission denied");
            case FileAlreadyExistsException there -> pathAnd(there, "already exists");
            case FileSystemException file -> pathAnd(file, file.getClass().getSimpleName());
            default -> textOf((Throwable) io);
        };
    }

    /// File exceptions often carry nothing but the path.
    private static String pathAnd(FileSystemException failed, String reason) {
        return failed.getReason() == null
                ? failed.getFile() + ": " + reason
                : textOf((Throwable) failed);
    }

    private static String textOf(Throwable failed) {
        String message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : message;
    }
}
