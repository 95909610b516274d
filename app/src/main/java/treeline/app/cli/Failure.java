package treeline.app.cli;

import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.source.FileChangedException;
import treeline.source.MalformedProfileException;

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
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// An error as the user sees it: one line, a hint, an exit code.
///
/// @param hint what to do next, empty if there is nothing to say
public record Failure(Throwable cause, String message, String hint, int exitCode) {

    public static Failure of(Throwable failed) {
        return switch (failed) {
            case UncheckedIOException wrapped -> of(Objects.requireNonNull(wrapped.getCause()));
            case UsageException usage ->
                    new Failure(usage, textOf(usage), usage.hint(), ExitCode.BAD_INPUT);
            case MalformedProfileException malformed ->
                    badInput(malformed, textOf(malformed), hintFor(textOf(malformed)));
            case NoSuchFileException missing ->
                    badInput(missing, pathAnd(missing, "no such file") + neighbour(missing), "");
            case IllegalArgumentException wrong -> badInput(wrong, textOf(wrong), "");
            case FileChangedException changed ->
                    new Failure(
                            changed,
                            textOf(changed),
                            "read it again when it is complete",
                            ExitCode.FAILED);
            case IOException io -> ofIo(io);
            case InternalError fault when FileChangedException.isMeantBy(fault) ->
                    of(new FileChangedException("a file", fault));
            case OutOfMemoryError full ->
                    new Failure(
                            full,
                            "not enough memory",
                            "give Java more, for example: TREELINE_OPTS=-Xmx16g",
                            ExitCode.FAILED);
            default ->
                    new Failure(
                            failed,
                            "internal error: " + failed,
                            "run it again with --debug and report what it says",
                            ExitCode.FAILED);
        };
    }

    /// What is no profile, or several runs, was not cut.
    private static String hintFor(String malformed) {
        if (malformed.contains(": expected one run, found "))
            return "see 'treeline ensemble --help'";
        String formats = "'treeline formats' lists what can be read";
        boolean whole =
                malformed.contains(": expected a profile")
                        || malformed.contains("as an ensemble")
                        || malformed.contains("choose with --format");
        return whole ? formats : "is the file complete? " + formats;
    }

    private static Failure badInput(Throwable cause, String message, String hint) {
        return new Failure(cause, message, hint, ExitCode.BAD_INPUT);
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

    private static Failure ofIo(IOException io) {
        boolean closed = textOf(io).toLowerCase(Locale.ROOT).contains("broken pipe");
        if (closed) return new Failure(io, "", "", ExitCode.CLOSED_PIPE);
        String message =
                switch (io) {
                    case AccessDeniedException denied -> pathAnd(denied, "permission denied");
                    case FileAlreadyExistsException there -> pathAnd(there, "is already there");
                    case FileSystemException file -> pathAnd(file, file.getClass().getSimpleName());
                    default -> textOf(io);
                };
        return new Failure(io, message, "", ExitCode.FAILED);
    }

    /// File exceptions often carry nothing but the path.
    private static String pathAnd(FileSystemException failed, String reason) {
        return failed.getReason() == null ? failed.getFile() + ": " + reason : textOf(failed);
    }

    private static String textOf(Throwable failed) {
        String message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : message;
    }

    /// Writes the failure to the error stream; returns the exit code.
    int tell(CommandLine commandLine, List<String> words, Console console) {
        if (exitCode == ExitCode.CLOSED_PIPE) return exitCode;
        flushWhatWasSaid(console);
        String name = commandLine.program() + ":";
        boolean painted = console.errIsTerminal();
        console.err().print(painted ? console.screen().paint(name, Colour.BOLD_RED) : name);
        console.err().println(" " + message);
        String next = hint.isEmpty() ? helpFor(commandLine, words) : hint;
        if (!next.isEmpty()) console.err().println("  " + next);
        if (words.contains(CommandLine.DEBUG.written())) cause.printStackTrace(console.err());
        console.err().flush();
        return exitCode;
    }

    private String helpFor(CommandLine commandLine, List<String> words) {
        if (exitCode != ExitCode.BAD_INPUT || words.isEmpty()) return "";
        return "see '%s %s --help'"
                .formatted(commandLine.program(), commandLine.command(words).name());
    }

    /// The error that is about to be told is the first one; a second one hangs on it for `--debug`.
    private void flushWhatWasSaid(Console console) {
        try {
            console.out().flush();
        } catch (UncheckedIOException alsoFailed) {
            if (!alsoFailed.equals(cause)) cause.addSuppressed(alsoFailed);
        }
    }
}
