package treeline.scaling;

import treeline.model.Doubles;

/// How well a model would have predicted the largest measurement, had it been made from the smaller
/// ones only: the form and the terms are chosen anew without it.
///
/// @param at the parameters of that measurement
public record Backtest(Doubles at, double measured, Prediction predicted) {

    /// How far off it is, as a share of what was measured: -0.2 for a fifth too little.
    public double error() {
        return predicted.value() / measured - 1;
    }

    /// Whether the interval holds what was measured.
    public boolean holds() {
        return predicted.holds(measured);
    }
}
