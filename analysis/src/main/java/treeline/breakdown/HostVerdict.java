package treeline.breakdown;

import static treeline.statement.Argument.comparedShare;
import static treeline.statement.Argument.count;
import static treeline.statement.Argument.list;
import static treeline.statement.Argument.name;

import treeline.breakdown.Breakdown.Part;
import treeline.ledger.Account;
import treeline.ledger.Operation;
import treeline.model.Metric;
import treeline.statement.Sentence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The [Verdict] on a run whose host was measured. Collects the evidence while it decides; rules
/// about JVMs and GPUs are in [JvmRules] and [GpuRules].
final class HostVerdict {
    /// A sentence names this many annotations at most.
    private static final int MAX_NAMED = 3;

    private final Verdict.Evidence evidence;
    private final HostTime host;
    private final JvmRules jvm;
    private final GpuRules gpu;
    private final List<Sentence> why = new ArrayList<>();
    private final List<Sentence> unknown = new ArrayList<>();

    HostVerdict(Verdict.Evidence evidence, Part cpu) {
        this.evidence = evidence;
        this.host = HostTime.of(evidence.breakdown(), evidence.metrics(), cpu);
        this.jvm = new JvmRules(evidence, host);
        this.gpu = new GpuRules(evidence, host);
    }

    Verdict verdict() {
        Verdict decided = decided();
        Bottleneck bound = decided.bound();
        why.addAll(decided.why());
        unknown.addAll(decided.unknown());
        if (bound != Bottleneck.MIXED && bound != Bottleneck.UNKNOWN) noteStartUp();
        noteIdle();
        if (bound == Bottleneck.COMPUTE) bound = computeOrMemory();
        if (bound == Bottleneck.COMMUNICATION) evidence.slowRank().get().ifPresent(why::add);
        noteDevice(bound);
        if (bound != Bottleneck.GC && jvm.pauseShare() >= HostTime.MIN_MENTIONED)
            why.add(jvm.pausesText());
        return new Verdict(bound, why, unknown);
    }

    private Verdict decided() {
        if (host.withWaits() && evidence.metrics().cpu().isEmpty())
            return Verdict.undetermined(
                    Sentence.of("the recording has no samples of running threads, only waits"),
                    Sentence.of(
                            "cannot determine how long threads run: the recording has no execution"
                                    + " samples"));
        if (jvm.isQuiet()) return jvm.quiet();
        if (Double.isInfinite(evidence.breakdown().cpu().map(Part::total).orElse(0.0)))
            return because(Bottleneck.UNKNOWN, Sentence.of("the time is infinite"));
        if (host.shares().isEmpty() || !(host.active() > 0))
            return because(Bottleneck.UNKNOWN, Sentence.of("all threads are idle"));
        if (host.share(Account.START_UP) >= Verdict.START_UP_FROM)
            return because(Bottleneck.UNKNOWN, host.shareOf(Account.START_UP));
        Map<Rule, Double> competing = competing(host.shares());
        Bottleneck bound = Verdict.of(competing, host.share(Account.COMPUTATION));
        if (jvm.hasMoreCpuTime() && ofCpuTime() != bound) return jvm.incompleteSamples();
        if (bound != Bottleneck.GC && host.share(Operation.NATIVE_CODE) >= Verdict.BOUND_FROM)
            return Verdict.undetermined(
                    Sentence.of(
                            "{share} of {time} is native code that computes or waits",
                            comparedShare(host.share(Operation.NATIVE_CODE)),
                            host.time()),
                    Sentence.of(
                            "cannot determine whether native code computes or waits: samples do not"
                                    + " show it"));
        if (gpu.needsBusy(bound, competing)) return gpu.withoutBusy();
        if (isUntraced(competing)) return untraced();
        if (bound == Bottleneck.COMPUTE && isBlocked()) return blocked();
        if (bound == Bottleneck.COMPUTE && isSilent()) return silent();
        return because(bound, reason(bound));
    }

    private static Verdict because(Bottleneck bound, Sentence reason) {
        return new Verdict(bound, List.of(reason), List.of());
    }

    private Bottleneck ofCpuTime() {
        Map<Account, Double> corrected = jvm.withCpuTime();
        return Verdict.of(competing(corrected), corrected.getOrDefault(Account.COMPUTATION, 0.0));
    }

    /// Shares of CPU time, but of elapsed time for pauses and for a busy GPU.
    private Map<Rule, Double> competing(Map<Account, Double> of) {
        Map<Rule, Double> competing = Rule.shares(of);
        if (jvm.pauseShare() > 0) competing.put(Rule.PAUSES, jvm.pauseShare());
        return gpu.competing(competing);
    }

    /// Whether the trace does not show what the host does most of the time, and no busy GPU
    /// explains it.
    private boolean isUntraced(Map<Rule, Double> competing) {
        double share = host.share(Operation.ANNOTATIONS);
        return !gpu.isBusy()
                && share >= Verdict.BOUND_FROM
                && competing.values().stream().allMatch(each -> each <= share);
    }

    private Verdict untraced() {
        List<Sentence> annotations =
                evidence.breakdown().annotations().entrySet().stream()
                        .filter(each -> each.getValue() / host.active() >= HostTime.MIN_MENTIONED)
                        .limit(MAX_NAMED)
                        .map(
                                each ->
                                        Sentence.of(
                                                "{annotation} ({share} of {time})",
                                                name(each.getKey()),
                                                comparedShare(each.getValue() / host.active()),
                                                host.time()))
                        .toList();
        return Verdict.undetermined(
                Sentence.of(
                        "the trace does not show what the CPU does inside {annotations}",
                        list(annotations)),
                Sentence.of(
                        "cannot determine what the CPU does there: record Python functions"
                                + " (with_stack=True) or annotate the code inside"));
    }

    private Sentence reason(Bottleneck bound) {
        return switch (bound) {
            case GPU -> gpu.boundText();
            case LAUNCH, COPY, DEVICE_MEMORY, DEVICE_START_UP -> gpu.hostText(bound);
            case GC -> jvm.pausesText();
            case LOCKS -> jvm.locksText();
            case MIXED -> mixed();
            case UNKNOWN -> throw new IllegalStateException("undetermined without a reason");
            case COMMUNICATION -> gpu.communicationText();
            case IO -> host.shareOf(Account.IO);
            case INPUT -> host.shareOf(Account.INPUT);
            case COMPUTE, MEMORY, IDLE -> host.shareOf(Account.COMPUTATION);
        };
    }

    private Sentence mixed() {
        List<Sentence> shares =
                Verdict.largestFirst(host.shares()).stream()
                        .filter(each -> each.getValue() >= HostTime.MIN_MENTIONED)
                        .map(
                                each ->
                                        Sentence.of(
                                                "{share} {account}",
                                                comparedShare(each.getValue()),
                                                name(each.getKey().text())))
                        .toList();
        return Sentence.of("{gpu}{time} is {shares}", gpu.inMixed(), host.time(), list(shares));
    }

    private void noteStartUp() {
        double startUp = host.share(Account.START_UP);
        if (startUp >= HostTime.MIN_MENTIONED)
            why.add(
                    Sentence.of(
                            "{share} of it is MPI start-up, which does not count as communication",
                            comparedShare(startUp)));
    }

    private void noteIdle() {
        if (!(host.idle() > 0)) return;
        Operation most =
                host.cpu().rows().stream()
                        .map(Breakdown.Row::operation)
                        .filter(operation -> operation.account() == Account.IDLE)
                        .findFirst()
                        .orElseThrow();
        why.add(
                Sentence.of(
                        switch (most) {
                            case PARKED ->
                                    "threads are parked, waiting or asleep for {share} of recorded"
                                            + " thread time";
                            case OPENMP_IDLE -> "{share} of all time is idle OpenMP threads";
                            default ->
                                    "threads are outside of recorded calls for {share} of the time";
                        },
                        comparedShare(host.idle() / host.cpu().total())));
    }

    /// Whether computation cannot take as much of the elapsed time of threads as it seems to: they
    /// wait inside functions whose waits were not recorded.
    private boolean isBlocked() {
        return evidence.metrics().hasElapsedTime()
                && evidence.metrics().cpuShare() < Verdict.COMPUTATION_FROM;
    }

    private Verdict blocked() {
        return Verdict.undetermined(
                Sentence.of(
                        "{process} used the CPU for only {share} of its recorded time",
                        name(evidence.ranks() > 1 ? "rank 0" : "the process"),
                        comparedShare(evidence.metrics().cpuShare())),
                Sentence.of(
                        "cannot determine what threads wait for: the recorded functions contain"
                                + " waits; record locks and I/O with JDK Flight Recorder"));
    }

    /// Ranks rarely compute without any exchange, so the calls may not have been recorded: what
    /// looks like computation may be communication.
    private boolean isSilent() {
        return evidence.ranks() > 1 && !host.shares().containsKey(Account.COMMUNICATION);
    }

    private Verdict silent() {
        return Verdict.undetermined(
                Sentence.of(
                        "{share} of {time} is computation, as far as recorded",
                        comparedShare(host.share(Account.COMPUTATION)),
                        host.time()),
                Sentence.of(
                        "cannot determine whether the run is communication-bound: {ranks} ranks,"
                                + " but no communication call was recorded",
                        count(evidence.ranks())));
    }

    private Sentence withoutEvidence() {
        List<Metric> caches = evidence.metrics().of(ReportMetrics.Counter.CACHES);
        if (caches.isEmpty())
            return Sentence.of(
                    "cannot determine whether the run is memory-bound: the profile has no cache,"
                            + " stall or copy metrics");
        return Sentence.of(
                "cannot determine whether the run is memory-bound: {counters} does not show how"
                        + " long computation waits for data",
                name(caches.getFirst().name()));
    }

    private Bottleneck computeOrMemory() {
        Optional<MemoryEvidence> memory = MemoryEvidence.of(evidence);
        memory.ifPresent(found -> why.add(found.text()));
        if (memory.isEmpty()) unknown.add(withoutEvidence());
        else if (memory.get().bound() == Bottleneck.UNKNOWN)
            unknown.add(
                    Sentence.of(
                            "cannot determine whether the run is memory-bound: no metric separates"
                                    + " waiting for data from waiting for execution units"));
        return memory.map(MemoryEvidence::bound)
                .filter(bound -> bound != Bottleneck.UNKNOWN)
                .orElse(Bottleneck.COMPUTE);
    }

    private void noteDevice(Bottleneck bound) {
        boolean named = bound == Bottleneck.GPU || bound == Bottleneck.LAUNCH;
        boolean mixed = bound == Bottleneck.MIXED && gpu.makesMixed();
        if (!named && !mixed && evidence.busy().isPresent()) why.add(gpu.busyText());
        if (named && gpu.synchronisation() >= HostTime.MIN_MENTIONED)
            why.add(
                    Sentence.of(
                            "the CPU waits for it {share} of its time",
                            comparedShare(gpu.synchronisation())));
        var device = new DeviceVerdict(evidence);
        evidence.breakdown().gpu().filter(part -> part.total() > 0).ifPresent(device::ofKernels);
        why.addAll(device.why);
        if (bound == Bottleneck.GPU) unknown.addAll(device.unknown);
    }
}
