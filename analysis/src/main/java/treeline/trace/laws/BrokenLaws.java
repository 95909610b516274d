package treeline.trace.laws;

import treeline.array.IndexSort;
import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.trace.OperationKind;
import treeline.source.trace.OperationKind.Pattern;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.trace.WindowSource;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The laws that a run breaks, and how many records break each. Reads the operations of a trace
/// once and two samples of each line; the work of each stream is sorted by its start.
///
/// The origin of the constants is documented in `docs/evaluation/calibration.md`.
///
/// @param violations in the order of the laws
public record BrokenLaws(List<Violation> violations) {
    public static final BrokenLaws NONE = new BrokenLaws(List.of());

    /// Clocks and rounding may move a record by this time.
    public static final long TOLERANCE_NANOS = 1_000;

    /// From this share of the records that a law is about, or of their time, verdicts are withheld.
    public static final double MATTERS_FROM = 0.01;

    /// A stream was traced long after the threads if the time in between exceeds their traced time
    /// by this factor; a thread, after the other threads.
    private static final int FAR_STREAM = 10;

    private static final int FAR_THREAD = 100;

    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private static final int MIN_SAMPLES = 10;

    private static final long YEAR_NANOS = 365L * 24 * 3600 * 1_000_000_000;

    /// @param checked the records that the law is about
    /// @param share of these records that break it, or of their time if that is more
    public record Violation(Law law, long broken, long checked, double share) {
        /// `5 of 100 kernels start before their launch`.
        public Sentence sentence() {
            return Sentence.of(law.template(), Argument.count(broken), Argument.count(checked));
        }

        private Violation and(Violation other) {
            return new Violation(
                    law,
                    broken + other.broken,
                    checked + other.checked,
                    Math.max(share, other.share));
        }

        /// Whether verdicts are withheld.
        public boolean matters() {
            return share >= MATTERS_FROM;
        }
    }

    public BrokenLaws {
        violations = List.copyOf(violations);
    }

    /// By a trace. Samples have no start and end that could break a law.
    ///
    /// @param report of the reader, which skips or repairs some of the records. It does not say how
    ///   many of them are in a time window, so that it is ignored for windows
    public static BrokenLaws of(Outline outline, Traces traces, ReadReport report) {
        if (traces.detail() == Traces.Detail.SAMPLES) return NONE;
        var tallies = new Tallies();
        tallies.addLines(traces, outline);
        OperationSet all = OperationSet.of(traces.interactions(), outline.contexts().size());
        for (int context = 0; context < all.contexts(); context++)
            tallies.addOperations(all.of(context), outline.tree());
        tallies.addOrder(all, Messages.of(all), Collectives.of(all));
        if (outline.metadata().get(WindowSource.BEGIN).isPresent()) return tallies.broken();
        for (ReadReport.Entry entry : report.entries())
            Law.ofWarning(entry.reason())
                    .ifPresent(law -> tallies.warned(law, entry.count(), traces.samples() / 2));
        return tallies.broken();
    }

    /// By messages and collective operations, on the clocks of the operations.
    public static BrokenLaws ofOrder(OperationSet all, Messages messages, Collectives collectives) {
        var tallies = new Tallies();
        tallies.addOrder(all, messages, collectives);
        return tallies.broken();
    }

    /// By the values of a metric that adds up; none if it is not a time.
    ///
    /// @param values NaN if nothing was measured
    /// @param longestSeconds the largest possible value, infinite if unknown
    public static BrokenLaws ofValues(double[] values, Unit unit, double longestSeconds) {
        if (!unit.convertsTo(Unit.NANOSECONDS)) return NONE;
        double factor = unit.factorTo(Unit.NANOSECONDS);
        var tallies = new Tallies();
        for (double value : values) {
            if (Double.isNaN(value)) continue;
            double nanos = value * factor;
            tallies.check(Law.NEGATIVE, nanos < -1, Math.abs(nanos));
            if (longestSeconds < UNKNOWN)
                tallies.check(Law.LARGE, nanos > longestSeconds * 1e9, Math.abs(nanos));
        }
        return tallies.broken();
    }

    /// An upper bound of the seconds of one context at a node of a sampled run, with a margin for
    /// few samples. Infinite for other runs: their values are those of the trace, or the trace may
    /// have ended before the run.
    public static double longestSeconds(Traces traces) {
        boolean isKnown =
                traces.detail() == Traces.Detail.SAMPLES && traces.samples() >= MIN_SAMPLES;
        return isKnown ? 2 * traces.endNanos() / 1e9 : UNKNOWN;
    }

    /// These laws and those that other data of the run break.
    public BrokenLaws and(BrokenLaws others) {
        Map<Law, Violation> all = new EnumMap<>(Law.class);
        for (Violation each : violations) all.merge(each.law, each, Violation::and);
        for (Violation each : others.violations) all.merge(each.law, each, Violation::and);
        return new BrokenLaws(List.copyOf(all.values()));
    }

    /// Why shares of time are unknown: the violation with the largest share. Empty if they are
    /// known.
    public Optional<Sentence> doubt() {
        return new BrokenLaws(
                        violations.stream().filter(each -> !each.law.isBetweenRanks()).toList())
                .doubtOfWaits();
    }

    /// Why waiting times are unknown, in the same way.
    public Optional<Sentence> doubtOfWaits() {
        return violations.stream()
                .filter(Violation::matters)
                .max(Comparator.comparingDouble(Violation::share))
                .map(Violation::sentence);
    }

    /// The records of one law.
    private static final class Tally {
        private long checked;
        private long broken;
        private double nanos;
        private double brokenNanos;

        Violation violation(Law law) {
            double ofTime = brokenNanos > 0 && nanos < UNKNOWN ? brokenNanos / nanos : 0;
            return new Violation(law, broken, checked, Math.max(ofTime, (double) broken / checked));
        }
    }

    private static final class Tallies {
        private final Map<Law, Tally> byLaw = new EnumMap<>(Law.class);

        /// @param nanos the length of the record, not negative
        void check(Law law, boolean isBroken, double nanos) {
            Tally tally = byLaw.computeIfAbsent(law, _ -> new Tally());
            tally.checked++;
            tally.nanos += nanos;
            if (!isBroken) return;
            tally.broken++;
            tally.brokenNanos += nanos;
        }

        void warned(Law law, long times, long calls) {
            Tally tally = byLaw.computeIfAbsent(law, _ -> new Tally());
            tally.broken += times;
            tally.checked = Math.max(tally.checked, calls) + (law.isSkipped() ? times : 0);
        }

        BrokenLaws broken() {
            List<Violation> violations = new ArrayList<>();
            byLaw.forEach(
                    (law, tally) -> {
                        if (tally.broken > 0) violations.add(tally.violation(law));
                    });
            return new BrokenLaws(violations);
        }

        void addOperations(Operations operations, CallTree tree) {
            double first = Double.POSITIVE_INFINITY;
            double busy = 0;
            double ended = Double.NEGATIVE_INFINITY;
            for (int i : IndexSort.of(operations.size(), byStart(operations))) {
                double begin = operations.beginNanos(i);
                double end = operations.endNanos(i);
                double nanos = Math.max(0, end - begin);
                check(Law.DURATION, end < begin, nanos);
                if (!isWork(operations.kind(i))) continue;
                double earliest = (double) operations.postedNanos(i) - TOLERANCE_NANOS;
                if (operations.peer(i) >= 0) check(Law.LAUNCH, begin < earliest, nanos);
                if (isInOrder(operations.node(i), tree)) {
                    check(Law.STREAM, begin < ended - TOLERANCE_NANOS, nanos);
                    busy += Math.max(0, nanos - TOLERANCE_NANOS);
                }
                first = Math.min(first, begin);
                ended = Math.max(ended, end);
            }
            if (first <= ended) check(Law.BUSY, busy > ended - first, busy);
        }

        private static IndexSort.Comparison byStart(Operations operations) {
            return (one, other) ->
                    Long.compare(operations.beginNanos(one), operations.beginNanos(other));
        }

        private static boolean isWork(OperationKind kind) {
            return kind == OperationKind.KERNEL || kind == OperationKind.COPY;
        }

        private static boolean isInOrder(int node, CallTree tree) {
            int launch = node < 0 ? CallTree.NO_PARENT : tree.parent(node);
            return launch == CallTree.NO_PARENT || Library.startsInOrder(tree.frame(launch));
        }

        void addOrder(OperationSet all, Messages messages, Collectives collectives) {
            for (int i = 0; i < messages.size(); i++) {
                long sent = all.of(messages.sender(i)).startedNanos(messages.send(i));
                long received = all.of(messages.receiver(i)).finishedNanos(messages.receive(i));
                check(Law.MESSAGE, received < sent - TOLERANCE_NANOS, 0);
            }
            for (Collectives.Instance each : collectives.instances()) {
                Pattern pattern = each.kind().pattern();
                if (pattern != Pattern.BARRIER && pattern != Pattern.ALL_TO_ALL) continue;
                long lastStart = Long.MIN_VALUE;
                long firstEnd = Long.MAX_VALUE;
                for (int m = 0; m < each.size(); m++) {
                    Operations of = all.of(each.context(m));
                    lastStart = Math.max(lastStart, of.startedNanos(each.operation(m)));
                    firstEnd = Math.min(firstEnd, of.finishedNanos(each.operation(m)));
                }
                check(Law.COLLECTIVE, firstEnd < lastStart - TOLERANCE_NANOS, 0);
            }
        }

        /// When a context was traced.
        private record Span(boolean isStream, double first, double last) {}

        void addLines(Traces traces, Outline outline) {
            List<Span> spans = new ArrayList<>();
            for (TraceLine line : traces.lines())
                if (line.samples() > 0)
                    spans.add(
                            new Span(
                                    outline.contexts().get(line.context()).stream() != Context.NONE,
                                    line.nanos(0),
                                    line.nanos(line.samples() - 1)));
            spans.sort(Comparator.comparingDouble(Span::first));
            double traced = 0;
            double last = Double.NEGATIVE_INFINITY;
            for (Span each : spans) {
                check(Law.LENGTH, each.last > YEAR_NANOS, Math.max(0, each.last));
                if (each.isStream) continue;
                traced += Math.max(0, each.last - Math.max(last, each.first));
                last = Math.max(last, each.last);
            }
            if (traced > 0) addClocks(spans, traced);
        }

        private void addClocks(List<Span> spans, double traced) {
            double last = spans.getFirst().first;
            for (Span each : spans) {
                int far = each.isStream ? FAR_STREAM : FAR_THREAD;
                check(Law.CLOCK, each.first - last > far * traced, 0);
                last = Math.max(last, each.last);
            }
        }
    }
}
