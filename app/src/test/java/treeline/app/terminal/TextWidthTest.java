package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.question.screen.TextWidth;

class TextWidthTest {
    @Test
    void wideCharactersTakeTwoColumnsAndMarksNone() {
        assertThat(TextWidth.of("main")).isEqualTo(4);
        assertThat(TextWidth.of("日本")).isEqualTo(4);
        assertThat(TextWidth.of("e\u0301tude")).isEqualTo(5);
        assertThat(TextWidth.of("한글")).isEqualTo(4);
        assertThat(TextWidth.of("🚀")).isEqualTo(2);
        assertThat(TextWidth.of("├─ █")).isEqualTo(4);
    }

    @Test
    void textIsCutAtTheEnd() {
        assertThat(TextWidth.cutAtEnd("exchange", 8, "…")).isEqualTo("exchange");
        assertThat(TextWidth.cutAtEnd("exchange", 7, "…")).isEqualTo("exchan…");
        assertThat(TextWidth.cutAtEnd("exchange", 7, "...")).isEqualTo("exch...");
        assertThat(TextWidth.cutAtEnd("exchange", 2, "...")).isEqualTo("ex");
    }

    @Test
    void namesAreCutInTheMiddle() {
        assertThat(TextWidth.cutInMiddle("compute_forces_and_energy", 12, "…"))
                .isEqualTo("comput…nergy");
        assertThat(TextWidth.cutInMiddle("compute", 7, "…")).isEqualTo("compute");
        assertThat(TextWidth.cutInMiddle("compute", 2, "…")).isEqualTo("co");
    }

    @Test
    void aWideCharacterIsNeverHalved() {
        assertThat(TextWidth.cutAtEnd("日本語", 4, "…")).isEqualTo("日…");
        assertThat(TextWidth.cutInMiddle("日本語日本語", 6, "…")).isEqualTo("日…語");
    }

    @Test
    void controlCharactersBecomeVisible() {
        assertThat(TextWidth.printable("f<int>")).isEqualTo("f<int>");
        assertThat(TextWidth.printable("a\nb\tc")).isEqualTo("a\\nb\\tc");
        assertThat(TextWidth.printable("\033[31mred")).isEqualTo("\\u{1b}[31mred");
        assertThat(TextWidth.printable("a\u202Eb")).isEqualTo("a\\u{202e}b");
    }

    @Test
    void paddingCountsColumns() {
        assertThat(TextWidth.padLeft("日", 4)).isEqualTo("  日");
        assertThat(TextWidth.padRight("日", 4)).isEqualTo("日  ");
        assertThat(TextWidth.padRight("longer", 4)).isEqualTo("longer");
    }
}
