package treeline.formats.slices;

import treeline.model.Unit;

/// In what a tool counts the times of slices.
///
/// @param nanos how many nanoseconds the unit has
/// @param rounding how much two equal times may differ, in the unit: some writers cut digits
public record SliceClock(Unit unit, double nanos, double rounding) {}
