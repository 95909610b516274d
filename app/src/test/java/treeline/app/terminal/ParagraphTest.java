package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.question.screen.Colour;
import treeline.question.screen.Paragraph;
import treeline.question.screen.Screen;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Text that must fit a screen.
class ParagraphTest {
    private static final Screen NARROW = Session.PLAIN.withWidth(20);

    @Test
    void whatDoesNotFitGoesOnInTheNextLine() {
        assertThat(Paragraph.fitted("twenty columns is it", NARROW))
                .isEqualTo("twenty columns is it");
        assertThat(Paragraph.fitted("\n  more: a bit more than twenty\nshort", NARROW))
                .isEqualTo("\n  more: a bit more\n    than twenty\nshort");
    }

    @Test
    void aNumberStaysWithItsUnit() {
        assertThat(Paragraph.fitted("the others wait 28.8 s longer", NARROW))
                .isEqualTo("the others wait\n  28.8 s longer");
        assertThat(Paragraph.fitted("how many there are 5 sorts", NARROW))
                .isEqualTo("how many there are 5\n  sorts");
    }

    @Test
    void aWordThatIsWiderThanALineIsCutInItsMiddle() {
        assertThat(Paragraph.fitted("at main/solve/exchange/MPI_Wait", NARROW))
                .isEqualTo("at\n  main/solv…MPI_Wait");
        assertThat(Paragraph.fitted("main/solve/exchange/MPI_Wait", NARROW.inAscii()))
                .isEqualTo("main/solv...MPI_Wait");
    }

    @Test
    void coloursTakeNoRoom() {
        String painted = new Screen(true, 20, true, true).paint("x".repeat(20), Colour.GREY);
        assertThat(Paragraph.fitted(painted, NARROW)).isEqualTo(painted);
    }

    @Test
    void onlyTextForPeopleIsBroken() {
        var out = new ByteArrayOutputStream();
        var console = new Console(Console.stream(out, 64), Console.stream(out, 64), NARROW, false);
        console.out().print("data of more than twenty columns\n");
        console.with(NARROW.withWidth(40)).out().println("text of more than twenty columns");
        console.with(NARROW.withWidth(Screen.UNLIMITED)).out().println("text of a pipe ".repeat(9));
        console.out().println("text of more than twenty columns");
        console.flush();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        data of more than twenty columns
                        text of more than twenty columns
                        %s
                        text of more than
                          twenty columns
                        """
                                .formatted("text of a pipe ".repeat(9)));
    }
}
