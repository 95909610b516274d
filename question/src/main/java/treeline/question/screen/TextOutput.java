package treeline.question.screen;

import treeline.text.ControlCharacters;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Text output for a screen. Control characters are made visible, whatever printed them, so that
/// data from files cannot control a terminal; only our own [colours][Colour] pass, on screens that
/// show colours. `println` wraps lines, `print` and `append` do not.
public final class TextOutput extends PrintStream {
    private static final int MAX_CHARACTER_BYTES = 4;

    private final PrintStream to;
    private final Screen screen;

    /// The first bytes of a character whose other bytes are not written yet.
    private byte[] incomplete = {};

    private TextOutput(PrintStream to, Screen screen) {
        super(to, /* autoFlush= */ false, StandardCharsets.UTF_8);
        this.to = to;
        this.screen = screen;
    }

    public static PrintStream of(PrintStream out, Screen screen) {
        return new TextOutput(exact(out), screen);
    }

    /// The stream below, which changes nothing: for data that is not written to a terminal, and for
    /// control sequences of our own.
    public static PrintStream exact(PrintStream out) {
        return out instanceof TextOutput text ? text.to : out;
    }

    @Override
    public void println(String text) {
        String visible = visible(String.valueOf(text));
        boolean fits = screen.width() == Screen.UNLIMITED;
        to.print((fits ? visible : Paragraph.fitted(visible, screen)) + "\n");
    }

    @Override
    public void print(String text) {
        to.print(visible(String.valueOf(text)));
    }

    @Override
    public void print(Object value) {
        print(String.valueOf(value));
    }

    @Override
    public void print(char[] text) {
        print(new String(text));
    }

    @Override
    public void print(char character) {
        print(String.valueOf(character));
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    /// Bytes are UTF-8 text; those that are not become the replacement character.
    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        byte[] all = Arrays.copyOf(incomplete, incomplete.length + length);
        System.arraycopy(bytes, from, all, incomplete.length, length);
        int complete = endOfLastCharacter(all);
        incomplete = Arrays.copyOfRange(all, complete, all.length);
        print(new String(all, 0, complete, StandardCharsets.UTF_8));
    }

    private static int endOfLastCharacter(byte[] text) {
        for (int back = 1; back < MAX_CHARACTER_BYTES && back <= text.length; back++) {
            int lead = text[text.length - back] & 0xff;
            if (lead < 0x80) break;
            if (lead < 0xC0) continue; // a following byte
            int needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : MAX_CHARACTER_BYTES;
            return needed > back ? text.length - back : text.length;
        }
        return text.length;
    }

    private String visible(String text) {
        return screen.colour()
                ? Colour.exceptColours(text, ControlCharacters::visibleInLines)
                : ControlCharacters.visibleInLines(text);
    }
}
