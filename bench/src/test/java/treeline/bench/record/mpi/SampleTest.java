package treeline.bench.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class SampleTest {
    private static Sample upTo(int count) {
        return Sample.of(IntStream.rangeClosed(1, count).asDoubleStream().toArray());
    }

    /// As in tables of the sign test: 4 of 18 values may be left out on each side (96.9 %), 9 of 30
    /// (95.7 %), none of 6 (96.9 %).
    @Test
    void theMedianLiesBetweenTwoOfTheValues() {
        assertThat(upTo(18).medianInterval()).isEqualTo(new Sample.Interval(5, 14));
        assertThat(upTo(30).medianInterval()).isEqualTo(new Sample.Interval(10, 21));
        assertThat(upTo(6).medianInterval()).isEqualTo(new Sample.Interval(1, 6));
    }

    @Test
    void ofFewValuesTheIntervalHasAll() {
        assertThat(upTo(1).medianInterval()).isEqualTo(new Sample.Interval(1, 1));
        assertThat(upTo(5).medianInterval()).isEqualTo(new Sample.Interval(1, 5));
    }

    @Test
    void manyValuesMakeItNarrow() {
        assertThat(upTo(240).medianInterval()).isEqualTo(new Sample.Interval(105, 136));
        assertThat(upTo(2000).medianInterval()).isEqualTo(new Sample.Interval(956, 1045));
    }

    @Test
    void aSampleHasValues() {
        assertThatThrownBy(Sample::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a sample without values");
    }
}
