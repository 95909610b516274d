package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;

import treeline.testkit.NoiseModel;

import java.util.Arrays;
import java.util.Random;

/// The confidence interval of a ratio against its definition: the ratios `r` for which Student's t
/// test, by another implementation, does not reject that the second sample divided by `r` has the
/// mean of the first.
class FiellerTest {
    private static final double ALPHA = 0.05;

    /// The ends were found by scipy 1.10: `brentq` on `ttest_ind(a, b / r).pvalue - 0.05`.
    @Test
    void endsAreThoseThatScipyFinds() {
        requireEnds(array(1, 2, 3, 4, 5), array(2, 3, 4, 5, 6), 0.6769685809309, 3.107820452242);
        requireEnds(array(99, 100, 101), array(109, 110, 111), 1.076447953345, 1.12411749276);
        requireEnds(
                array(10.1, 9.8, 10.3, 10.0, 9.9),
                array(10.9, 11.4),
                1.060940702486,
                1.167647313545);
        requireEnds(
                array(2.5, 3.5, 3.0, 4.5),
                array(3.9, 4.2, 5.1, 4.8, 4.4, 5.0),
                1.057973893264,
                1.800222732354);
    }

    /// One value has no variance of its own, so scipy's test was written out: t of the difference
    /// over the standard deviation of the three values, with 2 degrees of freedom.
    @Test
    void endsOfOneValueUseTheVarianceOfTheOtherSide() {
        requireEnds(array(9, 10, 11), array(17), 1.1357353816, 3.378563302013);
        requireEnds(array(17), array(9, 10, 11), 0.2959837986176, 0.8804867896177);
    }

    /// With equal sizes and equal variances the terms of the classical interval and of the scale
    /// model coincide: `(q ± t / mean(a) sqrt(v (1 - g) + q² v)) / (1 - g)`, where `v` is the
    /// variance of a mean and `g = t² v / mean(a)²` (Fieller 1954, equation 3, without covariance).
    /// Here v = 2.5 / 5, t = 2.306004135 (8 degrees of freedom), mean(a) = 3, q = 4 / 3.
    @Test
    void everyTermIsFiellers() {
        double t = 2.306004135033371;
        double v = 0.5;
        double q = 4.0 / 3;
        double g = t * t * v / 9;
        double half = t / 3 * Math.sqrt(v * (1 - g) + q * q * v);
        requireEnds(
                array(1, 2, 3, 4, 5),
                array(2, 3, 4, 5, 6),
                (q - half) / (1 - g),
                (q + half) / (1 - g));
    }

    @Test
    void bothEndsInvertTheTTest() {
        var random = new Random(5);
        for (NoiseModel noise : NoiseModel.values())
            for (int i = 0; i < 100; i++) {
                double[] a = noise.sample(random, 2 + random.nextInt(10), 5, 0.1);
                double[] b = noise.sample(random, 2 + random.nextInt(10), 6, 0.1);
                SampleTest test = SampleTest.of(a, b);
                if (Double.isNaN(test.low()) || test.low() <= 0 || test.low() == test.high())
                    continue;
                assertThat(pOfRatio(a, b, test.low())).isCloseTo(ALPHA, within(1e-9));
                assertThat(pOfRatio(a, b, test.high())).isCloseTo(ALPHA, within(1e-9));
                double ratio = mean(b) / mean(a);
                double low =
                        new BrentSolver(1e-13)
                                .solve(
                                        200,
                                        r -> pOfRatio(a, b, r) - ALPHA,
                                        ratio * 1e-3,
                                        ratio * (1 - 1e-9));
                assertThat(test.low()).isCloseTo(low, within(1e-9));
            }
    }

    @Test
    void theIntervalExcludesOneIfAndOnlyIfPIsBelowFivePercent() {
        var random = new Random(6);
        int excluded = 0;
        for (NoiseModel noise : NoiseModel.values())
            for (int i = 0; i < 1_000; i++) {
                double[] a = noise.sample(random, 1 + random.nextInt(6), 1, 0.03);
                double[] b = noise.sample(random, 2 + random.nextInt(6), 1.03, 0.03);
                SampleTest test = SampleTest.of(a, b);
                if (test.low() == test.high()) continue;
                boolean excludes = test.low() > 1 || test.high() < 1;
                assertThat(excludes).isEqualTo(test.p() < ALPHA);
                if (excludes) excluded++;
            }
        assertThat(excluded).isBetween(500, 4_500);
    }

    private static void requireEnds(double[] a, double[] b, double low, double high) {
        SampleTest test = SampleTest.of(a, b);
        assertThat(test.low()).isCloseTo(low, within(1e-9));
        assertThat(test.high()).isCloseTo(high, within(1e-9));
    }

    private static double pOfRatio(double[] a, double[] b, double ratio) {
        return new TTest()
                .homoscedasticTTest(a, Arrays.stream(b).map(value -> value / ratio).toArray());
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double[] array(double... values) {
        return values;
    }
}
