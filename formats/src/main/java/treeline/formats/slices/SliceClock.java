package treeline.formats.slices;

import treeline.model.Unit;

/// The time unit of slices.
///
/// @param nanos nanoseconds per unit
/// @param rounding the rounding error of times, in the unit: some writers truncate digits
public record SliceClock(Unit unit, double nanos, double rounding) {}
