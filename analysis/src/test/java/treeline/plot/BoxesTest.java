package treeline.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.plot.draw.Density;
import treeline.plot.draw.FigureStyle;

import java.util.List;

class BoxesTest {
    private static final Boxes.Spread SPREAD =
            new Boxes.Spread(
                    "main", 2, 3, 4, -1, 7, List.of(9.0, 3.0, Double.NaN, 1.0, 4.0, 2.0, -2.0));

    @Test
    void whiskersEndAtTheLastValuesWithinTheFences() {
        assertThat(SPREAD.lowerWhisker()).isEqualTo(1);
        assertThat(SPREAD.upperWhisker()).isEqualTo(4);
    }

    @Test
    void whatIsBeyondTheFencesIsAnOutlier() {
        assertThat(SPREAD.outliers()).containsExactly(-2.0, 9.0);
    }

    @Test
    void missingValuesDoNotCount() {
        assertThat(SPREAD.values()).containsExactly(-2.0, 1.0, 2.0, 3.0, 4.0, 9.0);
    }

    @Test
    void valuesThatDifferTooLittleToBeSeenAreDrawnAroundTheirMedians() {
        var near = new Boxes.Spread("near", 99, 100, 101, 96, 104, List.of(98.0, 100.0, 102.0));
        var far = new Boxes.Spread("far", 9.9e3, 1e4, 1.01e4, 9.6e3, 1.04e4, List.of(1e4, 1.001e4));
        assertThat(drawn(near, far))
                .contains("difference from the median [%]", ">-2</text>", "each row by its own");
        assertThat(drawn(near)).doesNotContain("difference from the median");
        var wide = new Boxes.Spread("wide", 2e3, 3e3, 4e3, 0, 5e3, List.of(2e3, 4e3));
        assertThat(drawn(near, far, wide)).doesNotContain("difference from the median");
    }

    private static String drawn(Boxes.Spread... spreads) {
        var boxes =
                new Boxes(
                        new Caption("t", "s"), "time", Unit.SECONDS, true, false, List.of(spreads));
        return Drawing.of(boxes, new FigureStyle(false, (value, _) -> "%.3g".formatted(value)))
                .svg();
    }

    @Test
    void aViolinIsWidestWhereValuesAreDense() {
        Density density = Density.of(List.of(1.0, 1.1, 1.2, 1.3, 5.0));
        assertThat(density.at(1.15)).isGreaterThan(density.at(3)).isGreaterThan(density.at(5));
        assertThat(Density.of(List.of(2.0, 2.0)).isDrawable()).isFalse();
    }
}
