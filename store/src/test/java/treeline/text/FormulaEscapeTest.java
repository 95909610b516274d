package treeline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

class FormulaEscapeTest {
    @Test
    void aTextThatStartsLikeAFormulaGetsAQuote() {
        assertThat(FormulaEscape.escaped("=1+2")).isEqualTo("'=1+2");
        assertThat(FormulaEscape.escaped("-[NSObject init]")).isEqualTo("'-[NSObject init]");
        assertThat(FormulaEscape.escaped("+[NSObject new]")).isEqualTo("'+[NSObject new]");
        assertThat(FormulaEscape.escaped("@SUM(A1)")).isEqualTo("'@SUM(A1)");
        assertThat(FormulaEscape.escaped("\t=1")).isEqualTo("'\t=1");
        assertThat(FormulaEscape.escaped("\r=1")).isEqualTo("'\r=1");
        assertThat(FormulaEscape.escaped("＝1")).isEqualTo("'＝1");
    }

    @Test
    void aFormulaThatStartsWithANumberGetsAQuote() {
        assertThat(FormulaEscape.escaped("-2+3+cmd|' /C calc'!D2"))
                .isEqualTo("'-2+3+cmd|' /C calc'!D2");
    }

    @Test
    void numbersAndOtherTextsAreUnchanged() {
        for (String text :
                new String[] {
                    "", "main", "a=b", "'quoted'", "'", "-1.5", "-1e-7", "+.5E9", "-Infinity", "-3."
                }) assertThat(FormulaEscape.escaped(text)).isEqualTo(text);
    }

    @Test
    void aTextThatLooksEscapedGetsOneQuoteMore() {
        assertThat(FormulaEscape.escaped("''=1")).isEqualTo("'''=1");
        assertThat(FormulaEscape.unescaped("'''=1")).isEqualTo("''=1");
    }

    @Test
    void everyTextIsReadBack() {
        var random = new Random(1);
        String letters = "'=+-@\t\r\n＝a1.e";
        for (int i = 0; i < 100_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(6); length > 0; length--)
                text.append(letters.charAt(random.nextInt(letters.length())));
            String escaped = FormulaEscape.escaped(text.toString());
            assertThat(FormulaEscape.unescaped(escaped)).isEqualTo(text.toString());
        }
    }
}
