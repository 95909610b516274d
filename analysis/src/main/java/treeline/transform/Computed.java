package treeline.transform;

import treeline.model.Metric;
import treeline.model.Unit;

/// What an expression is on a certain profile: its unit, its scope, and a function of the operands'
/// values.
///
/// @param constant whether no metric takes part, so that scaling by it keeps unit and scope
record Computed(Unit unit, Metric.Scope scope, boolean constant, ValueOf value) {

    /// From the operands' values at a cell, NaN where they are missing, to the result.
    @FunctionalInterface
    interface ValueOf {
        double of(double[] operands);
    }

    static Computed constant(double number) {
        return new Computed(Unit.COUNT, Metric.Scope.POINT, true, _ -> number);
    }
}
