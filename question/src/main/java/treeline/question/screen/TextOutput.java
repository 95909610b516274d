package treeline.question.screen;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Text output for a screen of a given width: `println` wraps lines. Data and text to be copied are
/// written by `print` and `append`, which do not wrap.
public final class TextOutput extends PrintStream {
    private final PrintStream to;
    private final Screen screen;

    private TextOutput(PrintStream to, Screen screen) {
        super(to, /* autoFlush= */ false, StandardCharsets.UTF_8);
        this.to = to;
        this.screen = screen;
    }

    public static PrintStream of(PrintStream out, Screen screen) {
        PrintStream to = out instanceof TextOutput text ? text.to : out;
        return screen.width() == Screen.UNLIMITED ? to : new TextOutput(to, screen);
    }

    @Override
    public void println(String text) {
        print(Paragraph.fitted(text, screen) + "\n");
    }
}
