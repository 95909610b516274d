package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Expected values by hand: the k-th smallest of n is multiplied by n - k + 1, and none falls below
/// the one before it. R's `p.adjust(p, "holm")` gives the same.
class HolmTest {
    private static final Offset<Double> EXACTLY = within(1e-15);

    @Test
    void theSmallestIsMultipliedByTheNumberOfTests() {
        assertThat(Holm.adjusted(new double[] {0.01, 0.02, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.04, 0.04, 0.02}, EXACTLY);
        assertThat(Holm.adjusted(new double[] {0.04}))
                .containsExactly(new double[] {0.04}, EXACTLY);
    }

    @Test
    void noneIsAboveOne() {
        assertThat(Holm.adjusted(new double[] {0.6, 0.9, 0.001}))
                .containsExactly(new double[] {1, 1, 0.003}, EXACTLY);
    }

    @Test
    void nodesThatWereNotTestedDoNotCount() {
        assertThat(Holm.adjusted(new double[] {Double.NaN, 0.03, Double.NaN, 0.01}))
                .isEqualTo(new double[] {Double.NaN, 0.03, Double.NaN, 0.02});
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }
}
