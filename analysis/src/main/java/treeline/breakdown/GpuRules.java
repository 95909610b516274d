package treeline.breakdown;

import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;
import static treeline.statement.Argument.name;

import treeline.breakdown.Breakdown.Row;
import treeline.ledger.Account;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
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
    /// threads does not compete with a busy GPU, nor does what the host does for it. A GPU that is
    /// less busy does not starve while the host waits for it to finish. If it is not known how busy
    /// it is, its calls count together.
    Map<Rule, Double> competing(Map<Rule, Double> of) {
        Map<Rule, Double> competing = new EnumMap<>(of);
        if (starves()) {
            competing.remove(Rule.DEVICE);
            competing.merge(Rule.DEVICE_WAIT, evidence.busy().orElseThrow().atMost(), Math::min);
        }
        if (!isBusy() && !starves())
            for (Rule each : List.of(Rule.DEVICE, Rule.COPIES, Rule.DEVICE_WAIT)) {
                competing.merge(Rule.LAUNCHES, competing.getOrDefault(each, 0.0), Double::sum);
                competing.remove(each);
            }
        if (!isBusy()) return competing;
        DeviceBusy busy = evidence.busy().orElseThrow();
        competing.keySet().removeIf(rule -> rule == Rule.THREADS || isForDevice(rule));
        competing.put(Rule.DEVICE, busy.atLeast() - busy.communication());
        competing.merge(Rule.COMMUNICATION, busy.communication(), Math::max);
        return competing;
    }

    private static boolean isForDevice(Rule rule) {
        return rule.accounts().stream().allMatch(Account::isForDevice);
    }

    /// Of CPU time.
    double synchronisation() {
        return host.share(Account.DEVICE_WAIT);
    }

    /// Whether the decision depends on how busy the GPU is, which is not known. Starting a device
    /// and managing its memory are losses, however busy it is.
    boolean needsBusy(Bottleneck bound, Map<Rule, Double> competing) {
        if (isBusy() || starves()) return false;
        return bound == Bottleneck.LAUNCH
                || (bound == Bottleneck.MIXED
                        && competing.getOrDefault(Rule.LAUNCHES, 0.0) >= Verdict.BOUND_FROM);
    }

    private static boolean isCall(Row row) {
        return switch (row.operation().account()) {
            case KERNELS, COPIES, LAUNCHES, OPERATORS, DEVICE_WAIT -> true;
            default -> false; // no call whose cost depends on how busy the device is
        };
    }

    Verdict withoutBusy() {
        Optional<DeviceBusy> busy = evidence.busy();
        return Verdict.undetermined(
                Sentence.of(
                        "{share} of {time} is GPU calls{operations}",
                        comparedShare(
                                competing(Rule.shares(host.shares()))
                                        .getOrDefault(Rule.LAUNCHES, 0.0)),
                        host.time(),
                        host.operations(GpuRules::isCall)),
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

    /// Why a run is bound by what the host does for a device that is not busy.
    Sentence hostText(Bottleneck bound) {
        Rule rule =
                Arrays.stream(Rule.values())
                        .filter(each -> each.bound() == bound)
                        .findFirst()
                        .orElseThrow();
        Argument operations =
                host.operations(row -> rule.accounts().contains(row.operation().account()));
        Argument share = comparedShare(host.share(rule));
        String doing =
                switch (rule) {
                    case LAUNCHES -> "spent launching GPU work";
                    case COPIES -> "spent in copies to and from the GPU";
                    case DEVICE_MEMORY -> "spent allocating and freeing GPU memory";
                    default -> "spent in calls that start the GPU or query its properties";
                };
        return evidence.busy().isPresent()
                ? Sentence.of(
                        "{busy}, while {share} of {time} is {doing}{operations}",
                        clause(busyText()),
                        share,
                        host.time(),
                        name(doing),
                        operations)
                : Sentence.of(
                        "{share} of {time} is {doing}{operations}",
                        share,
                        host.time(),
                        name(doing),
                        operations);
    }

    /// Why a run is communication-bound: the CPU communicates, or the GPU does and nothing else.
    Sentence communicationText() {
        return isBusy() && !(host.share(Account.COMMUNICATION) >= exposed())
                ? Sentence.of(
                        "the GPU only communicates for {share} of elapsed time",
                        comparedShare(exposed()))
                : host.shareOf(Account.COMMUNICATION);
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
                comparedShare(host.share(Rule.LAUNCHES)));
    }

    private boolean alternates() {
        return starves()
                && competing(Rule.shares(host.shares())).getOrDefault(Rule.DEVICE_WAIT, 0.0)
                        >= Verdict.BOUND_FROM;
    }
}
