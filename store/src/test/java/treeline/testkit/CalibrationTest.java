package treeline.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CalibrationTest {
    /// The exact tail of the binomial distribution: P(X >= 5) = 0.0075 and P(X >= 7) = 0.0002 for
    /// 120 simulations at a rate of 1 %.
    @Test
    void aRateFailsOnlyIfItIsAboveTheLimitBeyondDoubt() {
        assertThatCode(() -> rate(5, 120).requireAtMost(0.01)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rate(7, 120).requireAtMost(0.01))
                .isInstanceOf(AssertionError.class)
                .hasMessage("rate: 7 of 120, at most 0.010 expected");
    }

    @Test
    void aRateFailsOnlyIfItIsBelowTheLimitBeyondDoubt() {
        assertThatCode(() -> rate(84, 100).requireAtLeast(0.9)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rate(79, 100).requireAtLeast(0.9))
                .isInstanceOf(AssertionError.class)
                .hasMessage("rate: 79 of 100, at least 0.900 expected");
    }

    private static Calibration.Rate rate(int hits, int simulations) {
        return new Calibration.Rate("rate", hits, simulations);
    }
}
