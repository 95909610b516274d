package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;

import java.util.Arrays;

class FftTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "4, 2", "9, 0"})
    void theTransformIsTheSumOfItsDefinition(int ranks, double imbalance) {
        int size = 8;
        double[] expected = byDefinition(new Fft(new SoloCommunicator(), size, 0).input(), size);
        InProcessRanks.run(
                ranks,
                comm -> {
                    Fft fft = new Fft(comm, size, imbalance);
                    double[] mine = fft.transform(fft.input(), false);
                    double[][] toRoot = new double[ranks][0];
                    toRoot[0] = mine;
                    double[] all =
                            Arrays.stream(Collectives.alltoall(comm, toRoot))
                                    .flatMapToDouble(Arrays::stream)
                                    .toArray();
                    for (int i = 0; i < all.length; i++)
                        assertThat(all[i]).isCloseTo(expected[i], within(1e-11));
                    if (comm.rank() == 0) assertThat(all).hasSize(expected.length);
                });
    }

    @Test
    void theSizeIsAPowerOfTwo() {
        assertThatThrownBy(() -> new Fft(new SoloCommunicator(), 12, 0))
                .hasMessage("size 12 is not a power of 2");
    }

    /// `F(u, v) = sum over x, y of f(x, y) exp(-2 pi i (ux + vy) / size)`, transposed.
    private static double[] byDefinition(double[] input, int size) {
        double[] result = new double[input.length];
        for (int u = 0; u < size; u++)
            for (int v = 0; v < size; v++)
                for (int x = 0; x < size; x++)
                    for (int y = 0; y < size; y++) {
                        double angle = -2 * Math.PI * (u * x + v * y) / size;
                        double real = input[2 * (size * x + y)];
                        double imaginary = input[2 * (size * x + y) + 1];
                        result[2 * (size * v + u)] +=
                                real * Math.cos(angle) - imaginary * Math.sin(angle);
                        result[2 * (size * v + u) + 1] +=
                                real * Math.sin(angle) + imaginary * Math.cos(angle);
                    }
        return result;
    }
}
