package treeline.breakdown;

import treeline.model.Metric;
import treeline.numbers.NodeTotals;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.transform.Reduction;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/// What bounds a run, and why: decided by the shares of the host's time per account, without idle
/// threads. Rules are applied in this order:
///
/// 1. If waits of threads were measured, and threads ran, waited for locks and I/O or were stopped
///    by the garbage collector for less than [#ACTIVE_FROM] of the elapsed time: the run is
///    GC-bound if pauses take [#BOUND_FROM]. It is idle if this remains true when the unknown time
///    of any thread is added. Otherwise it is undetermined, see [JvmCoverage].
/// 2. If MPI start-up takes [#START_UP_FROM] or more, the bound is undetermined.
/// 3. Each [Rule] that takes [#BOUND_FROM] or more can bound the run: communication, I/O, input
///    data, locks, GC pauses (of elapsed time), waiting for threads, the GPU, GPU launches with
///    framework operators, GPU copies, GPU memory management, GPU start-up, and waiting for the
///    GPU. The largest bounds the run if each other is less than [#DOMINANCE] of it; otherwise the
///    run is mixed. It is also mixed if waiting for threads or for the GPU is the largest.
/// 4. If devices are busy for [#GPU_BUSY_FROM] of the elapsed time or more, that share is the GPU's
///    in rule 3, and replaces those of the host's calls of the device. If it is unknown how busy
///    devices are, launches, copies, kernels and waiting for the GPU are added up, and a run that
///    they bound is undetermined.
/// 5. If no rule takes [#BOUND_FROM], a run with [#COMPUTATION_FROM] or more of computation is
///    compute-bound, or memory-bound if counters show that it waits for data; see [#MEMORY_FROM],
///    [#MISSES_FROM]. Other runs are mixed.
/// 6. The bound is undetermined if the missing measurement could change it: native code of a JVM
///    that computes or waits, or annotations without a trace of their inside, take [#BOUND_FROM];
///    the process used more CPU time than was sampled; a run with several ranks seems
///    compute-bound, but no communication call was recorded; functions of a Treeline recording seem
///    to compute, but the process used the CPU for less than [#COMPUTATION_FROM] of their time.
///
/// A profile of devices alone is undetermined if they are busy for less than [#GPU_BUSY_FROM] of
/// the traced time. Otherwise it is memory-bound if copies take as long as kernels or more, or if
/// [#MEMORY_FROM] of the samples inside kernels wait for memory; compute-bound if [#ISSUE_FROM] of
/// them do not stall; GPU-bound if traces show that devices are busy; otherwise undetermined.
///
/// If the data break a law ([#withheld]), the bound is undetermined, whatever the rules say.
///
/// The origin of each threshold is documented in `docs/evaluation/calibration.md`.
///
/// @param why the evidence, most important first
/// @param unknown what the profile does not measure
public record Verdict(Bottleneck bound, List<Sentence> why, List<Sentence> unknown) {
    /// From this share of the host's time on, MPI start-up hides what bounds the run.
    public static final double START_UP_FROM = 0.50;

    /// Below this share of elapsed time in which any thread is active, the run is idle.
    public static final double ACTIVE_FROM = 0.50;

    /// CPU time of a process that exceeds the sampled time by this factor shows that samples are
    /// incomplete. CPU time also contains the JIT compiler and concurrent garbage collection.
    public static final double MORE_CPU_FROM = 1.5;

    /// A smaller difference between both, as a share of elapsed time, is ignored.
    public static final double MORE_CPU_OF_ELAPSED = 0.10;

    /// From this share of elapsed time on, in which devices are busy, they can bound the run.
    public static final double GPU_BUSY_FROM = 0.50;

    /// From this share of the host's time on, a [Rule] bounds the run.
    public static final double BOUND_FROM = 0.30;

    /// A rule with less than this fraction of the largest share does not make a run mixed.
    public static final double DOMINANCE = 0.5;

    /// From this share of the host's time on, computation bounds the run.
    public static final double COMPUTATION_FROM = 0.60;

    /// From this share of cycles, issue slots or samples on, memory bounds the computation.
    public static final double MEMORY_FROM = 0.40;

    /// From this number of last-level misses per instruction on, memory bounds the computation.
    public static final double MISSES_FROM = 0.01;

    /// From this share of samples of a kernel that do not stall on, computation bounds it.
    public static final double ISSUE_FROM = 0.70;

    public Verdict {
        why = List.copyOf(why);
        unknown = List.copyOf(unknown);
    }

    /// `communication-bound: 43 % of CPU time is MPI (collective 31 %, point-to-point 12 %)`.
    public Sentence sentence() {
        Argument name = Argument.name(bound.text());
        return why.isEmpty()
                ? Sentence.of("{bound}", name)
                : Sentence.of("{bound}: {reason}", name, Argument.clause(why.getFirst()));
    }

    static Verdict undetermined(Sentence because, Sentence missing) {
        return new Verdict(Bottleneck.UNKNOWN, List.of(because), List.of(missing));
    }

    /// The verdict on a run whose shares of time are unknown, because its data break a law.
    public static Verdict withheld(Sentence law) {
        return undetermined(
                law,
                Sentence.of(
                        "cannot determine what bounds the run: some of its times cannot be true,"
                                + " see 'info'"));
    }

    /// The inputs of the decision.
    ///
    /// @param totals of the metrics, as for the breakdown
    /// @param ranks the number of ranks
    /// @param busy how busy devices are; empty if unknown
    /// @param elapsedSeconds elapsed time by the run's own clock; empty if only thread times are
    ///   known
    /// @param coverage the share of thread time that a JVM recording covers; empty for other runs
    /// @param lock the most contended lock
    /// @param slowRank the rank that others wait for; computed only if the run is
    ///   communication-bound
    public record Evidence(
            Breakdown breakdown,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over,
            int ranks,
            Optional<DeviceBusy> busy,
            OptionalDouble elapsedSeconds,
            Optional<JvmCoverage> coverage,
            Optional<Sentence> lock,
            Supplier<Optional<Sentence>> slowRank) {

        /// The evidence of times alone.
        public Evidence(
                Breakdown breakdown,
                ReportMetrics metrics,
                Function<Metric, NodeTotals> totals,
                Reduction over,
                int ranks) {
            this(
                    breakdown,
                    metrics,
                    totals,
                    over,
                    ranks,
                    Optional.empty(),
                    OptionalDouble.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional::empty);
        }

        double total(Metric metric) {
            double sum = 0;
            for (double value : totals.apply(metric).exclusive(over))
                if (!Double.isNaN(value)) sum += value;
            return sum;
        }
    }

    /// What bounds a run.
    public static Verdict of(Evidence evidence) {
        Breakdown breakdown = evidence.breakdown();
        Optional<Breakdown.Part> cpu = breakdown.cpu().filter(part -> part.total() > 0);
        boolean hasDevice = breakdown.gpu().filter(part -> part.total() > 0).isPresent();
        if (cpu.isEmpty() && !hasDevice)
            return new Verdict(
                    Bottleneck.UNKNOWN,
                    List.of(
                            Sentence.of(
                                    breakdown.cpu().isPresent()
                                            ? "all times are 0"
                                            : "the profile has no values of time")),
                    List.of());
        return cpu.isPresent()
                ? new HostVerdict(evidence, cpu.get()).verdict()
                : new DeviceVerdict(evidence).ofDevicesAlone();
    }

    /// The bound of shares, see rules 3 and 5 above.
    ///
    /// @param shares of the rules
    /// @param computation its share
    static Bottleneck of(Map<Rule, Double> shares, double computation) {
        List<Map.Entry<Rule, Double>> large =
                largestFirst(shares).stream()
                        .filter(each -> each.getValue() >= BOUND_FROM)
                        .toList();
        if (large.isEmpty())
            return computation >= COMPUTATION_FROM ? Bottleneck.COMPUTE : Bottleneck.MIXED;
        double most = large.getFirst().getValue();
        boolean alone = large.size() == 1 || large.get(1).getValue() < DOMINANCE * most;
        return alone ? large.getFirst().getKey().bound() : Bottleneck.MIXED;
    }

    static <T> List<Map.Entry<T, Double>> largestFirst(Map<T, Double> shares) {
        return shares.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .toList();
    }

    static OptionalDouble ratio(double part, double whole) {
        return whole > 0 && !Double.isNaN(part)
                ? OptionalDouble.of(part / whole)
                : OptionalDouble.empty();
    }
}
