package treeline.breakdown;

import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;

import treeline.breakdown.Breakdown.Row;
import treeline.numbers.activity.Operation;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The rules of a [Verdict] about a host with GPUs: whether they are busy, starve, or alternate
/// with the host.
record GpuRules(Verdict.Evidence evidence, HostTime host) {
    /// From this share of GPU time on, a GPU mostly copies.
    private static final double MOSTLY = 0.5;

    boolean isBusy() {
        return evidence.busy().filter(busy -> busy.atLeast() >= Verdict.GPU_BUSY_FROM).isPresent();
    }

    private boolean starves() {
        return evidence.busy().filter(busy -> busy.atMost() < Verdict.GPU_BUSY_FROM).isPresent();
    }

    /// Shares of CPU time, but of elapsed time for a busy GPU. A thread that waits for other
    /// threads does not compete with a busy GPU. A GPU that is less busy does not starve while the
    /// host waits for it to finish.
    Map<Cause, Double> competing(Map<Cause, Double> of) {
        Map<Cause, Double> competing = new EnumMap<>(of);
        if (!isBusy() && !starves()) return competing;
        DeviceBusy busy = evidence.busy().orElseThrow();
        if (starves()) {
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
    double synchronisation() {
        return host.cpu().rows().stream()
                        .filter(row -> row.operation() == Operation.GPU_SYNCHRONISATION)
                        .mapToDouble(Row::value)
                        .sum()
                / host.active();
    }

    /// Of CPU time, without synchronisation.
    private double launches() {
        return Math.max(0, host.share(Cause.GPU) - synchronisation());
    }

    /// Whether the decision depends on how busy the GPU is, which is not known.
    boolean needsBusy(Bottleneck bound, Map<Cause, Double> competing) {
        if (isBusy() || starves()) return false;
        double calls = competing.getOrDefault(Cause.GPU, 0.0);
        return bound == Bottleneck.LAUNCH
                || (bound == Bottleneck.MIXED && calls >= Verdict.BOUND_FROM);
    }

    Verdict withoutBusy() {
        Optional<DeviceBusy> busy = evidence.busy();
        return Verdict.undetermined(
                host.shareOf(Cause.GPU),
                busy.isPresent()
                        ? Sentence.of(
                                "cannot determine how long the GPU is busy: {share} of elapsed time"
                                        + " without a trace of its streams",
                                clause(busy.get().share()))
                        : Sentence.of(
                                "cannot determine how long the GPU is busy: the profile has no GPU"
                                        + " time"));
    }

    Sentence busyText() {
        return evidence.busy().orElseThrow().sentence("elapsed time");
    }

    /// Why a run is GPU-bound.
    Sentence boundText() {
        double copies = evidence.breakdown().gpu().map(DeviceVerdict::copies).orElse(0.0);
        return Sentence.of(
                "{busy}{copies}",
                clause(busyText()),
                copies >= MOSTLY
                        ? clause(
                                ", mostly with memory copies ({share} of GPU time)",
                                comparedShare(copies))
                        : clause());
    }

    /// Why a run is launch-bound.
    Sentence launchText() {
        return Sentence.of(
                "{busy}, while {share} of {time} is spent launching GPU work{operations}",
                clause(busyText()),
                comparedShare(launches()),
                host.time(),
                host.operations(
                        Cause.GPU, row -> row.operation() != Operation.GPU_SYNCHRONISATION));
    }

    /// Why a run is communication-bound: the CPU communicates, or the GPU does and nothing else.
    Sentence communicationText() {
        return isBusy() && !(host.share(Cause.COMMUNICATION) >= exposed())
                ? Sentence.of(
                        "the GPU only communicates for {share} of elapsed time",
                        comparedShare(exposed()))
                : host.shareOf(Cause.COMMUNICATION);
    }

    private double exposed() {
        return evidence.busy().map(DeviceBusy::communication).orElse(0.0);
    }

    /// Whether the GPU is one of the reasons why a run is mixed.
    boolean makesMixed() {
        return isBusy() || alternates();
    }

    /// The shares of a GPU that made a run mixed, or an empty clause.
    Argument inMixed() {
        if (isBusy() && exposed() > 0)
            return clause(
                    "the GPU works for {work} of elapsed time and only communicates for"
                            + " {communication}; ",
                    comparedShare(evidence.busy().orElseThrow().atLeast() - exposed()),
                    comparedShare(exposed()));
        if (isBusy()) return clause("{busy}; ", clause(busyText()));
        if (!alternates()) return clause();
        return clause(
                "CPU and GPU alternate ({busy}, the CPU waits for it {waits} of its time"
                        + " and launches {launches}); ",
                clause(busyText()),
                comparedShare(synchronisation()),
                comparedShare(launches()));
    }

    private boolean alternates() {
        return starves()
                && competing(host.shares()).getOrDefault(Cause.GPU_WORKS, 0.0)
                        >= Verdict.BOUND_FROM;
    }
}
