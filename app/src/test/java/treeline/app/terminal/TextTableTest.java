package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.question.screen.TextTable;
import treeline.question.screen.TextTable.Align;

class TextTableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        var table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("a", "1", "first").row("日本", "1,234", "");
        assertThat(table.lines(80, "…")).containsExactly("a         1  first", "日本  1,234");
    }

    @Test
    void theLastColumnIsCutToTheWidth() {
        var table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("name", "a long description");
        assertThat(table.lines(14, "…")).containsExactly("name  a long …");
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        var table = new TextTable(Align.LEFT, Align.LEFT);
        assertThatThrownBy(() -> table.row("alone"))
                .hasMessage("a row of 1 cells in a table of 2 columns");
    }
}
