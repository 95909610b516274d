package treeline.breakdown;

import static treeline.statement.Argument.comparedShare;
import static treeline.statement.Argument.decimal;

import treeline.breakdown.ReportMetrics.Counter;
import treeline.model.Metric;
import treeline.statement.Sentence;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Hardware counters of the host that show whether computation waits for data.
///
/// @param bound [Bottleneck#MEMORY], [Bottleneck#COMPUTE], or [Bottleneck#UNKNOWN] if counters
///   allow both
/// @param text what was counted
record MemoryEvidence(Bottleneck bound, Sentence text) {

    /// The measures are tried in this order; the first that the profile has decides.
    static Optional<MemoryEvidence> of(Verdict.Evidence evidence) {
        var counted = new Counted(evidence);
        return counted.memoryBound()
                .or(counted::stalls)
                .or(counted::backendBound)
                .or(counted::misses);
    }

    /// Whether a share reaches the threshold from which memory bounds.
    static MemoryEvidence decided(double share, double threshold, Sentence text) {
        return new MemoryEvidence(
                share >= threshold ? Bottleneck.MEMORY : Bottleneck.COMPUTE, text);
    }

    private record Counted(Verdict.Evidence evidence) {

        Optional<MemoryEvidence> memoryBound() {
            return optional(
                    weighted(Counter.MEMORY_BOUND),
                    share ->
                            decided(
                                    share,
                                    Verdict.MEMORY_FROM,
                                    Sentence.of(
                                            "{share} of issue slots wait for memory",
                                            comparedShare(share))));
        }

        Optional<MemoryEvidence> stalls() {
            return optional(
                    ratio(Counter.MEMORY_STALLS, Counter.CYCLES),
                    share ->
                            decided(
                                    share,
                                    Verdict.MEMORY_FROM,
                                    Sentence.of(
                                            "{share} of cycles stall on memory",
                                            comparedShare(share))));
        }

        /// Memory is a part of the back end: little of it is little memory, much of it may be
        /// either.
        Optional<MemoryEvidence> backendBound() {
            return optional(
                    weighted(Counter.BACKEND_BOUND),
                    share ->
                            new MemoryEvidence(
                                    share >= Verdict.MEMORY_FROM
                                            ? Bottleneck.UNKNOWN
                                            : Bottleneck.COMPUTE,
                                    Sentence.of(
                                            "{share} of issue slots wait for data or a unit",
                                            comparedShare(share))));
        }

        Optional<MemoryEvidence> misses() {
            return optional(
                    ratio(Counter.LAST_LEVEL_MISSES, Counter.INSTRUCTIONS),
                    share ->
                            decided(
                                    share,
                                    Verdict.MISSES_FROM,
                                    Sentence.of(
                                            "{misses} last-level cache misses per 1,000"
                                                    + " instructions",
                                            decimal(share * 1000, 1))));
        }

        private static Optional<MemoryEvidence> optional(
                OptionalDouble share, java.util.function.DoubleFunction<MemoryEvidence> text) {
            return share.isPresent()
                    ? Optional.of(text.apply(share.getAsDouble()))
                    : Optional.empty();
        }

        private OptionalDouble ratio(Counter part, Counter whole) {
            return Verdict.ratio(sum(metrics().of(part)), sum(metrics().of(whole)));
        }

        private ReportMetrics metrics() {
            return evidence.metrics();
        }

        private double sum(List<Metric> some) {
            return some.isEmpty() ? Double.NaN : evidence.total(some.getFirst());
        }

        /// A share at each node, weighted by the time that the node takes itself.
        private OptionalDouble weighted(Counter counter) {
            if (metrics().of(counter).isEmpty() || metrics().cpu().isEmpty())
                return OptionalDouble.empty();
            double[] shares = exclusive(metrics().of(counter).getFirst());
            double[] time = exclusive(metrics().cpu().get());
            double sum = 0;
            double weights = 0;
            for (int node = 0; node < time.length; node++) {
                if (Double.isNaN(shares[node]) || !(time[node] > 0)) continue;
                sum += shares[node] * time[node];
                weights += time[node];
            }
            return Verdict.ratio(sum, weights);
        }

        private double[] exclusive(Metric metric) {
            return evidence.totals().apply(metric).exclusive(evidence.over());
        }
    }
}
