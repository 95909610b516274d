package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class PermutationTrendTest {

    /// Oracle: all permutations in exact fractions, by Python's itertools and fractions.
    @Test
    void thePValueIsTheShareOfPermutationsAsSteep() {
        assertThat(p(1, 2, 3, 4, 5, 6)).isEqualTo(1 / 360.0);
        assertThat(p(6, 5, 4, 3, 2, 1)).isEqualTo(1 / 360.0);
        assertThat(p(1, 2, 3, 4, 6, 5)).isEqualTo(1 / 60.0);
        assertThat(p(1, 2, 3, 1, 2, 3)).isEqualTo(2 / 5.0);
        assertThat(p(3, 1, 4, 1, 5, 9, 2, 6)).isEqualTo(817 / 3360.0);
        assertThat(p(1, 1, 2, 2, 3, 3, 4, 4)).isEqualTo(1 / 1260.0);
        assertThat(p(5, 5, 5, 5, 5, 5)).isEqualTo(1);
    }

    @Test
    void fiveValuesAreTooFew() {
        assertThat(p(1, 2, 3, 4, 5)).isNaN();
        assertThat(p()).isNaN();
    }

    /// 20 values in batches of 2 or 3, each of which is higher than the one before.
    @Test
    void manyValuesAreAveragedInEightBatches() {
        double[] values = IntStream.range(0, 20).mapToDouble(i -> i / 2 * 3 + i % 2).toArray();
        assertThat(p(values)).isEqualTo(2 / 40320.0);
    }

    /// The last batch has two values, the others one. Oracle: all permutations of the eight means,
    /// the last multiplied by the root of 2, by Python's itertools; with equal weights 11016 would
    /// be as steep.
    @Test
    void meansOfLongerBatchesVaryLess() {
        assertThat(p(3, 1, 4, 1, 5, 9, 2, 6, 5)).isEqualTo(9032 / 40320.0);
    }

    /// One warm-up iteration that takes ten times as long is a single rare batch: it is at either
    /// end in 2 of 8 permutations.
    @Test
    void anOutlierIsNotATrend() {
        double[] values = IntStream.range(0, 80).mapToDouble(i -> i == 0 ? 10 : 1).toArray();
        assertThat(p(values)).isEqualTo(0.25);
    }

    private static double p(double... values) {
        return PermutationTrend.pValue(values);
    }
}
