package treeline.breakdown;

import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;
import static treeline.statement.Argument.count;
import static treeline.statement.Argument.name;

import treeline.model.Context;
import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The share of elapsed time in which devices are busy. Traces give it exactly. Without traces,
/// device time is a sum over streams that may overlap and host time a sum over threads, so that the
/// share is known between two bounds only.
///
/// A rank counts by its busiest device: one that it hardly uses does not make the other idle.
///
/// @param atLeast 0 to 1
/// @param atMost 0 to 1, not below `atLeast`
/// @param communication of elapsed time, in which devices only communicate; 0 if not known
/// @param devices those that were traced; empty if the bounds are from sums
public record DeviceBusy(
        double atLeast, double atMost, double communication, List<GpuUtilisation> devices) {
    /// A sentence names this many devices at most.
    private static final int MAX_NAMED = 4;

    public DeviceBusy {
        devices = List.copyOf(devices);
        if (!(atLeast >= 0 && atLeast <= atMost && atMost <= 1))
            throw new IllegalArgumentException(
                    "expected shares 0 <= %s <= %s <= 1".formatted(atLeast, atMost));
    }

    /// From traces, or bounds from the sums of a breakdown; empty if the profile has no device time
    /// or no elapsed time.
    ///
    /// @param contexts of the run
    public static Optional<DeviceBusy> of(
            List<GpuUtilisation> devices,
            Breakdown breakdown,
            ReportMetrics metrics,
            List<Context> contexts) {
        if (!devices.isEmpty()) return ofTraces(devices);
        if (breakdown.gpu().isEmpty() || breakdown.cpu().isEmpty()) return Optional.empty();
        Breakdown.Part gpu = breakdown.gpu().get();
        Breakdown.Part cpu = breakdown.cpu().get();
        if (!gpu.unit().convertsTo(Unit.SECONDS) || !cpu.unit().convertsTo(Unit.SECONDS))
            return Optional.empty();
        return ofSums(
                gpu.total() * gpu.unit().factorTo(Unit.SECONDS),
                cpu.total() * cpu.unit().factorTo(Unit.SECONDS),
                contexts,
                metrics.hasElapsedTime());
    }

    /// The mean over ranks of the busiest device of each; empty if no device was traced.
    static Optional<DeviceBusy> ofTraces(List<GpuUtilisation> devices) {
        if (devices.isEmpty()) return Optional.empty();
        Map<String, GpuUtilisation> busiest = new LinkedHashMap<>();
        for (GpuUtilisation each : devices) busiest.merge(each.rank(), each, DeviceBusy::busier);
        double busy =
                busiest.values().stream()
                        .mapToDouble(GpuUtilisation::busyShare)
                        .average()
                        .orElse(0);
        double communication =
                busiest.values().stream()
                        .mapToDouble(GpuUtilisation::communicationShare)
                        .average()
                        .orElse(0);
        return Optional.of(new DeviceBusy(busy, busy, communication, devices));
    }

    private static GpuUtilisation busier(GpuUtilisation one, GpuUtilisation other) {
        return other.busyShare() > one.busyShare() ? other : one;
    }

    /// Bounds from sums, in the same unit and over the same ranks. The elapsed time of a rank is
    /// between the mean of its threads and their sum; its device is busy between the mean of its
    /// streams and their sum.
    ///
    /// @param isElapsed whether the host's time has waiting in it: CPU time has not, so that the
    ///   elapsed time may be longer
    static Optional<DeviceBusy> ofSums(
            double device, double host, List<Context> contexts, boolean isElapsed) {
        if (!(host > 0)) return Optional.empty();
        double streams = mostPerRank(contexts, true);
        double threads = mostPerRank(contexts, false);
        double atMost = Math.min(1, device / (host / threads));
        double atLeast = isElapsed ? Math.min(atMost, device / streams / host) : 0;
        return Optional.of(new DeviceBusy(atLeast, atMost, 0, List.of()));
    }

    /// At least 1: a profile may store device time with the thread that launched it.
    private static int mostPerRank(List<Context> contexts, boolean streams) {
        Map<Context, Integer> counts = new HashMap<>();
        for (Context each : contexts)
            if ((each.stream() != Context.NONE) == streams)
                counts.merge(each.process(), 1, Integer::sum);
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    boolean isExact() {
        return atLeast == atMost;
    }

    /// `the GPU is busy 88 % of elapsed time`, or by device if a rank has several.
    ///
    /// @param time `elapsed time`
    Sentence sentence(String time) {
        long ranks = devices.stream().map(GpuUtilisation::rank).distinct().count();
        if (ranks == devices.size())
            return Sentence.of(
                    "the GPU is busy {share} of {time}{differences}",
                    clause(share()),
                    name(time),
                    differences());
        if (ranks > 1 || devices.size() > MAX_NAMED)
            return Sentence.of(
                    ranks > 1
                            ? "the busiest GPU of each rank is busy {share} of {time}"
                            : "the busiest GPU is busy {share} of {time}",
                    clause(share()),
                    name(time));
        List<GpuUtilisation> sorted =
                devices.stream()
                        .sorted(Comparator.comparingDouble(GpuUtilisation::busyShare).reversed())
                        .toList();
        Sentence[] others =
                sorted.stream()
                        .skip(1)
                        .map(
                                each ->
                                        Sentence.of(
                                                ", device {device} {share}",
                                                name(each.device()),
                                                comparedShare(each.busyShare())))
                        .toArray(Sentence[]::new);
        return Sentence.of(
                "device {device} is busy {share} of {time}{others}",
                name(sorted.getFirst().device()),
                clause(share()),
                name(time),
                clause(others));
    }

    /// Which ranks have a busy device, if only some have.
    private Argument differences() {
        double least = devices.stream().mapToDouble(GpuUtilisation::busyShare).min().orElse(0);
        double most = devices.stream().mapToDouble(GpuUtilisation::busyShare).max().orElse(0);
        return least < Verdict.GPU_BUSY_FROM && most >= Verdict.GPU_BUSY_FROM
                ? clause(
                        " (mean of {ranks} ranks, from {least} to {most})",
                        count(devices.size()),
                        comparedShare(least),
                        comparedShare(most))
                : clause();
    }

    /// `88 %`, `at most 12 %`, `between 20 % and 80 %`.
    Sentence share() {
        if (isExact()) return Sentence.of("{share}", comparedShare(atLeast));
        return atLeast == 0
                ? Sentence.of("at most {most}", comparedShare(atMost))
                : Sentence.of(
                        "between {least} and {most}",
                        comparedShare(atLeast),
                        comparedShare(atMost));
    }
}
