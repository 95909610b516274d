package treeline.store.trace;

import java.util.List;

/// The clock of a rank, corrected to the clock of rank 0: linear between the offsets that were
/// measured at the start and at the end of the recording, constant outside of them. Corrected times
/// are in the order of the uncorrected ones.
///
/// @param shiftNanos added to a time of the rank at `fromNanos`
/// @param drift of the shift per nanosecond, above -1
/// @param errorNanos largest error of the measured offsets
record RankClock(long fromNanos, long toNanos, long shiftNanos, double drift, long errorNanos) {

    /// @param readings one, or one of the start and one of the end
    static RankClock of(List<ClockReading> readings) {
        ClockReading start = readings.getFirst();
        ClockReading end = readings.getLast();
        long error = Math.max(start.errorNanos(), end.errorNanos());
        double elapsed = (double) end.atNanos() - start.atNanos();
        double drift = elapsed > 0 ? (end.shiftNanos() - start.shiftNanos()) / elapsed : 0;
        if (drift > -1)
            return new RankClock(start.atNanos(), end.atNanos(), start.shiftNanos(), drift, error);
        // the run is shorter than the error
        return new RankClock(start.atNanos(), end.atNanos(), start.shiftNanos(), 0, error);
    }

    /// The time since the start of the run.
    long runNanos(long rankNanos) {
        long inside = Math.clamp(rankNanos, fromNanos, Math.max(fromNanos, toNanos));
        long shift = shiftNanos + (long) Math.floor(drift * (inside - fromNanos));
        return Math.max(0, rankNanos + shift);
    }
}
