package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;

import java.util.Random;

class SampleTest {
    private static final double NOTHING = Double.NaN;

    private static Moments moments(double... values) {
        return Sample.ofPlaces(values, true).moments();
    }

    private static int[] outliers(double... values) {
        return Sample.outliers(values);
    }

    @Test
    void valuesAreSortedAndMissingOnesLeftOut() {
        Sample sample = Sample.of(9, Double.NaN, 2, 4);
        assertThat(sample.size()).isEqualTo(3);
        assertThat(sample.sorted()).containsExactly(2, 4, 9);
        assertThat(sample.at(1)).isEqualTo(4);
    }

    @Test
    void momentsAreThoseOfPlaces() {
        Sample sample = Sample.of(9, 2, 4);
        Sample places = Sample.ofPlaces(new double[] {9, 2, 4}, /* absentCounts= */ false);
        assertThat(sample.mean()).isEqualTo(places.mean()).isEqualTo(5);
        assertThat(sample.variance()).isEqualTo(13);
        assertThat(sample.deviation()).isEqualTo(places.deviation()).isEqualTo(Math.sqrt(13));
        assertThat(sample.percentile(0.5)).isEqualTo(places.percentile(0.5)).isEqualTo(4);
    }

    @Test
    void ofNothingAllIsMissingAndOfOneItsVariance() {
        assertThat(Sample.of().mean()).isNaN();
        assertThat(Sample.of(Double.NaN).percentile(0.5)).isNaN();
        assertThat(Sample.of(7).mean()).isEqualTo(7);
        assertThat(Sample.of(7).variance()).isNaN();
    }

    /// One pass is as exact as two, also where values are alike far from 0.
    @Test
    void theVarianceIsThatOfTwoPasses() {
        var random = new Random(3);
        for (double level : new double[] {0, 1, 1e6, 1e9}) {
            double[] values = random.doubles(1000).map(each -> level + each).toArray();
            double mean = 0;
            for (double value : values) mean += (value - level) / values.length;
            double squares = 0;
            for (double value : values) squares += Math.pow(value - level - mean, 2);
            double variance = squares / (values.length - 1);
            assertThat(Sample.of(values).variance()).isCloseTo(variance, within(1e-12 * variance));
        }
    }

    @Test
    void aStoredNaNIsAPlaceThatDidNotRun() {
        Numbers numbers = Numbers.of(profileOf("path rank0 rank1 rank2\nmain 2 NaN 4\n"), "time");
        Moments spread = numbers.moments(numbers.ranks(), Scope.EXCLUSIVE).at(0, 3);
        assertThat(spread).isEqualTo(moments(2, NOTHING, 4));
        assertThat(spread.present()).isEqualTo(2);
        assertThat(spread.population()).isEqualTo(3);
        assertThat(spread.min()).isZero();
        assertThat(spread.mean()).isEqualTo(2);
        assertThat(spread.max()).isEqualTo(4);
        assertThat(spread.deviation()).isEqualTo(2);
        assertThat(spread.slowest()).isEqualTo(2);
    }

    @Test
    void whatNoPlaceRanHasNoSpread() {
        Sample places = Sample.ofPlaces(new double[] {NOTHING, NOTHING}, true);
        assertThat(places.percentile(0.5)).isNaN();
        Moments nothing = places.moments();
        assertThat(nothing.min()).isNaN();
        assertThat(nothing.mean()).isNaN();
        assertThat(nothing.max()).isNaN();
        assertThat(nothing.slowest()).isEqualTo(-1);
        assertThat(nothing.imbalance()).isNaN();
    }

    @Test
    void valuesAroundZeroHaveNoImbalance() {
        assertThat(moments(-1, 1).imbalance()).isNaN();
        assertThat(moments(-3, -1).imbalance()).isNaN();
        assertThat(moments(1, 3).imbalance()).isEqualTo(1.5);
    }

    @Test
    void theSlowestIsWorthAWordFromMoreThanTwoPercentAboveTheMean() {
        assertThat(moments(98, 102).isImbalanced()).isFalse();
        assertThat(moments(97.9, 102.1).isImbalanced()).isTrue();
        assertThat(moments(-4, 0).isImbalanced()).isFalse();
    }

    @Test
    void coloursAreWorthItFromMoreThanTwoPercentOfTheMean() {
        assertThat(moments(99, 101).isWorthColours()).isFalse();
        assertThat(moments(98.9, 101.1).isWorthColours()).isTrue();
        assertThat(moments(-101, -99).isWorthColours()).isFalse();
        assertThat(moments(-102, -98).isWorthColours()).isTrue();
    }

    @Test
    void placesThatCountAsZeroCountInPercentiles() {
        Sample places = Sample.ofPlaces(new double[] {4, NOTHING, NOTHING, 2, -1}, true);
        assertThat(places.size()).isEqualTo(3);
        assertThat(places.percentile(0)).isEqualTo(-1);
        assertThat(places.percentile(0.25)).isZero();
        assertThat(places.percentile(0.5)).isZero();
        assertThat(places.percentile(0.75)).isEqualTo(2);
        assertThat(places.percentile(1)).isEqualTo(4);
    }

    /// Of 0, 10, 20, 30 and the fifth, the quartiles are 10 and 30: the fence is 30 + 1.5 * 20.
    @Test
    void anOutlierIsBeyondTheFence() {
        assertThat(outliers(60, 20, NOTHING, 0, 30, 10)).isEmpty();
        assertThat(outliers(61, 20, NOTHING, 0, 30, 10)).containsExactly(0);
    }

    @Test
    void anOutlierIsMoreThanTwoPercentAboveTheMedian() {
        assertThat(outliers(100, 102, 100, 100, 100)).isEmpty();
        assertThat(outliers(100, 103, 100, 100, 100)).containsExactly(1);
        assertThat(outliers(-100, -98, -100, -100, -100)).isEmpty();
        assertThat(outliers(-100, -97, -100, -100, -100)).containsExactly(1);
    }

    @Test
    void ofOutliersTheSlowestComesFirst() {
        assertThat(outliers(200, 100, 100, 100, 300, 100, 100, 100)).containsExactly(4, 0);
    }

    @Test
    void fourPlacesMayHaveAnOutlierAndThreeNot() {
        assertThat(outliers(1, 1, 1, 9)).containsExactly(3);
        assertThat(outliers(1, 1, 9)).isEmpty();
        assertThat(outliers(1, NOTHING, 1, 9)).isEmpty();
        assertThat(outliers()).isEmpty();
    }
}
