package treeline.view;

import treeline.model.Unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;

/// Number formatting with units: `1.23 s`, `45.6 ms`, `12.3 MiB`, `1,234`. Values are rounded to
/// significant digits, but integer parts are never rounded.
///
/// @param unicode whether microseconds are written as `µs`
public record Quantity(int digits, boolean unicode) {
    private static final BigDecimal LARGE_PERCENT = BigDecimal.valueOf(1000);
    private static final int MAX_DIGITS = 17;

    /// From here on counts are told in millions and up.
    private static final double LARGE_COUNT = 1e6;

    private static final double SMALL_COUNT = 1e-4;

    /// Numbers with more digits before the point are written with an exponent.
    private static final int MAX_WHOLE_DIGITS = 15;

    private record Step(double size, String symbol) {}

    private static final Step[] COUNTS = {
        new Step(1, ""),
        new Step(1e6, " M"),
        new Step(1e9, " G"),
        new Step(1e12, " T"),
        new Step(1e15, " P"),
        new Step(1e18, " E")
    };

    private static final Step[] BYTES = {
        new Step(1, " B"),
        new Step(0x1p10, " KiB"),
        new Step(0x1p20, " MiB"),
        new Step(0x1p30, " GiB"),
        new Step(0x1p40, " TiB"),
        new Step(0x1p50, " PiB")
    };

    public Quantity {
        if (digits < 1 || digits > MAX_DIGITS)
            throw new IllegalArgumentException(
                    "numbers are shown with 1 to %d digits, not %d".formatted(MAX_DIGITS, digits));
    }

    /// The value in a unit that suits its size; `-` if there is none.
    public String text(double value, Unit unit) {
        double base = unit.dimension() == Unit.Dimension.OTHER ? value : value * unit.scale();
        if (!Double.isFinite(base)) return notFinite(base);
        if (value == 0) return zero(unit);
        return switch (unit.dimension()) {
            case TIME -> scaled(base, timeSteps(), 1000);
            case BYTES -> bytes(base);
            case COUNT -> count(base);
            case OTHER -> rate(value, unit).orElseGet(() -> count(base) + " " + unit.symbol());
        };
    }

    /// A rate such as 0.07 B/ns, per second: `66.8 MiB/s`. A ratio of times is not a rate.
    private Optional<String> rate(double value, Unit unit) {
        int slash = unit.symbol().lastIndexOf('/');
        Unit per = Unit.of(unit.symbol().substring(slash + 1));
        if (slash < 1 || per.dimension() != Unit.Dimension.TIME) return Optional.empty();
        Unit of = Unit.of(unit.symbol().substring(0, slash));
        double perSecond = value / per.scale();
        if (of.dimension() == Unit.Dimension.TIME || !Double.isFinite(perSecond))
            return Optional.empty();
        return Optional.of(text(perSecond, of) + "/s");
    }

    private static String notFinite(double value) {
        if (Double.isNaN(value)) return "-";
        return value > 0 ? "infinite" : "-infinite";
    }

    private String zero(Unit unit) {
        return switch (unit.dimension()) {
            case TIME -> "0 s";
            case BYTES -> "0 B";
            case COUNT -> "0";
            case OTHER -> rate(0, unit).orElseGet(() -> "0 " + unit.symbol());
        };
    }

    /// A share as percent with one decimal, or without from 1,000 % on: `12.3 %`, `41,871 %`.
    public static String percent(double share) {
        double percent = share * 100;
        if (!Double.isFinite(percent)) return notFinite(percent);
        var rounded = new BigDecimal(percent).setScale(1, RoundingMode.HALF_UP);
        return rounded.abs().compareTo(LARGE_PERCENT) < 0
                ? rounded.toPlainString() + " %"
                : grouped(new BigDecimal(percent).setScale(0, RoundingMode.HALF_UP)) + " %";
    }

    /// A whole number with its thousands apart.
    public static String whole(long number) {
        return grouped(BigDecimal.valueOf(number));
    }

    /// A size in bytes with three digits.
    public static String bytes(long bytes) {
        return new Quantity(3, true).text((double) bytes, Unit.BYTES);
    }

    /// A plain number with three digits: `0.0123`, `4.56`, `1,234`.
    public static String decimal(double number) {
        return new Quantity(3, true).text(number, Unit.COUNT);
    }

    /// A p-value with two digits.
    public static String pValue(double p) {
        return new Quantity(2, true).text(p, Unit.COUNT);
    }

    static String fixed(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    private Step[] timeSteps() {
        return new Step[] {
            new Step(1e-9, " ns"),
            new Step(1e-6, unicode ? " µs" : " us"),
            new Step(1e-3, " ms"),
            new Step(1, " s")
        };
    }

    /// A byte is not divided: `5 B`, but `5.00 KiB`.
    private String bytes(double value) {
        return Math.abs(value) < BYTES[1].size() && value == Math.rint(value)
                ? number(value) + BYTES[0].symbol()
                : scaled(value, BYTES, BYTES[1].size());
    }

    private String count(double value) {
        double size = Math.abs(value);
        if (size != 0 && size < SMALL_COUNT) return scientific(value);
        if (size < LARGE_COUNT) return number(value);
        return scaled(value, COUNTS, 1000);
    }

    private String scientific(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
        return String.format(Locale.ROOT, "%." + (digits - 1) + "e", rounded);
    }

    /// @param full the number from which on the next step is taken, also if rounding reaches it
    private String scaled(double value, Step[] steps, double full) {
        int at = steps.length - 1;
        while (at > 0 && Math.abs(value) < steps[at].size()) at--;
        BigDecimal rounded = rounded(value / steps[at].size());
        if (at + 1 < steps.length && rounded.abs().doubleValue() >= full)
            rounded = rounded(value / steps[++at].size());
        boolean isShort = rounded.precision() - rounded.scale() <= MAX_WHOLE_DIGITS;
        return (isShort ? grouped(rounded) : scientific(value / steps[at].size()))
                + steps[at].symbol();
    }

    private String number(double value) {
        return value == Math.rint(value)
                ? grouped(BigDecimal.valueOf((long) value))
                : grouped(rounded(value));
    }

    private BigDecimal rounded(double value) {
        var exact = new BigDecimal(value);
        int wholeDigits = exact.precision() - exact.scale();
        BigDecimal rounded =
                exact.setScale(Math.max(0, digits - wholeDigits), RoundingMode.HALF_UP);
        boolean carried = rounded.precision() - rounded.scale() > wholeDigits;
        return carried && rounded.scale() > 0
                ? rounded.setScale(rounded.scale() - 1, RoundingMode.HALF_UP)
                : rounded;
    }

    private static String grouped(BigDecimal number) {
        String plain = number.toPlainString();
        int point = plain.indexOf('.');
        int first = plain.startsWith("-") ? 1 : 0;
        var text = new StringBuilder(plain);
        for (int at = (point < 0 ? plain.length() : point) - 3; at > first; at -= 3)
            text.insert(at, ',');
        return text.toString();
    }
}
