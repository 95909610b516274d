package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class HampelFilterTest {
    /// The standard deviation of normal values whose neighbours differ by 1 in the median.
    private static final double DEVIATION =
            1 / new NormalDistribution(0, Math.sqrt(2)).inverseCumulativeProbability(0.75);

    /// 0 1 0 1 ..., with one value at a distance from 1.
    private static double[] series(int length, int at, double distance) {
        double[] values = new double[length];
        for (int i = 0; i < length; i++) values[i] = i % 2;
        values[at] = 1 + distance;
        return values;
    }

    private static int[] spikes(double[] values) {
        boolean[] spike = HampelFilter.of(values);
        return IntStream.range(0, spike.length).filter(i -> spike[i]).toArray();
    }

    @Test
    void aSpikeIsMoreThanFiveDeviationsFromItsNeighbours() {
        assertThat(DEVIATION).isCloseTo(1.0483, within(1e-4));
        for (int at : new int[] {0, 1, 2, 10, 28, 29}) {
            assertThat(spikes(series(30, at, 4.99 * DEVIATION))).isEmpty();
            assertThat(spikes(series(30, at, 5.01 * DEVIATION))).containsExactly(at);
            assertThat(spikes(series(30, at, -1 - 5.01 * DEVIATION))).containsExactly(at);
        }
    }

    /// Two equal values are no spikes for each other up to three places apart.
    @Test
    void valuesUpToThreePlacesAwayAreNeighbours() {
        for (int apart = 1; apart <= 4; apart++) {
            double[] values = series(30, 10, 50);
            values[10 + apart] = 51;
            if (apart <= 3) assertThat(spikes(values)).isEmpty();
            else assertThat(spikes(values)).containsExactly(10, 14);
        }
    }

    @Test
    void shortSeriesHaveNoSpikes() {
        assertThat(spikes(series(5, 2, 50))).isEmpty();
        assertThat(spikes(series(6, 2, 50))).containsExactly(2);
        assertThat(HampelFilter.of(new double[0])).isEmpty();
    }

    @Test
    void theMedianOfSevenReplacesASpike() {
        double[] values = {10, 11, 12, 99, 13, 14, 15, 16, 15, 14, 13, 12};
        assertThat(filtered(values))
                .containsExactly(10, 11, 12, 13, 13, 14, 15, 16, 15, 14, 13, 12);
        double[] first = {99, 11, 12, 13, 14, 15, 16, 15, 14, 13, 12, 11};
        assertThat(filtered(first)[0]).isEqualTo(12.5);
        double[] last = {10, 11, 12, 13, 14, 15, 16, 15, 14, 13, 12, -99};
        assertThat(filtered(last)[11]).isEqualTo(12.5);
    }

    /// One in twenty values may be an outlier; the most distant ones are replaced.
    @Test
    void onlyTheMostDistantOfTooManySpikesAreReplaced() {
        double[] values = series(40, 5, 50);
        values[15] = -60;
        values[25] = 40;
        values[35] = 70;
        double[] filtered = filtered(values);
        assertThat(filtered[5]).isEqualTo(51);
        assertThat(filtered[15]).isIn(0.0, 1.0);
        assertThat(filtered[25]).isEqualTo(40);
        assertThat(filtered[35]).isIn(0.0, 1.0);
        assertThat(spikes(values)).containsExactly(5, 15, 25, 35);
    }

    private static double[] filtered(double[] values) {
        double[] filtered = new double[values.length];
        new HampelFilter(values).filter(values, filtered);
        return filtered;
    }

    /// The deviation of 4 6 4 6 ... is 1.0131 for 39 values, with 20 of one kind.
    @Test
    void theScaleLeavesOutAsManyValuesAsMayBeOutliers() {
        double[] values = new double[40];
        for (int i = 0; i < 40; i++) values[i] = i % 2 == 0 ? 4 : 6;
        values[7] = 1000;
        values[8] = -1000;
        assertThat(new HampelFilter(values).scale()).isCloseTo(Math.sqrt(38 / 37.0), within(1e-12));
        assertThat(new HampelFilter(new double[] {1, 3}).scale())
                .isCloseTo(Math.sqrt(2), within(1e-12));
    }

    @Test
    void spikesNearTheLevelOfTheirStretchAreNone() {
        double[] values = series(30, 10, 50);
        values[20] = 56;
        boolean[] spike = HampelFilter.of(values);
        HampelFilter.keepNear(spike, values, 0, 20, 52);
        assertThat(spike[10]).isFalse();
        assertThat(spike[20]).isTrue();
        spike[10] = true;
        HampelFilter.keepNear(spike, values, 10, 30, 51 - 4.99 * DEVIATION);
        assertThat(spike[10]).isFalse();
        assertThat(spike[20]).isTrue();
        spike[10] = true;
        HampelFilter.keepNear(spike, values, 10, 30, 51 - 5.01 * DEVIATION);
        assertThat(spike[10]).isTrue();
    }
}
