package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;

import java.io.ByteArrayOutputStream;

class ConsoleTest {
    private static final String HOSTILE = "a\033[2J\u009b\u202eb\ud800";
    private static final String VISIBLE = "a\\u{1b}[2J\\u{9b}\\u{202e}b\\u{d800}";
    private static final Screen TERMINAL = new Screen(true, 80, true, true);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Console on(Screen screen) {
        return new Console(
                Console.stream(out, 16), Console.stream(err, 16), screen, screen.terminal());
    }

    private String out(Console console) {
        console.flush();
        return out.toString(UTF_8);
    }

    private String err(Console console) {
        console.flush();
        return err.toString(UTF_8);
    }

    @Test
    void textShowsControlCharacters() {
        Console console = on(Screen.PLAIN);
        console.out().println(HOSTILE);
        console.out().print(HOSTILE);
        console.out().append(HOSTILE, 1, 5).append('\r');
        console.out().printf("%s%n", HOSTILE);
        console.out().print(new char[] {'\b'});
        console.out().println((Object) "\033c");
        assertThat(out(console))
                .isEqualTo(
                        "%s\n%s\\u{1b}[2J\\u{d}%s\n\\u{8}\\u{1b}c\n"
                                .formatted(VISIBLE, VISIBLE, VISIBLE));
    }

    @Test
    void bytesAreTextToo() {
        Console console = on(TERMINAL);
        byte[] bytes = "é\033計\ud83d\ude00".getBytes(UTF_8);
        var stream = console.data();
        for (byte each : bytes) stream.write(each);
        stream.writeBytes("x\u009b".getBytes(ISO_8859_1));
        stream.writeBytes("yz".getBytes(UTF_8));
        assertThat(out(console)).isEqualTo("é\\u{1b}計\ud83d\ude00x\ufffdyz");
    }

    @Test
    void ourColoursPassOnAScreenThatShowsThem() {
        Console console = on(TERMINAL);
        console.out().println(console.screen().paint("hot\033[5m", Colour.BOLD_RED));
        assertThat(out(console)).isEqualTo("\033[1;31mhot\\u{1b}[5m\033[0m\n");
    }

    @Test
    void coloursOfDataDoNotPassOnOtherScreens() {
        Console console = on(TERMINAL.withoutColour());
        console.out().println("\033[31mred\033[0m");
        assertThat(out(console)).isEqualTo("\\u{1b}[31mred\\u{1b}[0m\n");
    }

    @Test
    void dataIsExactInFilesAndVisibleOnATerminal() {
        Console file = on(Screen.PLAIN.withWidth(10));
        String data = "path,value\r\n\"a\nb\033[31m, which is long\"\t1\n";
        file.data().print(data);
        assertThat(out(file)).isEqualTo(data);
        out.reset();
        Console terminal = on(TERMINAL.withWidth(10));
        terminal.data().print(data);
        assertThat(out(terminal))
                .isEqualTo("path,value\\u{d}\n\"a\nb\\u{1b}[31m, which is long\"\t1\n");
    }

    @Test
    void theErrorStreamShowsControlCharactersAlsoInFiles() {
        Console console = on(Screen.PLAIN);
        console.say("two\nlines " + HOSTILE);
        console.err().println("\033[31m" + HOSTILE);
        new IllegalStateException(HOSTILE).printStackTrace(console.err());
        assertThat(err(console))
                .startsWith(
                        "two\\nlines %s\n\\u{1b}[31m%s\njava.lang.IllegalStateException: %s\n\tat "
                                .formatted(VISIBLE, VISIBLE, VISIBLE));
    }

    @Test
    void progressDrawsOverItsLineAndShowsControlCharactersOfNames() {
        Console console = on(TERMINAL);
        console.redraw(Progress.line("reading a\033[2J", 1, 2, 0, console.screen()));
        assertThat(err(console)).startsWith("\r\033[Kreading a\\u{1b}[2J [");
    }

    @Test
    void theNameOfTheProgramIsColouredOnATerminalOnly() {
        Console terminal = on(TERMINAL);
        terminal.printError("treeline:", Colour.BOLD_RED);
        Console file = on(Screen.PLAIN);
        file.printError("treeline:", Colour.BOLD_RED);
        assertThat(err(file)).isEqualTo("\033[1;31mtreeline:\033[0mtreeline:");
    }
}
