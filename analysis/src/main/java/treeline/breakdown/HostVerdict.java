package treeline.breakdown;

import treeline.breakdown.Breakdown.Part;
import treeline.breakdown.Breakdown.Row;
import treeline.model.Unit;
import treeline.numbers.Operation;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What bounds a run of which the host was measured, see [Verdict]. Collects the evidence while it
/// decides.
final class HostVerdict {
    private static final int MAX_ROWS = 3;

    /// Shares below are not mentioned next to larger ones.
    private static final double SMALLEST = 0.005;

    /// From this share of the device's time on, it mostly copies.
    private static final double MOST = 0.5;

    private static final Quantity QUANTITY = new Quantity(3, false);

    private final Verdict.Evidence evidence;
    private final Part cpu;
    private final Map<Cause, Double> shares = new EnumMap<>(Cause.class);
    private final double idle;
    private final double active;
    private final List<String> why = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    HostVerdict(Verdict.Evidence evidence, Part cpu) {
        this.evidence = evidence;
        this.cpu = cpu;
        Map<Cause, Double> times = new EnumMap<>(Cause.class);
        for (Row row : cpu.rows()) times.merge(Cause.of(row.operation()), row.value(), Double::sum);
        Double without = times.remove(Cause.IDLE);
        this.idle = without == null ? 0 : without;
        this.active = times.values().stream().mapToDouble(Double::doubleValue).sum();
        times.forEach((cause, time) -> shares.put(cause, time / active));
    }

    Verdict verdict() {
        Bound bound = decided();
        if (bound == Bound.MIXED || bound == Bound.UNKNOWN) noteIdle();
        else {
            noteStartUp();
            noteIdle();
        }
        if (bound == Bound.COMPUTE) {
            bound = computeOrMemory();
            noteSilentRanks();
        }
        if (bound == Bound.COMMUNICATION && !evidence.slowRank().isEmpty())
            why.add(evidence.slowRank());
        noteDevice(bound);
        notePauses(bound);
        return new Verdict(bound, why, unknown);
    }

    private Bound decided() {
        if (evidence.breakdown().withWaits() && evidence.metrics().cpu().isEmpty())
            return undetermined(
                    "the recording has no samples of running threads, only waits",
                    "cannot determine how long threads run: the recording has no execution"
                            + " samples");
        if (isQuiet()) return quiet();
        if (shares.isEmpty() || !(active > 0)) {
            why.add("all threads are idle");
            return Bound.UNKNOWN;
        }
        Map<Cause, Double> competing = competing(shares);
        Bound bound = Verdict.of(competing);
        if (moreCpu() && Verdict.of(competing(withCpuTime())) != bound) return incompleteSamples();
        if (bound != Bound.GC && shares.getOrDefault(Cause.NATIVE, 0.0) >= Verdict.BOUND_FROM)
            return undetermined(
                    shareOf(Cause.NATIVE),
                    "cannot determine whether native code computes or waits: samples do not show"
                            + " it");
        if (bound == Bound.LAUNCH && gpuBusy()) bound = Bound.GPU;
        if (needsBusy(bound, competing)) return withoutBusy();
        if (isUntraced(competing)) return untraced();
        why.add(evidence(bound));
        return bound;
    }

    private Bound undetermined(String because, String missing) {
        why.add(because);
        unknown.add(missing);
        return Bound.UNKNOWN;
    }

    /// The time of all active threads bounds the time in which any of them is active.
    private boolean isQuiet() {
        return evidence.breakdown().withWaits()
                && elapsed() > 0
                && activeSeconds() + pauses() < Verdict.ACTIVE_FROM * elapsed();
    }

    /// A run without much recorded activity is idle only if no thread has enough unknown time to be
    /// active instead.
    private Bound quiet() {
        if (pauseShare() >= Verdict.BOUND_FROM) {
            why.add(evidence(Bound.GC));
            return Bound.GC;
        }
        if (moreCpu()) return incompleteSamples();
        why.add(
                "threads run or wait for locks and I/O for %s of %s elapsed (%s)"
                        .formatted(
                                seconds(activeSeconds()),
                                seconds(elapsed()),
                                Verdict.percent(activeSeconds() / elapsed())));
        Optional<JvmCoverage> coverage = evidence.coverage();
        if (coverage.isEmpty()) return unknownRest("the profile lacks the life times of threads");
        if (coverage.get().virtualThreads())
            return unknownRest("not all waits of virtual threads are recorded");
        double gap = coverage.get().longestGapSeconds();
        if (activeSeconds() + Math.max(pauses(), gap) < Verdict.ACTIVE_FROM * elapsed())
            return Bound.IDLE;
        return unknownRest(
                "samples and recorded waits cover %s of thread time"
                        .formatted(Verdict.percent(coverage.get().share())));
    }

    private Bound unknownRest(String missing) {
        unknown.add("cannot determine what threads do for the rest of the time: " + missing);
        return Bound.UNKNOWN;
    }

    private Bound incompleteSamples() {
        return undetermined(
                "the process uses %s of CPU time, but samples show %s"
                        .formatted(seconds(cpuSeconds()), seconds(sampledSeconds())),
                "cannot determine what bounds the run: samples of running threads are incomplete");
    }

    private boolean moreCpu() {
        return evidence.breakdown().withWaits()
                && cpuSeconds() >= Verdict.MORE_CPU_FROM * sampledSeconds()
                && cpuSeconds() - sampledSeconds() >= Verdict.MORE_CPU_OF_ELAPSED * elapsed();
    }

    /// Of the process, without the threads of the garbage collector in pauses.
    private double cpuSeconds() {
        return evidence.coverage()
                .filter(each -> each.cpuSeconds().isPresent())
                .map(each -> each.cpuSeconds().getAsDouble() - pauses() * each.hardwareThreads())
                .orElse(0.0);
    }

    private double sampledSeconds() {
        return activeSeconds() * shares.getOrDefault(Cause.COMPUTATION, 0.0);
    }

    /// The shares if all CPU time of the process is computation.
    private Map<Cause, Double> withCpuTime() {
        double all = activeSeconds() - sampledSeconds() + cpuSeconds();
        Map<Cause, Double> corrected = new EnumMap<>(Cause.class);
        shares.forEach((cause, share) -> corrected.put(cause, share * activeSeconds() / all));
        corrected.put(Cause.COMPUTATION, cpuSeconds() / all);
        return corrected;
    }

    private double pauses() {
        return evidence.breakdown().gcPauses();
    }

    private double elapsed() {
        return evidence.elapsedSeconds().orElse(0);
    }

    private double activeSeconds() {
        return active * cpu.unit().factorTo(Unit.SECONDS);
    }

    /// Shares of CPU time, but of elapsed time for pauses and for a busy device. A thread that
    /// waits for other threads does not compete with a busy device. A device that is less busy does
    /// not starve while the host waits for it to finish.
    private Map<Cause, Double> competing(Map<Cause, Double> of) {
        Map<Cause, Double> competing = new EnumMap<>(of);
        if (pauseShare() > 0) competing.put(Cause.GC, pauseShare());
        if (!gpuBusy() && !gpuStarves()) return competing;
        DeviceBusy busy = evidence.busy().orElseThrow();
        if (gpuStarves()) {
            competing.put(Cause.GPU, launches());
            competing.put(Cause.GPU_WORKS, Math.min(synchronisation(), busy.atMost()));
            return competing;
        }
        competing.remove(Cause.WAITING);
        competing.put(Cause.GPU, busy.atLeast() - busy.communication());
        competing.merge(Cause.COMMUNICATION, busy.communication(), Math::max);
        return competing;
    }

    /// Of CPU time.
    private double synchronisation() {
        return cpu.rows().stream()
                        .filter(row -> row.operation() == Operation.GPU_SYNCHRONISATION)
                        .mapToDouble(Row::value)
                        .sum()
                / active;
    }

    /// Of CPU time, without synchronisation.
    private double launches() {
        return Math.max(0, shares.getOrDefault(Cause.GPU, 0.0) - synchronisation());
    }

    /// Whether the trace does not show what the host does most of the time, and no busy device
    /// explains it.
    private boolean isUntraced(Map<Cause, Double> competing) {
        double share = shares.getOrDefault(Cause.ANNOTATIONS, 0.0);
        return !gpuBusy()
                && share >= Verdict.BOUND_FROM
                && competing.values().stream().allMatch(each -> each <= share);
    }

    private Bound untraced() {
        String names =
                evidence.breakdown().annotations().entrySet().stream()
                        .filter(each -> each.getValue() / active >= SMALLEST)
                        .limit(MAX_ROWS)
                        .map(
                                each ->
                                        "%s (%s of %s)"
                                                .formatted(
                                                        each.getKey(),
                                                        Verdict.percent(each.getValue() / active),
                                                        time()))
                        .collect(Collectors.joining(", "));
        return undetermined(
                "the trace does not show what the CPU does inside " + names,
                "cannot determine what the CPU does there: record Python functions"
                        + " (with_stack=True) or annotate the code inside");
    }

    private double pauseShare() {
        return elapsed() > 0 ? pauses() / elapsed() : 0;
    }

    private boolean gpuBusy() {
        return evidence.busy().filter(busy -> busy.atLeast() >= Verdict.GPU_BUSY_FROM).isPresent();
    }

    private boolean gpuStarves() {
        return evidence.busy().filter(busy -> busy.atMost() < Verdict.GPU_BUSY_FROM).isPresent();
    }

    /// Whether the decision depends on how busy the device is, which is not known.
    private boolean needsBusy(Bound bound, Map<Cause, Double> competing) {
        if (gpuBusy() || gpuStarves()) return false;
        double calls = competing.getOrDefault(Cause.GPU, 0.0);
        return bound == Bound.LAUNCH || (bound == Bound.MIXED && calls >= Verdict.BOUND_FROM);
    }

    private Bound withoutBusy() {
        return undetermined(
                shareOf(Cause.GPU),
                evidence.busy()
                        .map(
                                busy ->
                                        "cannot determine how long the GPU is busy: %s of elapsed"
                                                        .formatted(busy.text())
                                                + " time without a trace of its streams")
                        .orElse(
                                "cannot determine how long the GPU is busy: the profile has no GPU"
                                        + " time"));
    }

    private String evidence(Bound bound) {
        return switch (bound) {
            case GPU -> busyText() + copiesText();
            case LAUNCH ->
                    "%s, while %s of %s is launches to the GPU%s"
                            .formatted(
                                    busyText(),
                                    Verdict.percent(launches()),
                                    time(),
                                    rows(
                                            Cause.GPU,
                                            row ->
                                                    row.operation()
                                                            != Operation.GPU_SYNCHRONISATION));
            case GC ->
                    "pauses of the garbage collector take %s of elapsed time"
                            .formatted(Verdict.percent(pauseShare()));
            case LOCKS -> locks();
            case MIXED -> mixed();
            case UNKNOWN -> shareOf(Cause.START_UP);
            case COMMUNICATION ->
                    gpuBusy() && !(shares.getOrDefault(Cause.COMMUNICATION, 0.0) >= exposed())
                            ? "the GPU only communicates for %s of elapsed time"
                                    .formatted(Verdict.percent(exposed()))
                            : shareOf(Cause.COMMUNICATION);
            case IO -> shareOf(Cause.FILES);
            case COMPUTE, MEMORY, IDLE -> shareOf(Cause.COMPUTATION);
        };
    }

    private double exposed() {
        return evidence.busy().map(DeviceBusy::communication).orElse(0.0);
    }

    private String busyText() {
        return evidence.busy().orElseThrow().sentence("elapsed time");
    }

    private String copiesText() {
        double copies = evidence.breakdown().gpu().map(DeviceVerdict::copies).orElse(0.0);
        return copies >= MOST
                ? ", mostly with memory copies (%s of GPU time)".formatted(Verdict.percent(copies))
                : "";
    }

    private String locks() {
        double share = shares.getOrDefault(Cause.LOCKS, 0.0);
        double factor = cpu.unit().factorTo(Unit.SECONDS);
        return "threads wait %s for monitors and locks, %s of the %s in which they were not idle%s"
                .formatted(
                        seconds(share * active * factor),
                        Verdict.percent(share),
                        seconds(active * factor),
                        evidence.lock().isEmpty() ? "" : " (" + evidence.lock() + ")");
    }

    private String mixed() {
        String text =
                time()
                        + Verdict.largestFirst(shares).stream()
                                .filter(each -> each.getValue() >= SMALLEST)
                                .map(
                                        each ->
                                                Verdict.percent(each.getValue())
                                                        + " "
                                                        + each.getKey().noun())
                                .collect(Collectors.joining(", ", " is ", ""));
        return deviceInMixed() + text;
    }

    /// The shares of a device that made a run mixed.
    private String deviceInMixed() {
        if (gpuBusy() && exposed() > 0)
            return "the GPU works for %s of elapsed time and only communicates for %s; "
                    .formatted(
                            Verdict.percent(evidence.busy().orElseThrow().atLeast() - exposed()),
                            Verdict.percent(exposed()));
        if (gpuBusy()) return busyText() + "; ";
        return alternates()
                ? "CPU and GPU alternate (%s, the CPU waits for it %s of its time and launches %s); "
                        .formatted(
                                busyText(),
                                Verdict.percent(synchronisation()),
                                Verdict.percent(launches()))
                : "";
    }

    private boolean alternates() {
        return gpuStarves()
                && competing(shares).getOrDefault(Cause.GPU_WORKS, 0.0) >= Verdict.BOUND_FROM;
    }

    private String time() {
        String time = evidence.breakdown().withWaits() ? "thread time" : "CPU time";
        return idle > 0 ? time + " without idle threads" : time;
    }

    private static String seconds(double value) {
        return QUANTITY.text(value, Unit.SECONDS);
    }

    private String shareOf(Cause cause) {
        return "%s of %s is %s%s"
                .formatted(
                        Verdict.percent(shares.getOrDefault(cause, 0.0)),
                        time(),
                        cause.noun(),
                        rows(cause, _ -> true));
    }

    /// The largest kinds behind a cause.
    private String rows(Cause cause, Predicate<Row> which) {
        List<Row> rows =
                cpu.rows().stream()
                        .filter(row -> Cause.of(row.operation()) == cause && which.test(row))
                        .filter(row -> row.operation() != Operation.COMPUTATION)
                        .filter(row -> row.operation() != Operation.NATIVE_CODE)
                        .limit(MAX_ROWS)
                        .toList();
        if (rows.isEmpty()) return "";
        return rows.stream()
                .map(
                        row ->
                                "%s %s %s"
                                        .formatted(
                                                row.operation().major().title(),
                                                row.operation().minor(),
                                                Verdict.percent(row.value() / active)))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private void noteStartUp() {
        double startUp = shares.getOrDefault(Cause.START_UP, 0.0);
        if (startUp >= SMALLEST)
            why.add(
                    "%s of it is start-up of MPI, which is not communication"
                            .formatted(Verdict.percent(startUp)));
    }

    private void noteIdle() {
        if (!(idle > 0)) return;
        boolean openMp = cpu.rows().stream().noneMatch(row -> row.operation() == Operation.PARKED);
        String share = Verdict.percent(idle / cpu.total());
        why.add(
                openMp
                        ? share + " of all CPU time is OpenMP threads that are idle"
                        : "threads are parked, waiting or asleep for %s of recorded thread time"
                                .formatted(share));
    }

    private void notePauses(Bound bound) {
        if (bound != Bound.GC && pauseShare() >= SMALLEST)
            why.add(
                    "pauses of the garbage collector take %s of elapsed time"
                            .formatted(Verdict.percent(pauseShare())));
    }

    /// Ranks rarely compute without any exchange, so the calls may not have been recorded.
    private void noteSilentRanks() {
        if (evidence.ranks() > 1
                && !shares.containsKey(Cause.COMMUNICATION)
                && !shares.containsKey(Cause.START_UP))
            unknown.add(
                    "cannot determine whether the run is communication-bound: %,d ranks, but no"
                                    .formatted(evidence.ranks())
                            + " communication call was recorded");
    }

    private Bound computeOrMemory() {
        Optional<MemoryEvidence> memory = MemoryEvidence.of(evidence);
        memory.ifPresent(found -> why.add(found.text()));
        if (memory.isEmpty())
            unknown.add(
                    "cannot determine whether the run is memory-bound: the profile has no cache,"
                            + " stall or copy metrics");
        else if (memory.get().bound() == Bound.UNKNOWN)
            unknown.add(
                    "cannot determine whether the run is memory-bound: no metric divides waiting"
                            + " for data from waiting for execution units");
        return memory.map(MemoryEvidence::bound)
                .filter(bound -> bound != Bound.UNKNOWN)
                .orElse(Bound.COMPUTE);
    }

    private void noteDevice(Bound bound) {
        boolean named = bound == Bound.GPU || bound == Bound.LAUNCH;
        boolean mixed = bound == Bound.MIXED && !deviceInMixed().isEmpty();
        if (!named && !mixed && evidence.busy().isPresent()) why.add(busyText());
        if (named && synchronisation() >= SMALLEST)
            why.add(
                    "the CPU waits for it %s of its time"
                            .formatted(Verdict.percent(synchronisation())));
        var device = new DeviceVerdict(evidence);
        evidence.breakdown().gpu().filter(gpu -> gpu.total() > 0).ifPresent(device::ofKernels);
        why.addAll(device.why);
        if (bound == Bound.GPU) unknown.addAll(device.unknown);
    }
}
