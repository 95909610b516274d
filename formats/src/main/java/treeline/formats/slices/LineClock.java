package treeline.formats.slices;

/// Converts times of slices to nanoseconds since the start of the run.
///
/// @param origin start of the run, in the unit of the slices
/// @param nanosPerUnit nanoseconds per unit
record LineClock(double origin, double nanosPerUnit) {
    long nanos(double at) {
        return Math.round((at - origin) * nanosPerUnit);
    }

    double units(long nanos) {
        return origin + (double) nanos / nanosPerUnit;
    }
}
