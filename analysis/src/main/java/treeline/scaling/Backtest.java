package treeline.scaling;

import treeline.model.Doubles;

/// How well a model would have predicted the largest measurement, had it been made from the smaller
/// ones only: the form and the terms are chosen anew without it.
///
/// @param at the parameters of that measurement
public record Backtest(Doubles at, double measured, Prediction predicted) {
    private static final double LARGEST_MISS = 2;

    /// How far off it is, as a share of what was measured: -0.2 for a fifth too little.
    public double error() {
        return predicted.value() / measured - 1;
    }

    /// How far beside the interval the measurement is, as a share of the interval's length, and at
    /// most [#LARGEST_MISS]; 0 where the interval holds it.
    double miss() {
        if (holds()) return 0;
        double outside = Math.max(predicted.lower() - measured, measured - predicted.upper());
        return Math.min(LARGEST_MISS, outside / (predicted.upper() - predicted.lower()));
    }

    /// Whether the interval holds what was measured.
    public boolean holds() {
        return predicted.holds(measured);
    }
}
