package treeline.scaling;

/// What a model predicts at some parameters.
///
/// @param lower the lower end of the interval in which a measurement is expected
/// @param upper its upper end
/// @param beyond how many times farther than measured it is, by the parameter that goes farthest; 1
///   within what was measured
public record Prediction(double value, double lower, double upper, double beyond) {
    private static final double ROUNDING = 1e-12;

    /// Whether it is farther away than anything that was measured.
    public boolean isExtrapolated() {
        return beyond > 1;
    }

    /// Another value, which the interval is to hold too.
    Prediction as(double other) {
        return new Prediction(other, Math.min(other, lower), Math.max(other, upper), beyond);
    }

    /// Whether it is within the interval, which has no width where a model fits all points.
    public boolean holds(double measured) {
        double rounding = ROUNDING * Math.abs(measured);
        return lower - rounding <= measured && measured <= upper + rounding;
    }
}
