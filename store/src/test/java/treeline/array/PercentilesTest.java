package treeline.array;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class PercentilesTest {

    @Test
    void valuesAreInterpolatedBetweenNeighbours() {
        double[] sorted = {1, 2, 4, 8};
        assertThat(Percentiles.ofSorted(sorted, 0, 4, 0)).isEqualTo(1);
        assertThat(Percentiles.ofSorted(sorted, 0, 4, 0.5)).isEqualTo(3);
        assertThat(Percentiles.ofSorted(sorted, 0, 4, 0.75)).isEqualTo(5);
        assertThat(Percentiles.ofSorted(sorted, 0, 4, 1)).isEqualTo(8);
        assertThat(Percentiles.ofSorted(sorted, 1, 2, 0.3)).isEqualTo(2);
    }

    @Test
    void nothingHasNoPercentile() {
        assertThat(Percentiles.ofSorted(new double[0], 0, 0, 0.5)).isNaN();
    }

    @Test
    void zerosThatAreNotLaidOutCountAsIfTheyWere() {
        var random = new Random(5);
        for (int round = 0; round < 200; round++) {
            int zeros = random.nextInt(5);
            double[] some = random.ints(1 + random.nextInt(6), -3, 4).asDoubleStream().toArray();
            Arrays.sort(some);
            double[] all = Arrays.copyOf(some, some.length + zeros);
            Arrays.sort(all);
            for (double share : new double[] {0, 0.25, 0.5, 0.9, 1})
                assertThat(Percentiles.ofSortedAndZeros(some, some.length, zeros, share))
                        .isEqualTo(Percentiles.ofSorted(all, 0, all.length, share));
        }
    }
}
