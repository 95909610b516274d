package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.search.DrawnPoints.points;

import org.junit.jupiter.api.Test;

import java.util.List;

class ParameterAxisTest {
    /// Of q = 30 another p was measured, of q = 40 only one.
    private static final Points POINTS =
            points(
                    """
                    2;10=1,3 4;10=4   8;10=8
                    2;20=8   4;20=6,7,8,11 8;20=2
                    2;30=9   4;30=9   16;30=8
                    2;40=1
                    """);

    @Test
    void linesAreThoseWithTheMostPointsAtTheSameValues() {
        ParameterAxis p = ParameterAxis.of(POINTS, 0);
        assertThat(p.x().toArray()).containsExactly(2, 4, 8);
        assertThat(p.lines()).containsExactly(List.of(0, 1, 2), List.of(3, 4, 5));
        ParameterAxis q = ParameterAxis.of(POINTS, 1);
        assertThat(q.x().toArray()).containsExactly(10, 20, 30, 40);
        assertThat(q.lines()).containsExactly(List.of(0, 3, 6, 9));
    }

    @Test
    void aLineIsAscendingInWhateverOrderItWasMeasured() {
        ParameterAxis p = ParameterAxis.of(points("8;10=3 2;10=1 4;10=2"), 0);
        assertThat(p.x().toArray()).containsExactly(2, 4, 8);
        assertThat(p.lines()).containsExactly(List.of(1, 2, 0));
    }

    /// The variance of the mean of 1 and 3 is 1, that of 6, 7, 8 and 11 is 14 / 3 / 4. The mean of
    /// two values has a quarter of the sum of their variances.
    @Test
    void valuesAreAveragedOverTheLines() {
        Points along = ParameterAxis.of(POINTS, 0).of(POINTS);
        assertThat(along.of(0)).containsExactly(2, 4, 8);
        assertThat(along.values()).containsExactly(5, 6, 5);
        assertThat(along.variance(0)).isEqualTo(0.25);
        assertThat(along.variance(1)).isCloseTo(14 / 48.0, within(1e-12));
        assertThat(along.variance(2)).isZero();
        assertThat(along.repeated(0)).isEqualTo(1);
        assertThat(along.repeated(1)).isEqualTo(3);
        assertThat(along.repeated(2)).isZero();
    }

    @Test
    void totalsAreValuesTimesAParameter() {
        Points totals = points("2;10=1,3 4;20=6,8").times(1);
        assertThat(totals.values()).containsExactly(20, 140);
        assertThat(totals.variance(0)).isEqualTo(100);
        assertThat(totals.variance(1)).isEqualTo(400);
        assertThat(totals.repeated(0)).isEqualTo(1);
        assertThat(totals.of(0)).containsExactly(2, 4);
    }

    @Test
    void aShorterLineThatWasMeasuredFirstIsNotUsed() {
        ParameterAxis p = ParameterAxis.of(points("2;5=1 2;10=1 4;10=2 8;10=3"), 0);
        assertThat(p.x().toArray()).containsExactly(2, 4, 8);
        assertThat(p.lines()).containsExactly(List.of(1, 2, 3));
    }
}
