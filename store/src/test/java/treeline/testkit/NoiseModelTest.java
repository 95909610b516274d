package treeline.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

class NoiseModelTest {
    @ParameterizedTest
    @EnumSource
    void noiseHasMeanOneAndTheRequestedDeviation(NoiseModel noise) {
        double[] values = noise.sample(new Random(1), 200_000, 1, 0.05);
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance =
                Arrays.stream(values).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
        assertEquals(1, mean, 0.001);
        assertEquals(0.05, Math.sqrt(variance), 0.003);
    }
}
