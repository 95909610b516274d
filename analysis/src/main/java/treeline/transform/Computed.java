package treeline.transform;

import treeline.model.Metric;
import treeline.model.Unit;

/// An expression resolved on a profile: its unit, its scope, and a function of the operands'
/// values.
///
/// @param constant whether no metric is involved, so that scaling by it keeps unit and scope
record Computed(Unit unit, Metric.Scope scope, boolean constant, ValueOf value) {

    /// Computes the result from the operands' values at a cell, NaN if missing.
    @FunctionalInterface
    interface ValueOf {
        double of(double[] operands);
    }

    static Computed constant(double number) {
        return new Computed(Unit.COUNT, Metric.Scope.POINT, true, _ -> number);
    }
}
