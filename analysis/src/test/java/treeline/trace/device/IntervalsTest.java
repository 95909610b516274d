package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class IntervalsTest {
    /// `0-10 20-30`.
    private static Intervals of(String drawn) {
        return Intervals.of(
                Arrays.stream(drawn.split(" "))
                        .map(each -> each.split("-"))
                        .map(
                                each ->
                                        new Intervals.Interval(
                                                Long.parseLong(each[0]), Long.parseLong(each[1])))
                        .toList());
    }

    @Test
    void overlappingAndTouchingIntervalsAreOne() {
        assertThat(of("20-30 0-10 5-15").bounds()).containsExactly(0L, 15L, 20L, 30L);
        assertThat(of("0-10 10-20").bounds()).containsExactly(0L, 20L);
        assertThat(of("0-10 2-5").bounds()).as("one within another").containsExactly(0L, 10L);
        assertThat(of("5-5 0-1").bounds()).as("an empty one").containsExactly(0L, 1L);
    }

    @Test
    void theLengthIsThatOfTheUnion() {
        assertThat(of("0-10 5-15 20-30").nanos()).isEqualTo(25);
    }

    @Test
    void timesInBothSets() {
        assertThat(of("0-10 20-30 40-50").and(of("5-25 30-40 45-46")).bounds())
                .containsExactly(5L, 10L, 20L, 25L, 45L, 46L);
    }

    @Test
    void theTimeWithinAnIntervalIsClippedAtBothEnds() {
        Intervals set = of("0-10 20-30 40-50");
        assertThat(set.nanosWithin(5, 45)).isEqualTo(5 + 10 + 5);
        assertThat(set.nanosWithin(10, 20)).isZero();
        assertThat(set.nanosWithin(9, 21)).isEqualTo(2);
        assertThat(set.nanosWithin(22, 24)).isEqualTo(2);
        assertThat(set.nanosWithin(50, 99)).isZero();
    }
}
