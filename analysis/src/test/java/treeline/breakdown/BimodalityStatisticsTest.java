package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.numbers.Moments;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

class BimodalityStatisticsTest {

    /// So many ranks with 1, so many with another value.
    private static double[] groups(int low, int high, double value) {
        return IntStream.range(0, low + high).mapToDouble(i -> i < low ? 1 : value).toArray();
    }

    @Test
    void momentsAreThoseOfTheSample() {
        BimodalityStatistics shape = BimodalityStatistics.of(new double[] {2, 4, 4, 4, 5, 5, 7, 9});
        assertThat(shape.moments().mean()).isEqualTo(5);
        assertThat(shape.range()).isEqualTo(7);
        assertThat(shape.moments().deviation()).isCloseTo(2.138090, within(1e-6));
        assertThat(shape.moments().imbalance()).isEqualTo(1.8);
        assertThat(shape.ratio()).isEqualTo(4.5);
        // six values around 4, two around 8: 24 of 32
        assertThat(shape.separation()).isCloseTo(0.75, within(1e-12));
        assertThat(shape.smallerGroup()).isEqualTo(2);
    }

    @Test
    void twoGroupsAreBimodal() {
        Random random = new Random(7);
        double[] near =
                DoubleStream.concat(
                                random.doubles(500).map(each -> 0.5 + each),
                                random.doubles(500).map(each -> 100 + each))
                        .toArray();
        assertThat(BimodalityStatistics.of(near).isBimodal()).isTrue();
        assertThat(BimodalityStatistics.of(groups(4, 4, 2)).isBimodal()).isTrue();
        assertThat(BimodalityStatistics.of(groups(90, 10, 2)).isBimodal()).isTrue();
    }

    @Test
    void oneGroupIsNot() {
        Random random = new Random(7);
        double[] even = IntStream.range(0, 1024).mapToDouble(i -> i).toArray();
        double[] normal = random.doubles(1024).map(_ -> 5 + random.nextGaussian()).toArray();
        double[] skewed = random.doubles(1024).map(each -> -Math.log(1 - each)).toArray();
        assertThat(BimodalityStatistics.of(even).separation()).isCloseTo(0.75, within(0.001));
        assertThat(BimodalityStatistics.of(normal).separation())
                .isCloseTo(2 / Math.PI, within(0.03));
        assertThat(BimodalityStatistics.of(skewed).separation()).isCloseTo(0.65, within(0.05));
        for (double[] one : List.of(even, normal, skewed))
            assertThat(BimodalityStatistics.of(one).isBimodal()).isFalse();
    }

    @Test
    void equalValuesHaveNoGroups() {
        BimodalityStatistics equal = BimodalityStatistics.of(groups(8, 0, 0.1));
        assertThat(equal.separation()).isNaN();
        assertThat(equal.moments().deviation()).isZero();
        assertThat(equal.isBimodal()).isFalse();
    }

    @Test
    void fewRanksHaveNoGroups() {
        assertThat(BimodalityStatistics.of(groups(4, 3, 2)).separation()).isEqualTo(1);
        assertThat(BimodalityStatistics.of(groups(4, 3, 2)).isBimodal()).isFalse();
        assertThat(BimodalityStatistics.of(new double[] {3}).moments().deviation()).isNaN();
    }

    @Test
    void aFewSlowRanksAreNoGroup() {
        assertThat(BimodalityStatistics.of(groups(91, 9, 2)).isBimodal()).isFalse();
        assertThat(BimodalityStatistics.of(groups(7, 1, 2)).isBimodal()).isFalse();
        assertThat(BimodalityStatistics.of(groups(6, 2, 2)).isBimodal()).isTrue();
    }

    @Test
    void theThresholdsThemselves() {
        assertThat(shape(20, 0.1, 0.9, 2).isBimodal()).isTrue();
        assertThat(shape(7, 0.1, 0.9, 2).isBimodal()).isFalse();
        assertThat(shape(8, 0.1, 0.9, 1).isBimodal()).isFalse();
        assertThat(shape(20, 0.0999, 0.9, 2).isBimodal()).isFalse();
        assertThat(shape(20, 0.1, 0.8999, 2).isBimodal()).isFalse();
        assertThat(shape(21, 0.1, 0.9, 2).isBimodal()).isFalse();
    }

    private static BimodalityStatistics shape(
            int count, double deviation, double separation, int group) {
        return new BimodalityStatistics(
                new Moments(count, count, count, 0.5, 1, 2, deviation * deviation, 0),
                separation,
                group);
    }

    @Test
    void valuesOfZeroHaveNoRatio() {
        BimodalityStatistics zero = BimodalityStatistics.of(new double[] {0, 0});
        assertThat(zero.ratio()).isNaN();
        assertThat(zero.moments().imbalance()).isNaN();
    }
}
