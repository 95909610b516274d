package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class SampleTestTest {

    /// scipy's `ttest_ind([10.1, 9.8, 10.3, 10.0, 9.9], [10.9, 11.4])` gives 0.00218050669552521,
    /// Welch's test (`equal_var=False`) 0.113.
    @Test
    void constantsThatDifferByLessThanAMillionthAreEqual() {
        assertThat(SampleTest.of(new double[] {2, 2}, new double[] {2.000001, 2.000001}).effect())
                .isZero();
        assertThat(SampleTest.of(new double[] {2, 2}, new double[] {2.00001, 2.00001}).effect())
                .isInfinite();
    }

    /// 1 of 1,000,000 is exactly a millionth.
    @Test
    void aMillionthIsNegligible() {
        assertThat(SampleTest.isNegligible(999_999, 1_000_000)).isTrue();
        assertThat(SampleTest.isNegligible(1_000_000, 999_999)).isTrue();
        assertThat(SampleTest.isNegligible(-999_999, -1_000_000)).isTrue();
        assertThat(SampleTest.isNegligible(999_998, 1_000_000)).isFalse();
    }

    @Test
    void constantsThatFellHaveANegativeEffect() {
        assertThat(SampleTest.of(new double[] {8, 8}, new double[] {7, 7}).effect())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void pIsStudents() {
        SampleTest test =
                SampleTest.of(new double[] {10.1, 9.8, 10.3, 10.0, 9.9}, new double[] {10.9, 11.4});
        assertThat(test.p()).isCloseTo(0.00218050669552521, within(1e-12));
    }

    /// The two runs of the candidate happen to agree. Welch's test takes them for a build without
    /// noise: p is 0.0003 for a difference of 1.5 standard deviations of the fifty.
    @Test
    void twoRunsThatAgreeAreNotABuildWithoutNoise() {
        double[] fifty = new double[50];
        Arrays.setAll(fifty, i -> 100 + 3 * (i % 5 - 2) / Math.sqrt(2));
        SampleTest test = SampleTest.of(fifty, new double[] {104.5, 104.51});
        assertThat(test.p()).isBetween(0.03, 0.06);
    }

    /// Both variances are 2.5, so g is 1 / sqrt(2.5) * (1 - 3 / 31).
    @Test
    void theEffectIsHedgesG() {
        SampleTest test = SampleTest.of(new double[] {1, 2, 3, 4, 5}, new double[] {2, 3, 4, 5, 6});
        assertThat(test.effect()).isCloseTo(Math.sqrt(0.4) * 28 / 31, within(1e-12));
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

    /// One of the 10 ways to split five values into two and three separates them so; its mirror
    /// image would be a split into three and two. Sides of the same size have a mirror image.
    @Test
    void withoutVarianceItIsTheShareOfAssignments() {
        SampleTest test = SampleTest.of(new double[] {7, 7}, new double[] {8, 8, 8});
        assertThat(test.p()).isEqualTo(1 / 10.0);
        assertThat(test.effect()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(test.low()).isEqualTo(8.0 / 7);
        assertThat(SampleTest.of(new double[] {7, 7, 7}, new double[] {8, 8, 8, 8, 8}).p())
                .isEqualTo(1 / 56.0);
        assertThat(SampleTest.of(new double[] {7, 7, 7, 7}, new double[] {8, 8, 8, 8}).p())
                .isEqualTo(2 / 70.0);
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
        assertThat(SampleTest.of(new double[] {-1, 1}, new double[] {5, 6}).high()).isNaN();
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
