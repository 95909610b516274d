package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
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
}
