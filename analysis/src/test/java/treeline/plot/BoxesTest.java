package treeline.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.plot.draw.Density;
import treeline.plot.draw.FigureStyle;
import treeline.plot.draw.Theme;

import java.util.List;
import java.util.Locale;

class BoxesTest {
    private static final Boxes.Spread SPREAD =
            new Boxes.Spread(
                    "main", "", 2, 3, 4, -1, 7, List.of(9.0, 3.0, Double.NaN, 1.0, 4.0, 2.0, -2.0));

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

    /// Spreads of 4 % and 0.1 % cannot be read on an axis from 100 to 10,000 seconds.
    @Test
    void aNodeHasItsOwnAxisIfASharedAxisWouldHideTheSpread() {
        Boxes.Spread near = spread("near", "", 98, 100, 102);
        Boxes.Spread far = spread("far", "", 10_000, 10_005, 10_010);
        Boxes.Spread wide = spread("wide", "", 2_000, 3_000, 9_000);
        assertThat(drawn(Boxes.Axes.AUTO, near, far)).contains(">99 s<", ">10,004 s<");
        assertThat(drawn(Boxes.Axes.SHARED, near, far)).doesNotContain(">99 s<");
        assertThat(drawn(Boxes.Axes.AUTO, near)).contains("time [s]").doesNotContain(">99 s<");
        assertThat(drawn(Boxes.Axes.AUTO, wide, wide)).contains("time [s]");
        assertThat(drawn(Boxes.Axes.OWN, wide, wide)).doesNotContain("time [s]");
    }

    @Test
    void groupsOfANodeAreAdjacentBelowItsName() {
        String svg =
                drawn(
                        Boxes.Axes.AUTO,
                        spread("main/solve", "compiler = clang", 1, 2, 3),
                        spread("main/solve", "compiler = gcc", 2, 3, 4));
        assertThat(svg.split(">solve<|main/solve</title>solve<")).hasSize(2);
        assertThat(svg).containsSubsequence("solve<", ">compiler = clang<", ">compiler = gcc<");
        assertThat(svg)
                .contains(Theme.of(false).series(0) + "\"", Theme.of(false).series(1) + "\"");
    }

    private static Boxes.Spread spread(
            String name, String group, double low, double middle, double high) {
        return new Boxes.Spread(
                name, group, low, middle, high, low - 1, high + 1, List.of(low, middle, high));
    }

    private static String drawn(Boxes.Axes axes, Boxes.Spread... spreads) {
        var boxes =
                new Boxes(
                        new Caption("t", "s"), "time", Unit.SECONDS, true, axes, List.of(spreads));
        return Drawing.of(
                        boxes,
                        new FigureStyle(
                                false, (value, _) -> String.format(Locale.ROOT, "%.3g", value)))
                .svg();
    }

    @Test
    void aViolinIsWidestWhereValuesAreDense() {
        Density density = Density.of(List.of(1.0, 1.1, 1.2, 1.3, 5.0));
        assertThat(density.at(1.15)).isGreaterThan(density.at(3)).isGreaterThan(density.at(5));
        assertThat(Density.of(List.of(2.0, 2.0)).isDrawable()).isFalse();
    }
}
