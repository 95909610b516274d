package treeline.scaling.search;

/// A predicted value with its prediction interval. The value is within the interval, and at an end
/// of it only if the interval has no width or the value is 0.
///
/// @param lower the lower end of the prediction interval
/// @param upper the upper end of the prediction interval
/// @param beyond the extrapolation factor: how many times the largest measured value, for the
///   parameter extrapolated the most; 1 within the measured range
public record Prediction(double value, double lower, double upper, double beyond) {
    private static final double ROUNDING = 1e-12;

    /// Of a node that is not called.
    public static final Prediction ZERO = new Prediction(0, 0, 0, 1);

    /// Whether it is farther away than anything that was measured.
    public boolean isExtrapolated() {
        return beyond > 1;
    }

    /// Whether a measurement is within the interval, which has no width if a model fits all points
    /// exactly.
    public boolean holds(double measured) {
        double rounding = ROUNDING * Math.abs(measured);
        return lower - rounding <= measured && measured <= upper + rounding;
    }
}
