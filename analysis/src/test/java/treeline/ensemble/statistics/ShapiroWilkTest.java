package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// Expected values are those of scipy 1.17.1.
class ShapiroWilkTest {
    private static void assertTested(double w, double p, double... sorted) {
        ShapiroWilk test = ShapiroWilk.of(sorted);
        assertThat(test.w()).isCloseTo(w, within(1e-9));
        assertThat(test.p()).isCloseTo(p, within(1e-9));
    }

    @Test
    void ofThreeValuesTheLikelihoodIsExact() {
        assertTested(0.9642857142857142, 0.6368868450289689, 1, 2, 4);
        assertTested(0.8241758241758241, 0.1736239700951705, 0, 1, 10);
        assertTested(0.75, 0, 0, 0, 1);
    }

    /// From six values on two weights are approximated, from twelve on the logarithm of W.
    @Test
    void theApproximationChangesWithTheNumberOfValues() {
        assertTested(0.8068856643251408, 0.11515298127551521, 1, 2, 3, 10);
        assertTested(0.8357883166461942, 0.1536125843490888, 1, 2, 3, 4, 10);
        assertTested(0.887603582596171, 0.305821319634321, 1, 2, 3, 4, 5, 10);
        assertTested(
                0.9421427738563832, 0.5263209197691373, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37);
        assertTested(
                0.5625546287148264, 5.317526449810243e-05, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 50);
    }

    @Test
    void equalValuesCannotBeTested() {
        assertThat(ShapiroWilk.of(new double[] {5, 5, 5, 5}).w()).isNaN();
        assertThat(ShapiroWilk.of(new double[] {5, 5, 5, 5}).p()).isNaN();
    }
}
