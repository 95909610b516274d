package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;

class QuantityTest {
    private static String three(double value, Unit unit) {
        return new Quantity(3, true).text(value, unit);
    }

    @Test
    void timesChooseTheirUnit() {
        assertThat(three(1.2345, Unit.SECONDS)).isEqualTo("1.23 s");
        assertThat(three(0.0456, Unit.SECONDS)).isEqualTo("45.6 ms");
        assertThat(three(12_345, Unit.NANOSECONDS)).isEqualTo("12.3 µs");
        assertThat(three(7, Unit.NANOSECONDS)).isEqualTo("7.00 ns");
        assertThat(three(0.25, Unit.NANOSECONDS)).isEqualTo("0.250 ns");
        assertThat(three(3_661, Unit.SECONDS)).isEqualTo("3,661 s");
        assertThat(three(1.5, Unit.of("us"))).isEqualTo("1.50 µs");
        assertThat(new Quantity(3, false).text(1.5e-6, Unit.SECONDS)).isEqualTo("1.50 us");
    }

    @Test
    void roundingUpReachesTheNextUnit() {
        assertThat(three(999.6e-3, Unit.SECONDS)).isEqualTo("1.00 s");
        assertThat(three(999.4e-3, Unit.SECONDS)).isEqualTo("999 ms");
        assertThat(three(9.999e-3, Unit.SECONDS)).isEqualTo("10.0 ms");
        assertThat(three(1_048_575, Unit.BYTES)).isEqualTo("1.00 MiB");
    }

    @Test
    void numbersBeyondAllUnitsHaveAnExponent() {
        assertThat(three(1e14, Unit.SECONDS)).isEqualTo("100,000,000,000,000 s");
        assertThat(three(8.5e307, Unit.SECONDS)).isEqualTo("8.50e+307 s");
        assertThat(three(-1e300, Unit.COUNT)).isEqualTo("-1.00e+282 E");
    }

    @Test
    void bytesAreBinary() {
        assertThat(three(5, Unit.BYTES)).isEqualTo("5 B");
        assertThat(three(12.5, Unit.BYTES)).isEqualTo("12.5 B");
        assertThat(three(1023, Unit.BYTES)).isEqualTo("1,023 B");
        assertThat(three(12.3, Unit.of("MiB"))).isEqualTo("12.3 MiB");
        assertThat(three(5 * 0x1p40, Unit.BYTES)).isEqualTo("5.00 TiB");
        assertThat(Quantity.bytes(1536)).isEqualTo("1.50 KiB");
    }

    @Test
    void countsKeepTheirWholeDigits() {
        assertThat(three(0, Unit.COUNT)).isEqualTo("0");
        assertThat(three(1234, Unit.COUNT)).isEqualTo("1,234");
        assertThat(three(1234.56, Unit.COUNT)).isEqualTo("1,235");
        assertThat(three(2.5, Unit.COUNT)).isEqualTo("2.50");
        assertThat(three(999_999, Unit.COUNT)).isEqualTo("999,999");
        assertThat(three(1_234_567, Unit.COUNT)).isEqualTo("1.23 M");
        assertThat(three(-1_234_567, Unit.COUNT)).isEqualTo("-1.23 M");
        assertThat(three(6.02e23, Unit.COUNT)).isEqualTo("602,000 E");
        assertThat(three(0.00001234, Unit.COUNT)).isEqualTo("1.23e-05");
    }

    @Test
    void unknownUnitsKeepTheirSymbol() {
        assertThat(three(1500, Unit.of("J"))).isEqualTo("1,500 J");
        assertThat(three(2.5e9, Unit.of("cycles"))).isEqualTo("2.50 G cycles");
        assertThat(three(0, Unit.of("J"))).isEqualTo("0 J");
    }

    @Test
    void ratesArePerSecond() {
        assertThat(three(0.0677, Unit.of("B/ns"))).isEqualTo("64.6 MiB/s");
        assertThat(three(0.0677, Unit.of("1/ns"))).isEqualTo("67.7 M 1/s");
        assertThat(three(1500, Unit.of("J/s"))).isEqualTo("1,500 J/s");
        assertThat(three(0, Unit.of("B/ns"))).isEqualTo("0 B/s");
        assertThat(three(2.5, Unit.of("B/cycles"))).isEqualTo("2.50 B/cycles");
        assertThat(three(2.5, Unit.of("s/ms"))).isEqualTo("2.50 s/ms");
        assertThat(three(1e300, Unit.of("B/ns"))).isEqualTo("1.00e+282 E B/ns");
        assertThat(three(Double.NaN, Unit.of("B/ns"))).isEqualTo("-");
    }

    @Test
    void whatIsNotANumberIsADash() {
        assertThat(three(Double.NaN, Unit.SECONDS)).isEqualTo("-");
        assertThat(three(Double.POSITIVE_INFINITY, Unit.SECONDS)).isEqualTo("infinite");
        assertThat(three(Double.NEGATIVE_INFINITY, Unit.SECONDS)).isEqualTo("-infinite");
        assertThat(three(0, Unit.NANOSECONDS)).isEqualTo("0 s");
        assertThat(Quantity.percent(Double.NaN)).isEqualTo("-");
        assertThat(Quantity.percent(Double.NEGATIVE_INFINITY)).isEqualTo("-infinite");
        assertThat(Quantity.percent(Double.MAX_VALUE)).isEqualTo("infinite");
        assertThat(three(Double.MAX_VALUE, new Unit("min", Unit.Dimension.TIME, 60)))
                .isEqualTo("infinite");
    }

    @Test
    void precisionIsInSignificantDigits() {
        assertThat(new Quantity(6, true).text(1.23456789, Unit.SECONDS)).isEqualTo("1.23457 s");
        assertThat(new Quantity(1, true).text(1.23456789, Unit.SECONDS)).isEqualTo("1 s");
        assertThat(new Quantity(1, true).text(123.4, Unit.SECONDS)).isEqualTo("123 s");
        assertThatThrownBy(() -> new Quantity(0, true))
                .hasMessage("numbers are shown with 1 to 17 digits, not 0");
    }

    @Test
    void percentagesHaveOneDecimal() {
        assertThat(Quantity.percent(1)).isEqualTo("100.0 %");
        assertThat(Quantity.percent(0.12345)).isEqualTo("12.3 %");
        assertThat(Quantity.percent(9.9994)).isEqualTo("999.9 %");
        assertThat(Quantity.percent(-4187.0973)).isEqualTo("-418,710 %");
        assertThat(Quantity.percent(9.9996)).isEqualTo("1,000 %");
        assertThat(Quantity.whole(1_234_567)).isEqualTo("1,234,567");
        assertThat(Quantity.whole(-123)).isEqualTo("-123");
        assertThat(Quantity.decimal(4.5678)).isEqualTo("4.57");
    }
}
