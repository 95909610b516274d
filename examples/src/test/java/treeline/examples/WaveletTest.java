package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

class WaveletTest {
    @Test
    void theFirstValueIsTheMeanAndTheOthersSayWhatIsMissing() {
        int[] patch = {
            1, 3, //
            5, 7
        };
        Wavelet.forward(patch, 2);
        assertThat(patch).containsExactly(4, -2, -4, 0);
    }

    @Test
    void theWayBackIsExact() {
        Random random = new Random(7);
        for (int side = 1; side <= 32; side *= 2) {
            int[] patch = random.ints((long) side * side, -100_000, 100_000).toArray();
            int[] changed = patch.clone();
            Wavelet.forward(changed, side);
            Wavelet.inverse(changed, side);
            assertThat(changed).isEqualTo(patch);
        }
    }
}
