package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Random;

class SampleTest {
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
        Spread places = Spread.of(new double[] {9, 2, 4}, /* absentCounts= */ false);
        assertThat(sample.mean()).isEqualTo(places.mean()).isEqualTo(5);
        assertThat(sample.variance()).isEqualTo(13);
        assertThat(sample.deviation()).isEqualTo(places.deviation()).isEqualTo(Math.sqrt(13));
        assertThat(sample.percentile(0.5)).isEqualTo(places.median()).isEqualTo(4);
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
}
