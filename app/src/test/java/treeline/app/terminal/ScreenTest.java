package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;

import java.util.Map;

class ScreenTest {
    private static Screen screen(boolean terminal, Map<String, String> environment) {
        return Screen.of(terminal, environment::get);
    }

    @Test
    void aUtf8TerminalHasColourAndUnicode() {
        assertThat(screen(true, Map.of("LANG", "en_US.UTF-8", "treeline.columns", "132")))
                .isEqualTo(new Screen(true, 132, true, true));
    }

    @Test
    void outputToAProgramHasNoColourAndLinesOfAnyLength() {
        assertThat(screen(false, Map.of("LANG", "C.utf8", "treeline.columns", "132")))
                .isEqualTo(new Screen(false, Screen.UNLIMITED, false, true));
    }

    @Test
    void columnsInTheEnvironmentDecideTheWidth() {
        assertThat(screen(true, Map.of("COLUMNS", "60", "treeline.columns", "132")).width())
                .isEqualTo(60);
        assertThat(screen(false, Map.of("COLUMNS", "60")).width()).isEqualTo(60);
    }

    @Test
    void aWidthThatMakesNoSenseIsTheUsualOne() {
        for (String wrong : new String[] {"", "0", "-5", "wide", "99999999999"})
            assertThat(screen(true, Map.of("COLUMNS", wrong)).width()).as(wrong).isEqualTo(80);
    }

    @Test
    void colourCanBeRefused() {
        assertThat(screen(true, Map.of("NO_COLOR", "1")).colour()).isFalse();
        assertThat(screen(true, Map.of("NO_COLOR", "")).colour()).isTrue();
        assertThat(screen(true, Map.of("TERM", "dumb")).colour()).isFalse();
        assertThat(screen(true, Map.of("TERM", "xterm")).colour()).isTrue();
    }

    @Test
    void theFirstLocaleThatIsSetDecidesTheCharacters() {
        assertThat(screen(true, Map.of()).unicode()).isFalse();
        assertThat(screen(true, Map.of("LANG", "de_DE.ISO-8859-1")).unicode()).isFalse();
        assertThat(screen(true, Map.of("LANG", "C.UTF-8", "LC_ALL", "C")).unicode()).isFalse();
        assertThat(screen(true, Map.of("LANG", "C", "LC_CTYPE", "C.UTF-8")).unicode()).isTrue();
        assertThat(screen(true, Map.of("LANG", "C.UTF-8", "LC_ALL", "")).unicode()).isTrue();
        assertThat(screen(true, Map.of("LANG", "C.UTF-8", "treeline.ascii", "true")).unicode())
                .isFalse();
    }

    @Test
    void theLauncherSaysWhichStreamsAreTerminals() {
        assertThat(Screen.isTerminal("out", "out,err")).isTrue();
        assertThat(Screen.isTerminal("err", "out")).isFalse();
        assertThat(Screen.isTerminal("out", "")).isFalse();
    }

    @Test
    void paintIsAppliedOnlyWhereColoursAreShown() {
        var coloured = new Screen(true, 80, true, true);
        assertThat(coloured.paint("hot", Colour.RED)).isEqualTo("\033[31mhot\033[0m");
        assertThat(coloured.paint("hot", Colour.RED.bold())).isEqualTo("\033[1;31mhot\033[0m");
        assertThat(coloured.paint("", Colour.RED)).isEmpty();
        assertThat(coloured.withoutColour().paint("hot", Colour.RED)).isEqualTo("hot");
    }
}
