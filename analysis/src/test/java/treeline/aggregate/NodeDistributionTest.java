package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.single.Distribution;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

class NodeDistributionTest {
    @Test
    void upToItsLimitItIsExact() {
        double[] values = new Random(1).doubles(NodeDistribution.EXACT).toArray();
        var some = new NodeDistribution();
        for (int place = 0; place < values.length; place++) some.add(place, values[place]);
        assertThat(some.isExact()).isTrue();
        assertThat(some.finish(0)).isEqualTo(Distribution.of(values));
        some.add(values.length, 0.5);
        assertThat(some.isExact()).isFalse();
        assertThat(some.count()).isEqualTo(values.length + 1);
    }

    @Test
    void beyondItsLimitPercentilesAreKnownToOnePercent() {
        double[] values =
                new Random(2).doubles(100_000).map(each -> Math.exp(12 * each) - 5).toArray();
        var first = new NodeDistribution();
        var second = new NodeDistribution();
        for (int place = 0; place < values.length; place++)
            (place < 30_000 ? first : second).add(place, values[place]);
        first.merge(second);
        assertThat(first.isExact()).isFalse();
        Distribution found = first.finish(0);
        Distribution exact = Distribution.of(values);
        for (int i = 0; i < Distribution.PERCENTILES.size(); i++)
            assertThat(found.percentiles().at(i))
                    .isCloseTo(
                            exact.percentiles().at(i),
                            within(0.011 * Math.abs(exact.percentiles().at(i)) + 1e-9));
        assertThat(found.slowest()).isEqualTo(exact.slowest());
        assertThat(IntStream.range(0, 10).map(i -> found.histogram().at(i)).sum())
                .isEqualTo(values.length);
    }

    @Test
    void zerosOfAbsentPlacesCount() {
        var some = new NodeDistribution();
        some.add(3, 4);
        some.add(7, 2);
        some.add(8, Double.NaN);
        assertThat(some.finish(2).percentiles())
                .isEqualTo(Distribution.of(new double[] {4, 2, 0, 0}).percentiles());
        assertThat(some.largest()).containsExactly(3, 7);
        assertThat(new NodeDistribution().finish(0).percentiles().at(0)).isNaN();
    }

    @Test
    void aSketchKnowsItsEndsAndNothingElseOfNoValues() {
        var sketch = new QuantileSketch();
        assertThat(sketch.quantile(0.5)).isNaN();
        double[] values = {-3, -1e-300, 0, 2, 1e9, Double.POSITIVE_INFINITY};
        Arrays.stream(values).forEach(sketch::add);
        sketch.add(Double.NaN);
        assertThat(sketch.count()).isEqualTo(6);
        assertThat(sketch.quantile(0)).isEqualTo(-3);
        assertThat(sketch.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(sketch.quantile(0.6)).isCloseTo(2, within(0.02));
    }

    /// Quantiles by the definition: the value of rank `floor(share (n - 1))` of the sorted values.
    @Test
    void quantilesOfASketchAreWithinOnePercentOfTheSortedValues() {
        for (int seed = 0; seed < 20; seed++) {
            double[] values =
                    new Random(seed)
                            .doubles(1 + 37 * seed, -1, 1)
                            .map(each -> Math.abs(each) < 0.1 ? 0 : each * each * each)
                            .toArray();
            var sketch = new QuantileSketch();
            var other = new QuantileSketch();
            for (int i = 0; i < values.length; i++) (i % 3 == 0 ? other : sketch).add(values[i]);
            sketch.merge(other);
            double[] sorted = Arrays.stream(values).sorted().toArray();
            assertThat(sketch.count()).isEqualTo(values.length);
            for (double share = 0; share <= 1; share += 0.01) {
                double position = share * (sorted.length - 1);
                double lower = sorted[(int) Math.floor(position)];
                double upper = sorted[(int) Math.ceil(position)];
                double expected = lower + (position - Math.floor(position)) * (upper - lower);
                assertThat(sketch.quantile(share))
                        .as("seed %d, share %s", seed, share)
                        .isCloseTo(
                                expected,
                                within(0.0101 * Math.max(Math.abs(lower), Math.abs(upper))));
            }
        }
    }

    /// -4 and -1 are below 0, two zeros in the second of five bins, 1, 3.5 and 6 above.
    @Test
    void aSketchHasAHistogramFromItsLeastToItsMost() {
        var sketch = new QuantileSketch();
        for (double value : new double[] {-4, -1, 1, 3.5, 6}) sketch.add(value);
        sketch.add(0, 2);
        sketch.add(5, 0);
        assertThat(sketch.count()).isEqualTo(7);
        assertThat(sketch.histogram(5)).containsExactly(1, 3, 1, 1, 1);
        var same = new QuantileSketch();
        same.add(3, 4);
        assertThat(same.histogram(3)).containsExactly(4, 0, 0);
    }

    @Test
    void theSixteenLargestAreKeptInOrderAndTheFirstOfEqualOnes() {
        var all = new NodeDistribution();
        for (int place = 0; place < 40; place++) all.add(place, place % 20);
        assertThat(all.largest())
                .containsExactly(19, 39, 18, 38, 17, 37, 16, 36, 15, 35, 14, 34, 13, 33, 12, 32);
        var more = new NodeDistribution();
        more.add(99, 17.5);
        all.merge(more);
        assertThat(Arrays.copyOf(all.largest(), 6)).containsExactly(19, 39, 18, 38, 99, 17);
        assertThat(all.count()).isEqualTo(41);
        assertThat(all.sorted()).hasSize(41).isSorted().startsWith(0, 0, 1, 1).contains(17.5);
        assertThat(all.sample(2)).hasSize(43);
    }

    @Test
    void mergingStaysExactUpToTheLimit() {
        for (int over = 0; over <= 1; over++) {
            var one = filled(NodeDistribution.EXACT / 2);
            one.merge(filled(NodeDistribution.EXACT / 2 + over));
            assertThat(one.isExact()).isEqualTo(over == 0);
            assertThat(one.count()).isEqualTo(NodeDistribution.EXACT + over);
            if (over == 0) continue;
            assertThat(one.finish(0).percentiles().at(0)).isZero();
            assertThat(one.sample(7)).hasSize(4096).isSorted();
            assertThatThrownBy(one::sorted).hasMessage("more than 65536 values");
            one.merge(filled(3));
            assertThat(one.count()).isEqualTo(NodeDistribution.EXACT + 4);
        }
    }

    /// 65,537 values from 1 to 2, and as many places without a value and one more.
    @Test
    void zerosOfAbsentPlacesCountBeyondTheLimitToo() {
        var some = new NodeDistribution();
        int count = NodeDistribution.EXACT + 1;
        for (int place = 0; place < count; place++) some.add(place, 1 + place / (count - 1.0));
        Distribution found = some.finish(count + 1);
        assertThat(found.percentiles().at(2)).isZero();
        assertThat(found.percentiles().at(3)).isCloseTo(1.5, within(0.015));
        assertThat(found.histogram().at(0)).isEqualTo(count + 1);
        double[] sample = some.sample(count + 1);
        assertThat(sample[0]).isZero();
        assertThat(sample[sample.length / 2 - 1]).isZero();
        assertThat(sample[3 * sample.length / 4]).isCloseTo(1.5, within(0.015));
        assertThat(sample[sample.length - 1]).isEqualTo(2);
        assertThat(some.sample(0)[0]).isOne();
    }

    @Test
    void valuesAreKeptAfterAMergeOfFewOrNone() {
        var none = new NodeDistribution();
        none.merge(new NodeDistribution());
        none.merge(filled(20));
        for (int place = 0; place < 30; place++) none.add(place, 100 + place);
        assertThat(none.sorted()).hasSize(50).startsWith(0, 1, 2).endsWith(128, 129);
        assertThat(none.largest()).hasSize(16).startsWith(29, 28).endsWith(14);
    }

    @Test
    void theEndsOfASketchAreExact() {
        for (double least = 1; least < 2; least += 0.01) {
            var sketch = new QuantileSketch();
            for (double value : new double[] {least, least + 1, -least}) sketch.add(value);
            assertThat(sketch.quantile(0)).isEqualTo(-least);
            assertThat(sketch.quantile(1)).isEqualTo(least + 1);
            assertThat(sketch.quantile(0.5)).isCloseTo(least, within(0.01 * least));
        }
    }

    /// 4.25 / (4.25 / 7) is rounded to a number above 7.
    @Test
    void theLargestValueIsInTheLastBinOfRoundedWidths() {
        var sketch = new QuantileSketch();
        sketch.add(0);
        sketch.add(4.25);
        assertThat(sketch.histogram(7)).containsExactly(1, 0, 0, 0, 0, 0, 1);
    }

    /// Smaller ones have no logarithm of full precision and count as 0.
    @Test
    void theSmallestNormalNumberIsNotZero() {
        for (double value : new double[] {Double.MIN_NORMAL, -Double.MIN_NORMAL}) {
            var sketch = new QuantileSketch();
            sketch.add(value, 3);
            assertThat(sketch.quantile(0.5)).isEqualTo(value);
            sketch.add(value / 2, 4);
            assertThat(sketch.quantile(0.5)).isZero();
        }
    }

    private static NodeDistribution filled(int values) {
        var filled = new NodeDistribution();
        for (int place = 0; place < values; place++) filled.add(place, place);
        return filled;
    }
}
