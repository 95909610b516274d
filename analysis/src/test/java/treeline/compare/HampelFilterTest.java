package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
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

    @Test
    void unitsAndOriginDoNotMatter() {
        for (double unit : new double[] {3, 0.01})
            for (double origin : new double[] {-1000, 1000}) {
                assertThat(spikes(moved(series(30, 10, 4.99 * DEVIATION), unit, origin))).isEmpty();
                assertThat(spikes(moved(series(30, 10, 5.01 * DEVIATION), unit, origin)))
                        .containsExactly(10);
                assertThat(spikes(moved(series(30, 10, -1 - 5.01 * DEVIATION), unit, origin)))
                        .containsExactly(10);
            }
    }

    private static double[] moved(double[] values, double unit, double origin) {
        return Arrays.stream(values).map(value -> unit * value + origin).toArray();
    }

    /// Half of the differences are 0, half are 1.
    @Test
    void allDifferencesOf256ValuesCount() {
        double[] values = new double[256];
        for (int i = 0; i < 256; i++) values[i] = i / 2 % 2;
        values[100] = 1.3;
        assertThat(spikes(values)).isEmpty();
        values[100] = 20;
        assertThat(spikes(values)).containsExactly(100);
    }

    /// Of 513 values every fourth difference counts. These are 1; 25 is 24 from all around it.
    @Test
    void someDifferencesOfALongSeriesCount() {
        double[] values = new double[513];
        for (int i = 0; i < 513; i++) values[i] = new double[] {0, 1, 50, 100}[i % 4];
        values[202] = 25;
        assertThat(spikes(values)).contains(202).doesNotContain(200, 201);
    }

    /// Most neighbours are equal, so every other value without an equal one nearby is a spike.
    @Test
    void equalValuesAreNoSpikes() {
        double[] values = new double[30];
        values[10] = values[12] = 9;
        assertThat(spikes(values)).isEmpty();
        values[20] = 1e-9;
        assertThat(spikes(values)).containsExactly(20);
        boolean[] spike = new boolean[30];
        spike[5] = true;
        HampelFilter.keepNear(spike, values, 0, 30, 0);
        assertThat(spike[5]).isFalse();
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

    /// From a median of 100.5, 40 is more distant than 151.
    @Test
    void theDistanceIsThatFromTheMedian() {
        double[] values = moved(series(40, 5, 50), 1, 100);
        values[15] = 40;
        values[25] = 140;
        values[35] = 170;
        double[] filtered = filtered(values);
        assertThat(filtered[5]).isEqualTo(151);
        assertThat(filtered[15]).isIn(100.0, 101.0);
        assertThat(filtered[25]).isEqualTo(140);
        assertThat(filtered[35]).isIn(100.0, 101.0);
    }

    @Test
    void ofEquallyDistantSpikesTheFirstAreReplaced() {
        double[] values = series(40, 5, 50);
        values[15] = values[25] = 51;
        double[] filtered = filtered(values);
        assertThat(filtered[5]).isIn(0.0, 1.0);
        assertThat(filtered[15]).isIn(0.0, 1.0);
        assertThat(filtered[25]).isEqualTo(51);
    }

    /// Two values of 1,000 at the start are a level, although they are the most distant.
    @Test
    void onlySpikesAreReplaced() {
        double[] values = series(40, 5, 50);
        values[15] = 61;
        values[25] = 71;
        values[0] = values[1] = 1000;
        double[] filtered = filtered(values);
        assertThat(filtered[0]).isEqualTo(1000);
        assertThat(filtered[5]).isEqualTo(51);
        assertThat(filtered[15]).isIn(0.0, 1.0);
        assertThat(filtered[25]).isIn(0.0, 1.0);
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

    /// The deviation of 101 to 111 is `sqrt(11)`.
    @Test
    void theScaleLeavesOutTheMostDistantValueOnEitherSide() {
        double[] values = IntStream.rangeClosed(100, 111).mapToDouble(i -> i).toArray();
        for (double outlier : new double[] {50, -1000, 160, 1000}) {
            values[0] = outlier;
            assertThat(new HampelFilter(values).scale()).isCloseTo(Math.sqrt(11), within(1e-12));
        }
    }

    @Test
    void ofEquallyDistantValuesTheScaleLeavesOutTheLargest() {
        assertThat(new HampelFilter(new double[] {0, 3, 5, 6, 10}).scale())
                .isCloseTo(
                        new StandardDeviation().evaluate(new double[] {0, 3, 5, 6}), within(1e-12));
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
