package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;

import java.util.List;
import java.util.stream.DoubleStream;

class AxisTest {

    private static List<String> texts(Axis axis) {
        return axis.marks().stream().map(Axis.Mark::text).toList();
    }

    private static Axis linear(Unit unit, double... values) {
        return Axis.linear(DoubleStream.of(values), unit, false, 0, 100, 5);
    }

    private static Axis logarithmic(Unit unit, double... values) {
        return Axis.logarithmic(DoubleStream.of(values), unit, 0, 100, 6);
    }

    @Test
    void marksAreRoundAndShareOneUnitThatTheNameOfTheAxisHas() {
        Axis axis = linear(Unit.SECONDS, 0, 0.0437);
        assertThat(texts(axis)).containsExactly("0", "10", "20", "30", "40");
        assertThat(axis.titled("time")).isEqualTo("time [ms]");
    }

    @Test
    void countsHaveNoHalves() {
        for (int most = 0; most < 300; most++)
            for (int marks = 3; marks < 9; marks++)
                assertThat(Axis.counts(most, 0, 100, Math.min(most, marks)).marks())
                        .as("%d with %d marks", most, marks)
                        .hasSizeGreaterThan(1)
                        .allMatch(mark -> mark.value() == Math.rint(mark.value()));
        assertThat(texts(Axis.counts(10, 0, 100, 4))).containsExactly("0", "5", "10");
    }

    @Test
    void unitsOfTheMetricAreConverted() {
        Axis axis = linear(Unit.NANOSECONDS, 0, 2.5e9);
        assertThat(axis.titled("time")).isEqualTo("time [s]");
        assertThat(texts(axis)).containsExactly("0", "0.5", "1", "1.5", "2", "2.5");
    }

    @Test
    void bytesAreRoundInTheirOwnUnits() {
        assertThat(texts(linear(Unit.BYTES, 0, 4 * 0x1p20)))
                .containsExactly("0", "1", "2", "3", "4");
        assertThat(linear(Unit.BYTES, 0, 4 * 0x1p20).titled("mem")).isEqualTo("mem [MiB]");
    }

    @Test
    void largeCountsAreInMillions() {
        assertThat(linear(Unit.COUNT, 0, 3e7).titled("calls")).isEqualTo("calls [M]");
        assertThat(texts(linear(Unit.COUNT, 0, 40_000)))
                .containsExactly("0", "10,000", "20,000", "30,000", "40,000");
    }

    @Test
    void anUnknownUnitKeepsItsSymbol() {
        assertThat(linear(Unit.of("J"), 0, 3).titled("energy")).isEqualTo("energy [J]");
    }

    @Test
    void zeroBelongsToAnAxisThatComesNearIt() {
        assertThat(linear(Unit.SECONDS, 1, 10).from()).isZero();
        assertThat(linear(Unit.SECONDS, 9, 10).from()).isGreaterThan(8);
    }

    @Test
    void equalAndMissingValuesHaveAnAxisToo() {
        assertThat(linear(Unit.SECONDS, 2, 2).at(2)).isBetween(20.0, 80.0);
        assertThat(linear(Unit.SECONDS, 0, 0).at(0)).isBetween(-1.0, 100.0);
        assertThat(linear(Unit.SECONDS, Double.NaN).marks()).isNotEmpty();
        assertThat(linear(Unit.SECONDS).marks()).isNotEmpty();
        assertThat(logarithmic(Unit.SECONDS).marks()).isNotEmpty();
    }

    @Test
    void negativeValuesLieBelowZero() {
        Axis axis = linear(Unit.COUNT, -3, 5);
        assertThat(texts(axis)).containsExactly("-2", "0", "2", "4");
        assertThat(axis.at(-3)).isLessThan(axis.at(0));
    }

    @Test
    void decadesOfTimeHaveEachTheirUnit() {
        assertThat(texts(logarithmic(Unit.SECONDS, 1e-5, 10)))
                .containsExactly("10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s");
    }

    @Test
    void lessThanADecadeHasPlainSteps() {
        assertThat(texts(logarithmic(Unit.COUNT, 1663, 4096)))
                .containsExactly("2,000", "2,500", "3,000", "3,500", "4,000");
    }

    @Test
    void decadesOfBytesArePowersOfTwo() {
        assertThat(texts(logarithmic(Unit.BYTES, 0x1p10, 0x1p30)))
                .containsExactly("4 KiB", "64 KiB", "1 MiB", "16 MiB", "256 MiB");
    }

    @Test
    void aValueIsWhereItsLogarithmIs() {
        Axis axis = logarithmic(Unit.COUNT, 1, 100);
        assertThat(axis.at(10)).isCloseTo(50, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(axis.holds(0)).isFalse();
        assertThat(axis.holds(Double.NaN)).isFalse();
    }
}
