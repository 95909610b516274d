package treeline.plot.draw;

import treeline.model.Unit;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The time axis below a figure, in seconds since the start of the run. A window that is short
/// compared with its distance from the start has times relative to the window, because absolute
/// times would not differ in the digits that are shown.
///
/// @param name of the axis
public record TimeAxis(Axis axis, String name) {
    private static final double DISTINCT = 1e-4;
    private static final int NANO_DIGITS = 9;

    public static TimeAxis of(double from, double to, Box box) {
        boolean relative = to - from < DISTINCT * to;
        return new TimeAxis(
                Axis.between(from, to, relative ? from : 0, Unit.SECONDS, box.x(), box.right()),
                relative ? "time since %s s".formatted(exact(from)) : "time");
    }

    private static String exact(double seconds) {
        return BigDecimal.valueOf(seconds)
                .setScale(NANO_DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /// Draws the axis and returns where its labels end.
    public double below(Area area) {
        return area.below(axis, name, false);
    }
}
