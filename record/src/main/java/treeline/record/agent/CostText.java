package treeline.record.agent;

import treeline.record.RecordingCost;
import treeline.record.overhead.Estimate;
import treeline.record.overhead.MeasuredOverhead;
import treeline.record.overhead.OverheadMeter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The messages about recording overhead: what it was, and which option makes it small.
///
/// @param cost lower bound of the overhead, from empty events at the end of the run
/// @param measured overhead in the running program, if it was measured
record CostText(
        RecordingCost cost,
        MeasuredOverhead measured,
        InstrumentationTally tally,
        AgentOptions options) {
    /// Names of a message; more are in the metadata of the recording.
    private static final int MAX_NAMES = 5;

    /// Fractions from here on are rounded to 100 %.
    private static final double ALL = 0.995;

    /// `: 5,000,000 calls`.
    static String calls(RecordingCost cost, int ranks) {
        if (cost.calls() == 0) return "";
        return String.format(
                Locale.ROOT, ": %,d calls%s", cost.calls(), ranks > 1 ? " on rank 0" : "");
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!measured.removals().isEmpty()) lines.add(removed());
        Estimate share = measured.share().orElse(null);
        if (share != null) lines.add(measuredShare(share));
        else if (cost.nanosPerCall() > 0) lines.add(lowerBound());
        if (share != null) measured.proposal().map(this::proposal).ifPresent(lines::add);
        else if (cost.isLarge()) lines.addAll(shortCalls());
        return lines;
    }

    private String measuredShare(Estimate share) {
        double nanos = measured.nanosPerCall().orElseThrow().value();
        return String.format(
                Locale.ROOT,
                "%srecording took %s of the CPU time (%s)%s%s",
                measured.removals().isEmpty() ? "" : "since then, ",
                amount(share),
                interval(share),
                nanos < 1 ? "" : String.format(Locale.ROOT, ", %.0f ns per call", nanos),
                share.value() > 0.5 ? "; times of short methods are mostly overhead" : "");
    }

    /// No program is recording alone: an estimate of 100 % is noise, and only its bound is known.
    private static String amount(Estimate share) {
        if (share.value() < 0.001) return percent(share.value());
        return share.value() < ALL
                ? "about " + percent(share.value())
                : "at least " + percent(share.low());
    }

    private String lowerBound() {
        return String.format(
                Locale.ROOT,
                "recording took at least %s of the busy time (%.0f ns per call in a tight loop)%s",
                percent(cost.share()),
                cost.nanosPerCall(),
                cost.share() < OverheadMeter.WORTHWHILE ? "" : "; " + whyNotMeasured());
    }

    /// In the tight loop a call costs a third to a fifth of its cost in a program.
    private String whyNotMeasured() {
        String reason = "measure-overhead=false";
        if (measured.cycles() >= OverheadMeter.MIN_CYCLES)
            reason = "phases of the program differ too much";
        else if (options.measureOverhead())
            reason =
                    String.format(
                            Locale.ROOT,
                            "%d of %d comparisons: the program must run for longer, on platform"
                                    + " threads",
                            measured.cycles(),
                            OverheadMeter.MIN_CYCLES);
        return "the overhead was not measured (%s) and may be several times as large"
                .formatted(reason);
    }

    private String removed() {
        List<String> names =
                measured.removals().stream().map(MeasuredOverhead.Removal::name).toList();
        return String.format(
                Locale.ROOT,
                "budget=%s: recording of %s was stopped, the first after %.1f s: %s; their"
                        + " later calls are not counted, and their time is in their callers",
                percent(options.budget()).replace(" ", ""),
                names.size() == 1 ? "1 method" : names.size() + " methods",
                measured.removals().getFirst().atNanos() / 1e9,
                some(names));
    }

    private static String some(List<String> names) {
        List<String> first = names.subList(0, Math.min(MAX_NAMES, names.size()));
        return String.join(", ", first) + (names.size() > MAX_NAMES ? ", …" : "");
    }

    private String proposal(MeasuredOverhead.Proposal proposal) {
        Estimate left = proposal.shareLeft();
        boolean isBelow = left.high() < OverheadMeter.TARGET;
        return "%s %s this %s; %s of the calls remain"
                .formatted(
                        exclude(proposal.names()),
                        proposal.isChecked() ? "brings" : "is expected to bring",
                        isBelow
                                ? "below " + percent(OverheadMeter.TARGET)
                                : "to %s".formatted(interval(left)),
                        percent(proposal.callsLeft()));
    }

    /// Proposes short methods if nothing was measured.
    private List<String> shortCalls() {
        List<String> names = new ArrayList<>();
        long calls = 0;
        for (RecordingCost.Small small : cost.small()) {
            if (tally.patternsOf(small.name()).isEmpty()) continue;
            names.add(small.name());
            calls += small.calls();
        }
        if (names.isEmpty()) return List.of();
        return List.of(
                "%s would omit %s of the calls, all of them short"
                        .formatted(exclude(names), percent(calls / (double) cost.calls())));
    }

    private String exclude(Collection<String> names) {
        Set<String> patterns = new TreeSet<>();
        for (String name : names) patterns.addAll(tally.patternsOf(name));
        return quoted("exclude=" + String.join(",", patterns));
    }

    /// A shell replaces `$` of nested classes, and `<` of constructors redirects.
    private static String quoted(String option) {
        return option.matches("[\\w.,=#]*") ? option : "'" + option + "'";
    }

    private static String interval(Estimate share) {
        String low = share.low() < 0.001 ? "0" : percent(share.low()).replace(" %", "");
        return low + " to " + percent(share.high());
    }

    private static String percent(double share) {
        if (share >= 0.01 && Math.abs(Math.rint(100 * share) - 100 * share) < 1e-9)
            return Math.round(100 * share) + " %";
        return share < 0.001
                ? "less than 0.1 %"
                : String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}
