package treeline.app.terminal;

import org.jspecify.annotations.Nullable;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextOutput;
import treeline.question.screen.TextWidth;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// The output streams of a command and their capabilities. Commands receive it as an argument, so
/// tests can run them and read the output.
///
/// Output is UTF-8 in every locale, because names in profiles are data. Only tree lines and bars
/// fall back to ASCII.
///
/// Control characters of data are made visible here, at the edge, so that a file or its name cannot
/// control a terminal: always on the error stream and in text, and in [#data] on a terminal.
///
/// @param errIsTerminal whether progress may be drawn on the error stream
public record Console(PrintStream out, PrintStream err, Screen screen, boolean errIsTerminal)
        implements treeline.question.input.Session {

    private static final String ERASE_LINE = "\r\033[K";

    /// What `println` prints fits the screen; text to be copied is written by `print`.
    public Console {
        out = TextOutput.of(out, screen);
        err = TextOutput.of(err, Screen.PLAIN);
    }

    /// The console of this process.
    public static Console ofProcess() {
        String terminals = System.getProperty(Screen.TERMINALS);
        boolean out = terminals == null ? hasConsole() : Screen.isTerminal("out", terminals);
        boolean err = terminals == null ? hasConsole() : Screen.isTerminal("err", terminals);
        return new Console(
                stream("standard output", FileDescriptor.out, 1 << 16),
                stream("standard error", FileDescriptor.err, 1 << 10),
                Screen.of(out, Console::lookup),
                err);
    }

    @SuppressWarnings("SystemConsoleNull") // it may still be null, the specification says
    private static boolean hasConsole() {
        java.io.Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static @Nullable String lookup(String name) {
        return name.startsWith("treeline.") ? System.getProperty(name) : System.getenv(name);
    }

    private static PrintStream stream(String name, FileDescriptor descriptor, int buffer) {
        return stream(new NamedOutput(name, new FileOutputStream(descriptor)), buffer);
    }

    /// A stream whose failures are not swallowed: `| head` ends the command, a full disk is told.
    public static PrintStream stream(OutputStream to, int buffer) {
        return new PrintStream(
                new CheckedOutput(to, buffer), /* autoFlush= */ false, StandardCharsets.UTF_8);
    }

    public Console with(Screen other) {
        return new Console(out, err, other, errIsTerminal);
    }

    /// The standard output for machine-readable data: exact bytes in files and pipes. On a terminal
    /// control characters are made visible.
    public PrintStream data() {
        return screen.terminal() ? TextOutput.of(out, Screen.PLAIN) : TextOutput.exact(out);
    }

    /// Prints text of our own on the error stream, in a colour if it is a terminal.
    public void printError(String text, Colour colour) {
        TextOutput.exact(err).print(errIsTerminal ? screen.paint(text, colour) : text);
    }

    /// Draws over the current line of the error stream; an empty text only erases it.
    void redraw(String line) {
        TextOutput.exact(err).print(ERASE_LINE);
        err.print(line);
        err.flush();
    }

    @Override
    public Task task(String name, long total) {
        return Progress.of(this, name, total);
    }

    /// One line on the error stream, seen at once.
    @Override
    public void say(String line) {
        out.flush();
        err.println(TextWidth.printable(line));
        err.flush();
    }

    /// One line on the standard output. Line ends in it, such as those of file names, are made
    /// visible, too.
    public void tell(String line) {
        out.println(TextWidth.printable(line));
    }

    public void flush() {
        out.flush();
        err.flush();
    }
}
