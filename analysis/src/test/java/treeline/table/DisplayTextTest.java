package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The edges of what takes two cells in a terminal.
class DisplayTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u1100", // the first Hangul letter
                "\u3000", // the ideographic space
                "\u303e",
                "\u30ab", // katakana
                "\uff01", // the first of full width
                "\uff60", // the last one
                "\ud840\udc00", // U+20000, a Han symbol beyond 16 bits
                "\ud83d\ude80" // a rocket
            })
    void theseTakeTwoCells(String symbol) {
        assertThat(DisplayText.width(symbol)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "é",
                "\u10ff", // the last letter before Hangul
                "\u303f", // half a space
                "\uff66", // katakana of half width
                "\uffdc", // Hangul of half width
                "\u2588" // a block
            })
    void theseTakeOne(String symbol) {
        assertThat(DisplayText.width(symbol)).isEqualTo(1);
    }

    @Test
    void halfASymbolIsReplaced() {
        assertThat(DisplayText.of("\ud800\udbff", 80)).isEqualTo("\ufffd\ufffd");
        assertThat(DisplayText.of("\udfff\ue000", 80)).isEqualTo("\ufffd\ue000");
    }
}
