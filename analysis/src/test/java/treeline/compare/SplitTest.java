package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.stat.StatUtils;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/// Against the definition, by exhaustive search: the difference of the means inside and outside of
/// an arc times `sqrt(k (n - k) / n)`, where an arc that ends before the series counts nine tenths.
class SplitTest {
    private static double size(double[] values, int at, int end) {
        int n = values.length;
        double[] inside = IntStream.range(at, end).mapToDouble(i -> values[i]).toArray();
        double[] outside =
                IntStream.range(0, n)
                        .filter(i -> i < at || i >= end)
                        .mapToDouble(i -> values[i])
                        .toArray();
        double difference = Math.abs(StatUtils.mean(inside) - StatUtils.mean(outside));
        double weight = Math.sqrt((double) inside.length * outside.length / n);
        return (end == n ? 1 : 0.9) * difference * weight;
    }

    /// Every stretch has two values or more.
    private static double largest(double[] values) {
        int n = values.length;
        double largest = 0;
        for (int at = 2; at <= n - 2; at++) {
            largest = Math.max(largest, size(values, at, n));
            for (int end = at + 2; end <= n - 2; end++)
                largest = Math.max(largest, size(values, at, end));
        }
        return largest;
    }

    @Test
    void shortSeriesAreSearchedExhaustively() {
        var random = new Random(1);
        int steps = 0;
        int bumps = 0;
        for (int i = 0; i < 300; i++) {
            double[] values = random.doubles(4 + random.nextInt(20), 5, 6).toArray();
            Split split = Split.best(values);
            assertThat(split.size()).isCloseTo(largest(values), within(1e-9));
            assertThat(size(values, split.at(), split.end())).isCloseTo(split.size(), within(1e-9));
            if (split.end() == values.length) steps++;
            else bumps++;
        }
        assertThat(steps).isGreaterThan(30);
        assertThat(bumps).isGreaterThan(30);
    }

    @Test
    void theLongestSeriesOfAllArcsIsSearchedExhaustively() {
        double[] values = new Random(2).doubles(Split.ALL_ARCS).toArray();
        for (int i = 41; i < 58; i++) values[i] += 0.5;
        assertThat(Split.best(values).size()).isCloseTo(largest(values), within(1e-9));
    }

    /// In noise the largest arc of the grid of long series is rarely the largest of all.
    @Test
    void noiseOfUpToAHundredValuesIsSearchedExhaustively() {
        for (int seed = 0; seed < 5; seed++) {
            double[] values = new Random(seed).doubles(Split.ALL_ARCS).toArray();
            assertThat(Split.best(values).size()).isCloseTo(largest(values), within(1e-9));
        }
    }

    /// `[295, 299)` would be the largest bump, but leaves one value behind it.
    @Test
    void noStretchOfALongSeriesIsOfOneValue() {
        double[] late = new double[300];
        for (int i = 295; i < 299; i++) late[i] = 1;
        assertThat(size(late, 295, 299)).isGreaterThan(size(late, 295, 300));
        assertThat(Split.best(late).at()).isEqualTo(295);
        assertThat(Split.best(late).end()).isEqualTo(300);
        double[] one = new double[300];
        one[150] = 10;
        assertThat(Split.best(one).end() - Split.best(one).at()).isEqualTo(2);
    }

    @Test
    void everyBumpThatEndsTwoValuesBeforeTheEndIsFound() {
        for (int length = 2; length <= 100; length++) {
            double[] values = new double[300];
            for (int i = 298 - length; i < 298; i++) values[i] = 1;
            Split split = Split.best(values);
            double bump = size(values, 298 - length, 298);
            double step = size(values, 298 - length, 300);
            assertThat(split.size())
                    .as("length %d", length)
                    .isCloseTo(Math.max(bump, step), within(1e-9));
        }
    }

    /// The sums of the first values without their mean are drawn; ties are exact.
    @Test
    void ofEqualSplitsTheFirstAndShortestIsTaken() {
        double[] steps = {2, 2, 0, 0, 0, 0, -2, -2}; // 4 after two values and after six
        assertThat(Split.best(steps).at()).isEqualTo(2);
        double[] lengths = {-1, -1, 1, 1, 1, 1, 0, 0, -1, -1}; // 4 more after four and six values
        assertThat(Split.best(lengths)).extracting(Split::at, Split::end).containsExactly(2, 6);
        double[] arcs = {0, 0, 3, 3, 0, 0, -3, -3, 0, 0}; // 6 more, then 6 less
        assertThat(Split.best(arcs)).extracting(Split::at, Split::end).containsExactly(2, 4);
    }

    /// The size of a step of 0.000001 after 8 of 16 values is 0.000002; up to a millionth of a
    /// millionth of 1,000,000 times the root of 16 is rounding.
    @Test
    void aStepOfAMillionthOfAMillionthIsRounding() {
        double[] values = new double[16];
        Arrays.fill(values, 0, 8, 1e6);
        Arrays.fill(values, 8, 16, 1e6 + 1e-6);
        assertThat(Split.best(values)).isEqualTo(Split.NONE);
        Arrays.fill(values, 8, 16, 1e6 + 1e-5);
        assertThat(Split.best(values).at()).isEqualTo(8);
        assertThat(Split.best(new double[16])).isEqualTo(Split.NONE);
    }

    /// Arcs of long series are searched on a grid, then moved to their ends.
    @Test
    void aBumpOfALongSeriesIsFoundAtItsEnds() {
        int bumps = 0;
        for (int length : new int[] {2, 3, 9, 17, 50, 131, 200})
            for (int at : new int[] {2, 3, 50, 101, 150, 298 - length}) {
                if (at + length > 298) continue;
                double[] values = new double[300];
                for (int i = at; i < at + length; i++) values[i] = 1;
                double step =
                        IntStream.rangeClosed(2, 298)
                                .mapToDouble(k -> size(values, k, 300))
                                .max()
                                .orElseThrow();
                if (step >= size(values, at, at + length)) continue;
                bumps++;
                Split split = Split.best(values);
                assertThat(new int[] {split.at(), split.end()})
                        .as("%d values from %d", length, at)
                        .containsExactly(at, at + length);
                assertThat(split.size()).isCloseTo(size(values, at, at + length), within(1e-9));
            }
        assertThat(bumps).isGreaterThan(20);
    }

    @Test
    void constantsAndShortSeriesHaveNoSplit() {
        assertThat(Split.best(new double[] {1, 2, 3})).isEqualTo(Split.NONE);
        assertThat(Split.best(new double[] {1, 1, 2, 2})).isEqualTo(new Split(2, 4, 1));
        double[] constant = new double[50];
        Arrays.fill(constant, 0.1);
        assertThat(Split.best(constant)).isEqualTo(Split.NONE);
    }

    @Test
    void outliersAreReplacedBeforeTheSearch() {
        double[] values = new double[40];
        for (int i = 0; i < 40; i++) values[i] = i % 2 + (i < 20 ? 10 : 20);
        values[7] = 1000;
        Split split = Split.best(values, new HampelFilter(values), new double[40]);
        assertThat(split.at()).isEqualTo(20);
        assertThat(split.end()).isEqualTo(40);
        assertThat(split.size()).isCloseTo(10 * Math.sqrt(10), within(0.2));
    }
}
