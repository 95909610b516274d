package treeline.app.cli;

import treeline.app.terminal.Console;
import treeline.formats.Problem;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Colour;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// An error as shown to the user: one line, a hint, an exit code.
///
/// @param hint what to do next; may be empty
public record Failure(Throwable cause, String message, String hint, int exitCode) {

    public static Failure of(Throwable failed) {
        return switch (failed) {
            case UncheckedIOException wrapped -> of(Objects.requireNonNull(wrapped.getCause()));
            case UsageException usage ->
                    new Failure(
                            usage,
                            String.valueOf(usage.getMessage()),
                            usage.hint(),
                            ExitCode.BAD_INPUT);
            case IOException io when isClosedPipe(io) ->
                    new Failure(io, "", "", ExitCode.CLOSED_PIPE);
            default -> {
                Problem problem = Problem.of(failed);
                int code = problem.ofInput() ? ExitCode.BAD_INPUT : ExitCode.FAILED;
                yield new Failure(failed, problem.message(), problem.hint(), code);
            }
        };
    }

    private static boolean isClosedPipe(IOException failed) {
        return String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }

    /// Writes the failure to the error stream; returns the exit code.
    int tell(CommandLine commandLine, List<String> words, Console console) {
        if (exitCode == ExitCode.CLOSED_PIPE) return exitCode;
        flushWhatWasSaid(console);
        console.printError(commandLine.program() + ":", Colour.BOLD_RED);
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
