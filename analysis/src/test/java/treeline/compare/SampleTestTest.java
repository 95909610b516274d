package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleTestTest {

    /// t = 1 / sqrt(2.5 / 5 + 2.5 / 5) = 1 with 8 degrees of freedom: scipy's `ttest_ind([1..5],
    /// [2..6], equal_var=False)` gives 0.34659350708733416.
    @Test
    void pIsWelchs() {
        SampleTest test = SampleTest.of(new double[] {1, 2, 3, 4, 5}, new double[] {2, 3, 4, 5, 6});
        assertThat(test.p()).isCloseTo(0.34659350708733416, within(1e-10));
    }

    /// Both variances are 2.5, so g is 1 / sqrt(2.5) * (1 - 3 / 31).
    @Test
    void theEffectIsHedgesG() {
        SampleTest test = SampleTest.of(new double[] {1, 2, 3, 4, 5}, new double[] {2, 3, 4, 5, 6});
        assertThat(test.effect()).isCloseTo(Math.sqrt(0.4) * 28 / 31, within(1e-12));
    }

    /// By hand: r = 1.1, va = 1/3, vb = 1/3, f = 0.736667^2 / ((1/3)^2 / 2 + 0.403333^2 / 2) =
    /// 3.9640..., t = 2.7848..., and the interval holds the ratio.
    @Test
    void theIntervalOfTheRatioHoldsItAndIsNarrowForCloseSamples() {
        SampleTest test = SampleTest.of(new double[] {99, 100, 101}, new double[] {109, 110, 111});
        assertThat(test.low()).isCloseTo(1.0765, within(2e-3));
        assertThat(test.high()).isCloseTo(1.1242, within(2e-3));
    }

    /// Student's test of one value against three: t = 7 / sqrt(1 * (1 + 1/3)) = 6.0622 with 2
    /// degrees of freedom, of which p is 1 - t / sqrt(t * t + 2).
    @Test
    void oneValueIsTakenToVaryAsTheOtherSide() {
        SampleTest test = SampleTest.of(new double[] {9, 10, 11}, new double[] {17});
        double t = 7 / Math.sqrt(4.0 / 3);
        assertThat(test.p()).isCloseTo(1 - t / Math.sqrt(t * t + 2), within(1e-10));
        SampleTest turned = SampleTest.of(new double[] {17}, new double[] {9, 10, 11});
        assertThat(turned.p()).isCloseTo(test.p(), within(1e-12));
        assertThat(test.low()).isLessThan(1.7);
        assertThat(test.high()).isGreaterThan(1.7);
    }

    @Test
    void oneValuePerSideSaysNothing() {
        assertThat(SampleTest.of(new double[] {1}, new double[] {2})).isEqualTo(SampleTest.NONE);
        assertThat(SampleTest.of(new double[] {}, new double[] {2, 3})).isEqualTo(SampleTest.NONE);
    }

    /// Of the 10 ways to deal out 5 values to sides of 2 and 3 there are 2 that separate them.
    @Test
    void withoutAnyNoiseItIsTheShareOfWaysToDealTheValuesOut() {
        SampleTest test = SampleTest.of(new double[] {7, 7}, new double[] {8, 8, 8});
        assertThat(test.p()).isEqualTo(0.2);
        assertThat(test.effect()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(test.low()).isEqualTo(8.0 / 7);
        assertThat(SampleTest.of(new double[] {7, 7}, new double[] {7, 7}).p()).isEqualTo(1);
        assertThat(SampleTest.of(new double[] {0.1, 0.1, 0.1}, new double[] {0.1, 0.1}).p())
                .isEqualTo(1);
    }

    @Test
    void aBaselineThatMayBeNothingHasNoUpperEnd() {
        SampleTest test = SampleTest.of(new double[] {0, 1}, new double[] {5, 6});
        assertThat(test.low()).isNaN();
        assertThat(test.high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(SampleTest.of(new double[] {0, 0}, new double[] {5, 6}).high()).isNaN();
    }

    /// Holm's own order: 0.01 * 4, 0.02 * 3, 0.03 * 2 but not less than the one before, 0.5 * 1.
    @Test
    void holmCorrectsForAllComparisons() {
        assertThat(Holm.adjusted(new double[] {0.02, Double.NaN, 0.5, 0.01, 0.03}))
                .containsExactly(0.06, Double.NaN, 0.5, 0.04, 0.06);
        assertThat(Holm.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }
}
