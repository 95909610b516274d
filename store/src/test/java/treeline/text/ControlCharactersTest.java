package treeline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlCharactersTest {
    @Test
    void everyControlCharacterIsVisible() {
        assertThat(ControlCharacters.visible("a\033[2Jb\u0007\u009b\u007f\r\0"))
                .isEqualTo("a\\u{1b}[2Jb\\u{7}\\u{9b}\\u{7f}\\u{d}\\u{0}");
        assertThat(ControlCharacters.visible("a\nb\tc")).isEqualTo("a\\nb\\tc");
    }

    @Test
    void charactersThatTurnTheDirectionAreVisible() {
        assertThat(ControlCharacters.visible("\u202a\u202b\u202c\u202d\u202e"))
                .isEqualTo("\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}");
        assertThat(ControlCharacters.visible("\u2066\u2067\u2068\u2069"))
                .isEqualTo("\\u{2066}\\u{2067}\\u{2068}\\u{2069}");
    }

    @Test
    void charactersThatTakeNoSpaceAreVisible() {
        assertThat(ControlCharacters.visible("a\u200bb\u2028c\u2029d\ufeffe\u00adf\u2060"))
                .isEqualTo("a\\u{200b}b\\u{2028}c\\u{2029}d\\u{feff}e\\u{ad}f\\u{2060}");
        String joined = "\ud83d\udc69\u200d\ud83d\udcbb می\u200cخواهم";
        assertThat(ControlCharacters.visible(joined)).isSameAs(joined);
    }

    @Test
    void halfACharacterIsVisible() {
        assertThat(ControlCharacters.visible("a\ud83db\ude00")).isEqualTo("a\\u{d83d}b\\u{de00}");
    }

    @Test
    void otherTextIsUnchanged() {
        String text = "größe \\u{1b} 計算 \ud83d\ude00 שלום";
        assertThat(ControlCharacters.visible(text)).isSameAs(text);
    }

    @Test
    void textOfSeveralLinesKeepsItsLayout() {
        assertThat(ControlCharacters.visibleInLines("a\n\tb\r\033c"))
                .isEqualTo("a\n\tb\\u{d}\\u{1b}c");
    }
}
