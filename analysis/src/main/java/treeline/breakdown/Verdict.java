package treeline.breakdown;

import treeline.breakdown.Breakdown.Part;
import treeline.breakdown.Breakdown.Row;
import treeline.breakdown.ReportMetrics.Counter;
import treeline.model.Metric;
import treeline.numbers.NodeTotals;
import treeline.numbers.Operation;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What bounds a run, and why.
///
/// The rule, of CPU time without idle OpenMP threads; the first that applies counts:
///
/// 1. Where start-up of MPI takes [#START_UP_FROM] or more, nothing is said of the run.
/// 2. Communication, I/O, GPU calls or waiting for threads bound the run if they take [#BOUND_FROM]
///    or more. Of several, the largest counts if each other is less than [#DOMINANCE] of it; else
///    the run is mixed. It is also mixed where waiting for threads is the largest.
/// 3. If computation takes [#COMPUTATION_FROM] or more, computation bounds it. It is memory-bound
///    where counters say that it waits for data; see [#MEMORY_FROM], [#MISSES_FROM].
/// 4. Else it is mixed.
///
/// A profile of devices alone is memory-bound if copies take as long as kernels or more, or if
/// [#MEMORY_FROM] of the samples inside kernels wait for memory; compute-bound if [#ISSUE_FROM] of
/// them do not stall; else GPU-bound.
///
/// @param why the evidence, most important first
/// @param unknown what the profile does not tell
public record Verdict(Bound bound, List<String> why, List<String> unknown) {
    /// From this share of CPU time on, start-up of MPI hides what bounds the run.
    public static final double START_UP_FROM = 0.50;

    /// From this share of CPU time on, what is no computation bounds the run.
    public static final double BOUND_FROM = 0.30;

    /// What takes less than this share of the largest does not make a run mixed.
    public static final double DOMINANCE = 0.5;

    /// From this share of CPU time on, computation bounds the run.
    public static final double COMPUTATION_FROM = 0.60;

    /// From this share of cycles, issue slots or samples on, memory bounds the computation.
    public static final double MEMORY_FROM = 0.40;

    /// From so many last-level misses per instruction on, memory bounds the computation.
    public static final double MISSES_FROM = 0.01;

    /// From this share of samples of a kernel that do not stall on, computation bounds it.
    public static final double ISSUE_FROM = 0.70;

    private static final int MOST_ROWS = 3;

    /// What takes less is not worth a word beside what takes more.
    private static final double SMALLEST = 0.005;

    public Verdict {
        why = List.copyOf(why);
        unknown = List.copyOf(unknown);
    }

    /// `communication-bound: 43 % of CPU time is MPI (collective 31 %, point-to-point 12 %)`.
    public String text() {
        return why.isEmpty() ? bound.text() : bound.text() + ": " + why.getFirst();
    }

    /// What bounds a run.
    ///
    /// @param totals of the metrics, as for the breakdown
    /// @param ranks how many the run has
    public static Verdict of(
            Breakdown breakdown,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over,
            int ranks) {
        var findings = new Findings(metrics, totals, over, ranks);
        Bound bound =
                breakdown
                        .cpu()
                        .filter(cpu -> cpu.total() > 0)
                        .map(cpu -> findings.ofHost(cpu, breakdown.gpu()))
                        .orElseGet(() -> findings.ofDevices(breakdown.gpu()));
        return new Verdict(bound, findings.why, findings.unknown);
    }

    /// The bound of shares that sum to 1, see the rule above.
    static Bound of(Map<Cause, Double> shares) {
        if (shares.getOrDefault(Cause.START_UP, 0.0) >= START_UP_FROM) return Bound.UNKNOWN;
        List<Map.Entry<Cause, Double>> large =
                largestFirst(shares).stream()
                        .filter(each -> each.getKey().isLoss() && each.getValue() >= BOUND_FROM)
                        .toList();
        if (large.isEmpty())
            return shares.getOrDefault(Cause.COMPUTATION, 0.0) >= COMPUTATION_FROM
                    ? Bound.COMPUTE
                    : Bound.MIXED;
        double most = large.getFirst().getValue();
        boolean alone = large.size() == 1 || large.get(1).getValue() < DOMINANCE * most;
        return alone ? large.getFirst().getKey().bound() : Bound.MIXED;
    }

    private static List<Map.Entry<Cause, Double>> largestFirst(Map<Cause, Double> shares) {
        return shares.entrySet().stream()
                .sorted(Map.Entry.<Cause, Double>comparingByValue().reversed())
                .toList();
    }

    static double total(NodeTotals totals, Reduction over) {
        double sum = 0;
        for (double value : totals.exclusive(over)) if (!Double.isNaN(value)) sum += value;
        return sum;
    }

    static OptionalDouble ratio(double part, double whole) {
        return whole > 0 && !Double.isNaN(part)
                ? OptionalDouble.of(part / whole)
                : OptionalDouble.empty();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, share >= 0.0995 ? "%.0f %%" : "%.1f %%", share * 100);
    }

    /// Collects evidence while it decides.
    private static final class Findings {
        private final ReportMetrics metrics;
        private final Function<Metric, NodeTotals> totals;
        private final Reduction over;
        private final int ranks;
        private final List<String> why = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();

        Findings(
                ReportMetrics metrics,
                Function<Metric, NodeTotals> totals,
                Reduction over,
                int ranks) {
            this.ranks = ranks;
            this.metrics = metrics;
            this.totals = totals;
            this.over = over;
        }

        Bound ofHost(Part cpu, Optional<Part> gpu) {
            Map<Cause, Double> times = new EnumMap<>(Cause.class);
            for (Row row : cpu.rows())
                times.merge(Cause.of(row.operation()), row.value(), Double::sum);
            Double without = times.remove(Cause.IDLE);
            double idle = without == null ? 0 : without;
            double busy = cpu.total() - idle;
            Map<Cause, Double> shares = new EnumMap<>(Cause.class);
            times.forEach((cause, time) -> shares.put(cause, time / busy));
            Bound bound = shares.isEmpty() ? Bound.UNKNOWN : of(shares);
            why.add(
                    shares.isEmpty()
                            ? "all threads are idle"
                            : evidence(bound, shares, new Busy(cpu, busy, idle > 0)));
            noteStartUp(bound, shares);
            if (idle > 0)
                why.add(
                        percent(idle / cpu.total())
                                + " of all CPU time is OpenMP threads that are idle");
            Bound decided = bound == Bound.COMPUTE ? computeOrMemory() : bound;
            if (bound == Bound.COMPUTE) noteSilentRanks(shares);
            gpu.ifPresent(this::onDevice);
            if (gpu.isEmpty() && bound == Bound.GPU)
                unknown.add("what bounds the GPU cannot be told: the profile has no GPU time");
            return decided;
        }

        /// The host's time without idle threads.
        private record Busy(Part cpu, double time, boolean withoutIdle) {
            String text() {
                return withoutIdle ? "CPU time without idle threads" : "CPU time";
            }
        }

        private void noteStartUp(Bound bound, Map<Cause, Double> shares) {
            double startUp = shares.getOrDefault(Cause.START_UP, 0.0);
            if (bound != Bound.MIXED && bound != Bound.UNKNOWN && startUp >= SMALLEST)
                why.add(
                        "%s of it is start-up of MPI, which is no communication"
                                .formatted(percent(startUp)));
        }

        /// Ranks that do not talk to each other are rare: rather, nobody looked.
        private void noteSilentRanks(Map<Cause, Double> shares) {
            if (ranks > 1
                    && !shares.containsKey(Cause.COMMUNICATION)
                    && !shares.containsKey(Cause.START_UP))
                unknown.add(
                        "communication-bound cannot be told: %,d ranks, but no call of MPI was recorded"
                                .formatted(ranks));
        }

        private Bound computeOrMemory() {
            Optional<MemoryEvidence> evidence = MemoryEvidence.of(metrics, totals, over);
            evidence.ifPresent(found -> why.add(found.text()));
            if (evidence.isEmpty())
                unknown.add("memory-bound cannot be told: no cache, stall or copy metrics");
            else if (evidence.get().bound() == Bound.UNKNOWN)
                unknown.add("memory-bound cannot be told: nothing divides data from units");
            return evidence.map(MemoryEvidence::bound)
                    .filter(bound -> bound != Bound.UNKNOWN)
                    .orElse(Bound.COMPUTE);
        }

        private static String evidence(Bound bound, Map<Cause, Double> shares, Busy busy) {
            if (bound == Bound.MIXED)
                return busy.text()
                        + largestFirst(shares).stream()
                                .filter(each -> each.getValue() >= SMALLEST)
                                .map(each -> percent(each.getValue()) + " " + each.getKey().noun())
                                .collect(Collectors.joining(", ", " is ", ""));
            Cause cause =
                    bound == Bound.UNKNOWN
                            ? Cause.START_UP
                            : shares.keySet().stream()
                                    .filter(each -> each.bound() == bound)
                                    .findFirst()
                                    .orElseThrow();
            return "%s of %s is %s%s"
                    .formatted(
                            percent(shares.getOrDefault(cause, 0.0)),
                            busy.text(),
                            cause.noun(),
                            rows(cause, busy));
        }

        /// The largest kinds behind a cause.
        private static String rows(Cause cause, Busy busy) {
            List<Row> rows =
                    busy.cpu.rows().stream()
                            .filter(row -> Cause.of(row.operation()) == cause)
                            .filter(row -> row.operation() != Operation.COMPUTATION)
                            .limit(MOST_ROWS)
                            .toList();
            if (rows.isEmpty()) return "";
            return rows.stream()
                    .map(
                            row ->
                                    "%s %s %s"
                                            .formatted(
                                                    row.operation().major().title(),
                                                    row.operation().minor(),
                                                    percent(row.value() / busy.time)))
                    .collect(Collectors.joining(", ", " (", ")"));
        }

        Bound ofDevices(Optional<Part> gpu) {
            if (gpu.isEmpty() || !(gpu.get().total() > 0)) {
                why.add("the profile has neither CPU time nor GPU time");
                return Bound.UNKNOWN;
            }
            unknown.add(
                    "what bounds the whole program cannot be told: the profile has no CPU time");
            return onDevice(gpu.get());
        }

        /// What bounds the device.
        private Bound onDevice(Part gpu) {
            double kernels = gpu.share(operation -> operation == Operation.GPU_KERNEL);
            double copies =
                    gpu.share(
                            operation ->
                                    operation == Operation.GPU_EXPLICIT_COPY
                                            || operation == Operation.GPU_IMPLICIT_COPY);
            why.add(
                    "kernels are %s of GPU time, copies %s"
                            .formatted(percent(kernels), percent(copies)));
            if (copies > 0 && copies >= kernels) return Bound.MEMORY;
            OptionalDouble memory = ofSamples(Counter.GPU_MEMORY_STALLS);
            OptionalDouble stalls = ofSamples(Counter.GPU_STALLS);
            if (memory.isPresent())
                why.add(percent(memory.getAsDouble()) + " of samples in kernels wait for memory");
            if (stalls.isPresent())
                why.add(percent(1 - stalls.getAsDouble()) + " of samples in kernels issue");
            if (memory.isPresent() && memory.getAsDouble() >= MEMORY_FROM) return Bound.MEMORY;
            if (stalls.isPresent() && 1 - stalls.getAsDouble() >= ISSUE_FROM) return Bound.COMPUTE;
            if (memory.isEmpty() && stalls.isEmpty())
                unknown.add("what bounds kernels cannot be told: no samples or stalls inside them");
            return Bound.GPU;
        }

        private OptionalDouble ofSamples(Counter counter) {
            if (metrics.of(counter).isEmpty() || metrics.of(Counter.GPU_SAMPLES).isEmpty())
                return OptionalDouble.empty();
            double part = 0;
            for (Metric metric : metrics.of(counter)) part += total(totals.apply(metric), over);
            return ratio(
                    part, total(totals.apply(metrics.of(Counter.GPU_SAMPLES).getFirst()), over));
        }
    }
}
