package treeline.scaling.search;

import treeline.model.ImmutableDoubles;

/// Backtest of a model: prediction error at the largest measurement if the form and terms are
/// chosen and fitted from the smaller measurements only.
///
/// @param at the parameters of the largest measurement
public record Backtest(ImmutableDoubles at, double measured, Prediction predicted) {
    private static final double LARGEST_MISS = 2;

    public Backtest with(Prediction other) {
        return new Backtest(at, measured, other);
    }

    /// The relative error: -0.2 if a fifth too little was predicted.
    public double error() {
        return predicted.value() / measured - 1;
    }

    /// The distance of the measurement from the interval, as a share of the interval's length, at
    /// most [#LARGEST_MISS]; 0 within the interval.
    public double miss() {
        if (holds()) return 0;
        double outside = Math.max(predicted.lower() - measured, measured - predicted.upper());
        return Math.min(LARGEST_MISS, outside / (predicted.upper() - predicted.lower()));
    }

    /// Whether the measurement is within the interval.
    public boolean holds() {
        return predicted.holds(measured);
    }
}
