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
/// The rule, of CPU time without idle OpenMP threads:
///
/// 1. Communication, I/O, GPU calls or synchronisation bound the run if they take [#BOUND_FROM] or
///    more. Of several, the largest counts if each other is less than [#DOMINANCE] of it; else the
///    run is mixed.
/// 2. If none does, and computation takes [#COMPUTATION_FROM] or more, computation bounds it. It is
///    memory-bound where counters say that it waits for data; see [#MEMORY_FROM], [#MISSES_FROM].
/// 3. Else it is mixed.
///
/// A profile of devices alone is memory-bound if copies take as long as kernels or more, or if
/// [#MEMORY_FROM] of the samples inside kernels wait for memory; compute-bound if [#ISSUE_FROM] of
/// them do not stall; else GPU-bound.
///
/// @param why the evidence, most important first
/// @param unknown what the profile does not tell
public record Verdict(Bound bound, List<String> why, List<String> unknown) {
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
    public static Verdict of(
            Breakdown breakdown,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over) {
        var findings = new Findings(metrics, totals, over);
        Bound bound =
                breakdown
                        .cpu()
                        .filter(cpu -> cpu.total() > 0)
                        .map(cpu -> findings.ofHost(cpu, breakdown.gpu()))
                        .orElseGet(() -> findings.ofDevices(breakdown.gpu()));
        return new Verdict(bound, findings.why, findings.unknown);
    }

    /// What the time of an operation is lost to; nothing for threads that have no work.
    static Optional<Bound> causeOf(Operation operation) {
        return switch (operation) {
            case COMPUTATION, OPENMP_WORK -> Optional.of(Bound.COMPUTE);
            case MPI_POINT_TO_POINT,
                    MPI_COLLECTIVE,
                    MPI_ONE_SIDED,
                    MPI_ENVIRONMENT,
                    MPI_GROUPS,
                    MPI_TOPOLOGIES,
                    MPI_PROCESSES,
                    MPI_MISCELLANEOUS,
                    MPI_INSIDE,
                    OTHER_COMMUNICATION,
                    TAGGED_COMMUNICATION ->
                    Optional.of(Bound.COMMUNICATION);
            case MPI_IO, FILES, FILE_LIBRARIES, TAGGED_FILES -> Optional.of(Bound.IO);
            case GPU_KERNEL,
                    GPU_LAUNCH,
                    GPU_ALLOCATION,
                    GPU_DEALLOCATION,
                    GPU_SET,
                    GPU_EXPLICIT_COPY,
                    GPU_IMPLICIT_COPY,
                    GPU_SYNCHRONISATION,
                    GPU_OTHER,
                    TAGGED_GPU ->
                    Optional.of(Bound.GPU);
            case OPENMP_OVERHEAD, OPENMP_WAIT, WAITING, TAGGED_WAITING ->
                    Optional.of(Bound.SYNCHRONISATION);
            case OPENMP_IDLE -> Optional.empty();
        };
    }

    /// The bound of shares that sum to 1, see the rule above.
    static Bound of(Map<Bound, Double> shares) {
        List<Map.Entry<Bound, Double>> large =
                shares.entrySet().stream()
                        .filter(each -> each.getKey() != Bound.COMPUTE)
                        .filter(each -> each.getValue() >= BOUND_FROM)
                        .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
                        .toList();
        if (large.isEmpty())
            return shares.getOrDefault(Bound.COMPUTE, 0.0) >= COMPUTATION_FROM
                    ? Bound.COMPUTE
                    : Bound.MIXED;
        double most = large.getFirst().getValue();
        boolean alone = large.size() == 1 || large.get(1).getValue() < DOMINANCE * most;
        return alone ? large.getFirst().getKey() : Bound.MIXED;
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
        private final List<String> why = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();

        Findings(ReportMetrics metrics, Function<Metric, NodeTotals> totals, Reduction over) {
            this.metrics = metrics;
            this.totals = totals;
            this.over = over;
        }

        Bound ofHost(Part cpu, Optional<Part> gpu) {
            double idle = cpu.share(operation -> causeOf(operation).isEmpty());
            Map<Bound, Double> shares = new EnumMap<>(Bound.class);
            for (Row row : cpu.rows())
                causeOf(row.operation())
                        .ifPresent(
                                cause ->
                                        shares.merge(cause, row.share() / (1 - idle), Double::sum));
            Bound bound = shares.isEmpty() ? Bound.UNKNOWN : of(shares);
            if (bound == Bound.UNKNOWN) why.add("all threads are idle");
            else why.add(evidence(bound, shares, cpu, idle));
            if (idle > 0)
                why.add(percent(idle) + " of all CPU time is OpenMP threads that are idle");
            Bound decided = bound == Bound.COMPUTE ? computeOrMemory() : bound;
            gpu.ifPresent(this::onDevice);
            if (gpu.isEmpty() && bound == Bound.GPU)
                unknown.add("what bounds the GPU cannot be told: the profile has no GPU time");
            return decided;
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

        private static String evidence(
                Bound bound, Map<Bound, Double> shares, Part cpu, double idle) {
            String of = idle > 0 ? " of CPU time without idle threads is " : " of CPU time is ";
            if (bound == Bound.MIXED)
                return shares.entrySet().stream()
                                .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
                                .map(each -> percent(each.getValue()) + " " + noun(each.getKey()))
                                .collect(Collectors.joining(", "))
                        + " of CPU time"
                        + (idle > 0 ? " without idle threads" : "");
            return percent(shares.getOrDefault(bound, 0.0))
                    + of
                    + noun(bound)
                    + rows(bound, cpu, idle);
        }

        /// The largest kinds behind a bound.
        private static String rows(Bound bound, Part cpu, double idle) {
            List<Row> rows =
                    cpu.rows().stream()
                            .filter(row -> causeOf(row.operation()).equals(Optional.of(bound)))
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
                                                    percent(row.share() / (1 - idle))))
                    .collect(Collectors.joining(", ", " (", ")"));
        }

        private static String noun(Bound bound) {
            return switch (bound) {
                case COMPUTE, MEMORY -> "computation";
                case COMMUNICATION -> "communication";
                case IO -> "I/O";
                case GPU -> "calls of the GPU";
                case SYNCHRONISATION -> "synchronisation of threads";
                case MIXED, UNKNOWN -> bound.text();
            };
        }

        Bound ofDevices(Optional<Part> gpu) {
            if (gpu.isEmpty() || !(gpu.get().total() > 0)) {
                unknown.add("nothing can be told: the profile has neither CPU time nor GPU time");
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
