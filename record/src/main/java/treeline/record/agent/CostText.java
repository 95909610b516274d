package treeline.record.agent;

import treeline.record.RecordingCost;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The message about recording overhead, with the methods to exclude if it is large.
final class CostText {
    private CostText() {}

    /// `: 5,000,000 calls of at least 82 ns, 62 % of the busy time`.
    static String of(RecordingCost cost, int ranks) {
        if (cost.calls() == 0) return "";
        String calls =
                String.format(
                        Locale.ROOT, ": %,d calls%s", cost.calls(), ranks > 1 ? " on rank 0" : "");
        return cost.nanosPerCall() == 0
                ? calls
                : String.format(
                        Locale.ROOT,
                        "%s of at least %.0f ns, %s of the busy time",
                        calls,
                        cost.nanosPerCall(),
                        percent(cost.share()));
    }

    /// The option that leaves out the methods with many short calls.
    static Optional<String> proposal(RecordingCost cost, InstrumentationTally tally) {
        if (!cost.isLarge()) return Optional.empty();
        Set<String> patterns = new LinkedHashSet<>();
        long calls = 0;
        for (RecordingCost.Small small : cost.small()) {
            Set<String> own = tally.patternsOf(small.name());
            patterns.addAll(own);
            if (!own.isEmpty()) calls += small.calls();
        }
        if (patterns.isEmpty()) return Optional.empty();
        return Optional.of(
                "%s would omit %s of the calls, all of them short"
                        .formatted(
                                quoted("exclude=" + String.join(",", patterns)),
                                percent(calls / (double) cost.calls())));
    }

    /// Nested classes have a dollar, which a shell would replace.
    private static String quoted(String option) {
        return option.indexOf('$') < 0 ? option : "'" + option + "'";
    }

    private static String percent(double share) {
        return share < 0.001
                ? "less than 0.1 %"
                : String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}
