package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MaximumBoundTest {
    /// Wilks' sample sizes for a one-sided tolerance limit with 95 % confidence: 29, 59 and 299 for
    /// 90 %, 95 % and 99 % of the population.
    @Test
    void theSampleSizesAreThoseOfWilks() {
        assertThat(MaximumBound.slowerFraction(29, 1)).isLessThanOrEqualTo(0.10);
        assertThat(MaximumBound.slowerFraction(28, 1)).isGreaterThan(0.10);
        assertThat(MaximumBound.slowerFraction(59, 1)).isLessThanOrEqualTo(0.05);
        assertThat(MaximumBound.slowerFraction(58, 1)).isGreaterThan(0.05);
        assertThat(MaximumBound.slowerFraction(299, 1)).isLessThanOrEqualTo(0.01);
        assertThat(MaximumBound.slowerFraction(298, 1)).isGreaterThan(0.01);
    }

    /// Each of five looks has 99 % confidence, for which Wilks' sample size is 90 of 95 %.
    @Test
    void theErrorIsDividedByTheNumberOfLooks() {
        assertThat(MaximumBound.slowerFraction(90, 5)).isLessThanOrEqualTo(0.05);
        assertThat(MaximumBound.slowerFraction(89, 5)).isGreaterThan(0.05);
        assertThat(MaximumBound.slowerFraction(1, 5)).isCloseTo(0.99, within(1e-12));
    }
}
