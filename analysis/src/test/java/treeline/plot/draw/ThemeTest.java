package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThemeTest {
    /// What WCAG 2.1 asks of text and of what is drawn.
    private static final double TEXT = 4.5;

    private static final double GRAPHICS = 3;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textReadsOnItsBackground(boolean dark) {
        Theme theme = Theme.of(dark);
        assertThat(ColourScale.contrast(theme.ink(), theme.background())).isGreaterThan(TEXT);
        assertThat(ColourScale.contrast(theme.muted(), theme.background())).isGreaterThan(TEXT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void seriesStandOutFromTheBackground(boolean dark) {
        Theme theme = Theme.of(dark);
        assertThat(theme.series())
                .hasSize(Theme.COLOURS)
                .doesNotHaveDuplicates()
                .allMatch(each -> ColourScale.contrast(each, theme.background()) >= GRAPHICS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textOnAnyShadeReads(boolean dark) {
        for (ColourScale shades :
                new ColourScale[] {Theme.of(dark).shades(), ColourScale.DIVERGING})
            for (int i = 0; i <= 100; i++) {
                String colour = shades.at(i / 100.0);
                assertThat(ColourScale.contrast(ColourScale.inkOn(colour), colour))
                        .isGreaterThan(TEXT);
            }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largerValuesStandOutMore(boolean dark) {
        Theme theme = Theme.of(dark);
        double before = 0;
        for (int i = 0; i <= 20; i++) {
            double contrast = ColourScale.contrast(theme.shades().at(i / 20.0), theme.background());
            assertThat(contrast).isGreaterThan(before);
            before = contrast;
        }
    }

    @Test
    void contrastIsThatOfTheStandard() {
        assertThat(ColourScale.contrast("#ffffff", "#000000"))
                .isCloseTo(21, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(ColourScale.contrast("#777777", "#ffffff"))
                .isCloseTo(4.48, org.assertj.core.data.Offset.offset(0.01));
    }
}
