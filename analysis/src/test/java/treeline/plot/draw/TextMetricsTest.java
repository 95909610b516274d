package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextMetricsTest {
    @Test
    void aTextThatFitsStaysAsItIs() {
        assertThat(TextMetrics.fitted("main/solve", 200, 12, false)).isEqualTo("main/solve");
    }

    @Test
    void aLongTextKeepsItsStartAndMoreOfItsEnd() {
        String cut = TextMetrics.fitted("main/a/very/long/path/to/solve", 120, 12, false);
        assertThat(cut).startsWith("main").contains("…").endsWith("path/to/solve".substring(6));
        assertThat(TextMetrics.width(cut, 12, false)).isLessThanOrEqualTo(120);
    }

    @Test
    void symbolsAreNotCutInHalf() {
        String cut = TextMetrics.fitted("𝛌".repeat(50), 100, 12, false);
        assertThat(cut.codePoints().filter(each -> Character.getType(each) == Character.SURROGATE))
                .isEmpty();
    }

    @Test
    void whereNothingFitsThereIsNothing() {
        assertThat(TextMetrics.fitted("main", 2, 12, false)).isEmpty();
    }

    @Test
    void wordsAreBrokenIntoLines() {
        assertThat(TextMetrics.lines("one two three", 60, 12)).containsExactly("one two", "three");
        assertThat(TextMetrics.lines("", 60, 12)).containsExactly("");
    }

    @Test
    void controlCharactersBecomePictures() {
        assertThat(TextMetrics.printable("a\nb\u0000\u007f\uffff")).isEqualTo("a␊b␀␡\ufffd");
    }
}
