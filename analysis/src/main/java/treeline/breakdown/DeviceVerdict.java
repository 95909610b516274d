package treeline.breakdown;

import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;

import treeline.breakdown.Breakdown.Part;
import treeline.breakdown.ReportMetrics.Counter;
import treeline.ledger.Account;
import treeline.ledger.Operation;
import treeline.model.Metric;
import treeline.statement.Sentence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The verdict on the devices of a run. Collects the evidence while it decides.
final class DeviceVerdict {
    private final Verdict.Evidence evidence;
    final List<Sentence> why = new ArrayList<>();
    final List<Sentence> unknown = new ArrayList<>();

    DeviceVerdict(Verdict.Evidence evidence) {
        this.evidence = evidence;
    }

    Verdict ofDevicesAlone() {
        Part gpu = evidence.breakdown().gpu().orElseThrow();
        unknown.add(
                Sentence.of(
                        "cannot determine what bounds the whole program: the profile has no host"
                                + " time"));
        Bottleneck kernels = ofKernels(gpu);
        Optional<DeviceBusy> busy = evidence.busy();
        busy.ifPresent(share -> why.addFirst(share.sentence("the traced time")));
        boolean idle = busy.isPresent() && busy.get().atLeast() < Verdict.GPU_BUSY_FROM;
        boolean never = busy.isEmpty() && kernels == Bottleneck.GPU;
        if (never)
            unknown.add(
                    Sentence.of(
                            "cannot determine how long the GPU is busy: the profile has no trace of"
                                    + " its streams"));
        return new Verdict(idle || never ? Bottleneck.UNKNOWN : kernels, why, unknown);
    }

    /// What bounds the work on the device.
    Bottleneck ofKernels(Part gpu) {
        double kernels = gpu.share(operation -> operation == Operation.GPU_KERNEL);
        double communication = gpu.share(operation -> operation.account() == Account.COMMUNICATION);
        double copies = copies(gpu);
        why.add(
                Sentence.of(
                        "kernels are {kernels} of GPU time, copies {copies}{communication}",
                        comparedShare(kernels),
                        comparedShare(copies),
                        communication > 0
                                ? clause(", communication {share}", comparedShare(communication))
                                : clause()));
        if (communication > kernels + copies) return Bottleneck.COMMUNICATION;
        if (copies > 0 && copies >= kernels) return Bottleneck.MEMORY;
        return ofSamples();
    }

    /// Of the device's time.
    static double copies(Part gpu) {
        return gpu.share(
                operation ->
                        operation == Operation.GPU_EXPLICIT_COPY
                                || operation == Operation.GPU_IMPLICIT_COPY);
    }

    private Bottleneck ofSamples() {
        OptionalDouble memory = ofSamples(Counter.GPU_MEMORY_STALLS);
        OptionalDouble stalls = ofSamples(Counter.GPU_STALLS);
        if (memory.isPresent())
            why.add(
                    Sentence.of(
                            "{share} of samples in kernels wait for memory",
                            comparedShare(memory.getAsDouble())));
        if (stalls.isPresent())
            why.add(
                    Sentence.of(
                            "{share} of samples in kernels issue",
                            comparedShare(1 - stalls.getAsDouble())));
        if (memory.isPresent() && memory.getAsDouble() >= Verdict.MEMORY_FROM)
            return Bottleneck.MEMORY;
        if (stalls.isPresent() && 1 - stalls.getAsDouble() >= Verdict.ISSUE_FROM)
            return Bottleneck.COMPUTE;
        if (memory.isEmpty() && stalls.isEmpty())
            unknown.add(
                    Sentence.of(
                            "cannot determine what bounds the kernels: the profile has no samples"
                                    + " or stalls inside them"));
        return Bottleneck.GPU;
    }

    private OptionalDouble ofSamples(Counter counter) {
        ReportMetrics metrics = evidence.metrics();
        if (metrics.of(counter).isEmpty() || metrics.of(Counter.GPU_SAMPLES).isEmpty())
            return OptionalDouble.empty();
        double part = 0;
        for (Metric metric : metrics.of(counter)) part += evidence.total(metric);
        return Verdict.ratio(part, evidence.total(metrics.of(Counter.GPU_SAMPLES).getFirst()));
    }
}
