package treeline.record.overhead;

import org.jspecify.annotations.Nullable;

import treeline.record.overhead.Reading.Progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// The cost per recorded call, from the CPU time per call of adjacent slices with and without
/// recording.
///
/// A cycle has one slice with all events recorded, one with all frequent events muted, one in which
/// muted events do their work twice, and one with the proposed events muted. Adjacent slices run
/// the same phase of the program, so their differences are the cost of recording at that point of
/// the run. The time without recording is extrapolated: that of muted events less the cost of
/// muting. Each cycle stands for the calls since the previous one, so phases count by their number
/// of calls. The method assumes that the mix of calls of adjacent slices differs only at random.
final class SliceLedger {
    /// Slices with fewer calls say nothing about the cost of a call.
    static final int MIN_CALLS = 50;

    /// The first cycles run code that the JIT compiler has to compile again, because events had
    /// never been muted before.
    private static final int WARM_UP = 3;

    /// Muted methods still contain instrumentation, which keeps the JIT compiler from inlining them
    /// as it would without. Only a run without the agent shows this cost. It was 10 ns per call in
    /// the worst of the programs of docs/evaluation/recorders.md, so it widens the interval
    /// upwards.
    private static final double LOST_INLINING_NANOS = 10;

    /// CPU time per call of a cycle.
    ///
    /// @param calls the number of calls that it stands for
    /// @param twice with all muted events done twice
    /// @param proposed with the proposed events muted; NaN if none is proposed
    private record Cycle(
            double calls, double recorded, double muted, double twice, double proposed) {
        /// Cost of a muted call.
        double muting() {
            return twice - muted;
        }
    }

    private final List<Cycle> cycles = new ArrayList<>();
    private long calls;
    private long cpuNanos;
    private long openCalls;
    private int warmUp = WARM_UP;

    /// Progress of the program since the last cycle.
    void passed(Progress since) {
        calls += since.calls();
        cpuNanos += since.cpuNanos();
        openCalls += since.calls();
    }

    /// Adds a cycle; false if it had too little progress to be measured, or was the first.
    boolean add(Progress recorded, Progress muted, Progress twice, @Nullable Progress proposed) {
        boolean isMeasured =
                recorded.calls() >= MIN_CALLS
                        && muted.calls() >= MIN_CALLS
                        && twice.calls() >= MIN_CALLS
                        && (proposed == null || proposed.calls() >= MIN_CALLS);
        if (!isMeasured || warmUp-- > 0) return false;
        cycles.add(
                new Cycle(
                        Math.max(1, openCalls),
                        recorded.nanosPerCall(),
                        muted.nanosPerCall(),
                        twice.nanosPerCall(),
                        proposed == null ? Double.NaN : proposed.nanosPerCall()));
        openCalls = 0;
        return true;
    }

    /// Other events are proposed from now on.
    void proposalChanged() {
        cycles.replaceAll(it -> new Cycle(it.calls, it.recorded, it.muted, it.twice, Double.NaN));
    }

    int cycles() {
        return cycles.size();
    }

    int proposedCycles() {
        return (int) cycles.stream().filter(it -> !Double.isNaN(it.proposed)).count();
    }

    long calls() {
        return calls;
    }

    long cpuNanos() {
        return cpuNanos;
    }

    /// CPU time per call that recording takes; empty with fewer than two cycles.
    Optional<Estimate> nanosPerCall() {
        return mean(cycles, it -> it.recorded - it.muted + it.muting())
                .map(it -> it.upTo(LOST_INLINING_NANOS));
    }

    /// The same if the proposed events were excluded, per call of all events.
    ///
    /// @param left fraction of the calls that are not of proposed events
    Optional<Estimate> nanosPerCallLeft(double left) {
        return mean(
                        cycles.stream().filter(it -> !Double.isNaN(it.proposed)).toList(),
                        it -> it.proposed - it.muted + left * it.muting())
                .map(it -> it.upTo(left * LOST_INLINING_NANOS));
    }

    private static Optional<Estimate> mean(List<Cycle> from, ToDoubleFunction<Cycle> value) {
        if (from.size() < 2) return Optional.empty();
        return Optional.of(
                Estimate.weightedMean(
                        from.stream().mapToDouble(value).toArray(),
                        from.stream().mapToDouble(Cycle::calls).toArray()));
    }
}
