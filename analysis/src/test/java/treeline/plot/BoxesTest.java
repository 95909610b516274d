package treeline.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
    void aViolinIsWidestWhereValuesAreDense() {
        Density density = Density.of(List.of(1.0, 1.1, 1.2, 1.3, 5.0));
        assertThat(density.at(1.15)).isGreaterThan(density.at(3)).isGreaterThan(density.at(5));
        assertThat(Density.of(List.of(2.0, 2.0)).isDrawable()).isFalse();
    }
}
