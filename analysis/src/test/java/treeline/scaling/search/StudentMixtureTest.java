package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Test;

/// Against Hipparchus, which computes Student's t by the incomplete beta function.
class StudentMixtureTest {
    @Test
    void probabilitiesAreThoseOfHipparchus() {
        for (int degrees = 1; degrees <= 40; degrees++) {
            var student = new TDistribution(degrees);
            for (double t = -9; t <= 9; t += 0.25)
                assertThat(StudentMixture.probability(t, degrees))
                        .as("t %s, %d degrees of freedom", t, degrees)
                        .isCloseTo(student.cumulativeProbability(t), within(1e-12));
        }
    }

    /// Table 26.10 of Abramowitz and Stegun: two-sided 95 % points.
    @Test
    void quantilesAreThoseOfPublishedTables() {
        assertThat(StudentMixture.quantile(1, 0.975)).isCloseTo(12.706, within(5e-4));
        assertThat(StudentMixture.quantile(4, 0.975)).isCloseTo(2.776, within(5e-4));
        assertThat(StudentMixture.quantile(5, 0.025)).isCloseTo(-2.571, within(5e-4));
        assertThat(StudentMixture.quantile(30, 0.975)).isCloseTo(2.042, within(5e-4));
    }

    @Test
    void aMixtureIsTheWeightedSumOfItsParts() {
        var mixture = new StudentMixture();
        assertThat(mixture.isEmpty()).isTrue();
        mixture.add(3, 10, 2, 4);
        mixture.add(1, 30, 0.5, 7);
        assertThat(mixture.isEmpty()).isFalse();
        for (double value : new double[] {2, 9, 10, 12, 20, 29.5, 30, 31})
            assertThat(mixture.probability(value)).isCloseTo(expected(value), within(1e-12));
        for (double share : new double[] {0.001, 0.025, 0.5, 0.74, 0.76, 0.8, 0.975, 0.999}) {
            double quantile =
                    new BrentSolver(1e-12).solve(500, x -> expected(x) - share, -200, 200);
            assertThat(mixture.probability(mixture.quantile(share)))
                    .isCloseTo(share, within(1e-7 * Math.min(share, 1 - share)));
            assertThat(mixture.quantile(share)).isCloseTo(quantile, within(2e-5));
        }
    }

    private static double expected(double value) {
        return 0.75 * new TDistribution(4).cumulativeProbability((value - 10) / 2)
                + 0.25 * new TDistribution(7).cumulativeProbability((value - 30) / 0.5);
    }

    @Test
    void aPartWithoutDeviationIsAStep() {
        var mixture = new StudentMixture();
        mixture.add(1, 10, 0, 3);
        assertThat(mixture.quantile(0.025)).isEqualTo(10);
        assertThat(mixture.quantile(0.975)).isEqualTo(10);
        mixture.add(3, 20, 0, 3);
        assertThat(mixture.probability(9.999)).isZero();
        assertThat(mixture.probability(10)).isEqualTo(0.25);
        assertThat(mixture.probability(20)).isOne();
        assertThat(mixture.quantile(0.2)).isCloseTo(10, within(1e-5));
        assertThat(mixture.quantile(0.3)).isCloseTo(20, within(1e-5));
    }

    @Test
    void partsThatAreNotFiniteDoNotCount() {
        var mixture = new StudentMixture();
        mixture.add(1, Double.NaN, 1, 3);
        mixture.add(1, 1, Double.POSITIVE_INFINITY, 3);
        assertThat(mixture.isEmpty()).isTrue();
        mixture.add(2, 5, 1, 3);
        assertThat(mixture.probability(5)).isEqualTo(0.5);
    }

    /// Microseconds instead of seconds.
    @Test
    void quantilesDoNotDependOnTheUnit() {
        var seconds = new StudentMixture();
        seconds.add(3, 10e-6, 2e-6, 4);
        seconds.add(1, 30e-6, 0.5e-6, 7);
        for (double share : new double[] {0.025, 0.5, 0.8, 0.975}) {
            double quantile =
                    new BrentSolver(1e-12).solve(500, x -> expected(x) - share, -200, 200);
            assertThat(1e6 * seconds.quantile(share)).isCloseTo(quantile, within(2e-5));
        }
    }
}
