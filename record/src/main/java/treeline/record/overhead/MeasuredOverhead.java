package treeline.record.overhead;

import treeline.model.Metadata;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The result of measuring the recording overhead inside the program.
///
/// @param calls events begun while it was measured
/// @param cpuNanos CPU time of the recording threads meanwhile
/// @param cycles number of comparisons
/// @param nanosPerCall CPU time that recording takes per call; empty if it was not measured
/// @param proposal events to exclude; empty if the overhead is small or unknown
/// @param removals events whose recording was stopped, in the order of time
public record MeasuredOverhead(
        long calls,
        long cpuNanos,
        int cycles,
        Optional<Estimate> nanosPerCall,
        Optional<Proposal> proposal,
        List<Removal> removals) {

    private static final int MAX_NAMES = 10;
    private static final double MAX_WIDTH = 0.4;

    /// Nothing was measured.
    public static final MeasuredOverhead NONE =
            new MeasuredOverhead(0, 0, 0, Optional.empty(), Optional.empty(), List.of());

    /// Events to exclude.
    ///
    /// @param names most frequent first
    /// @param callsLeft fraction of the calls that are of other events
    /// @param shareLeft overhead without these events as a fraction of the CPU time, from the calls
    ///   that are left and the measured cost of a call
    /// @param isChecked whether slices in which exactly these events were muted agree
    public record Proposal(
            List<String> names, double callsLeft, Estimate shareLeft, boolean isChecked) {
        public Proposal {
            names = List.copyOf(names);
        }
    }

    /// An event whose recording was stopped to stay within the budget.
    ///
    /// @param atNanos time since the start of the recording
    /// @param calls calls recorded until then
    public record Removal(String name, long atNanos, long calls) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s after %.1f s and %,d calls", name, atNanos / 1e9, calls);
        }
    }

    public MeasuredOverhead {
        removals = List.copyOf(removals);
    }

    /// Fraction of the CPU time of the recording threads that recording took.
    ///
    /// Empty if it was not measured, or the interval is too wide to decide by.
    public Optional<Estimate> share() {
        return nanosPerCall.flatMap(each -> share(each, calls, cpuNanos));
    }

    /// The metadata of a recording with this result.
    public Metadata in(Metadata metadata) {
        Metadata all = metadata;
        Estimate share = share().orElse(null);
        if (share != null)
            all =
                    all.with("recorder.share", rounded(share.value()))
                            .with("recorder.share.low", rounded(share.low()))
                            .with("recorder.share.high", rounded(share.high()))
                            .with(
                                    "recorder.call.nanos",
                                    rounded(Math.max(0, nanosPerCall.orElseThrow().value())));
        if (proposal.isPresent())
            all =
                    all.with(
                            "recorder.small",
                            String.join(
                                    ", ",
                                    proposal.get().names().stream().limit(MAX_NAMES).toList()));
        if (removals.isEmpty()) return all;
        return all.with(
                "recorder.removed",
                String.join("; ", removals.stream().map(Removal::toString).toList()));
    }

    private static Metadata.Value rounded(double value) {
        return new Metadata.Value.Real(Math.rint(value * 1000) / 1000);
    }

    static Optional<Estimate> share(Estimate nanosPerCall, long calls, long cpuNanos) {
        Estimate share = nanosPerCall.times(calls / (double) Math.max(1, cpuNanos)).clamped(0, 1);
        return Optional.of(share).filter(it -> it.high() - it.low() <= MAX_WIDTH);
    }
}
