package treeline.breakdown;

import treeline.breakdown.Breakdown.Part;
import treeline.breakdown.ReportMetrics.Counter;
import treeline.model.Metric;
import treeline.numbers.Operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What bounds the devices of a run. Collects the evidence while it decides.
final class DeviceVerdict {
    private final Verdict.Evidence evidence;
    final List<String> why = new ArrayList<>();
    final List<String> unknown = new ArrayList<>();

    DeviceVerdict(Verdict.Evidence evidence) {
        this.evidence = evidence;
    }

    Verdict ofDevicesAlone() {
        Optional<Part> gpu = evidence.breakdown().gpu().filter(part -> part.total() > 0);
        if (gpu.isEmpty())
            return new Verdict(
                    Bound.UNKNOWN,
                    List.of("the profile has neither CPU time nor GPU time"),
                    List.of());
        unknown.add("cannot determine what bounds the whole program: the profile has no CPU time");
        Bound kernels = ofKernels(gpu.get());
        Optional<DeviceBusy> busy = evidence.busy();
        busy.ifPresent(share -> why.addFirst(share.sentence("the traced time")));
        boolean idle = busy.isPresent() && busy.get().atLeast() < Verdict.GPU_BUSY_FROM;
        boolean never = busy.isEmpty() && kernels == Bound.GPU;
        if (never)
            unknown.add(
                    "cannot determine how long the GPU is busy: the profile has no trace of its"
                            + " streams");
        return new Verdict(idle || never ? Bound.UNKNOWN : kernels, why, unknown);
    }

    /// What bounds the work on the device.
    Bound ofKernels(Part gpu) {
        double kernels = gpu.share(operation -> operation == Operation.GPU_KERNEL);
        double communication = gpu.share(operation -> Cause.of(operation) == Cause.COMMUNICATION);
        double copies = copies(gpu);
        why.add(
                "kernels are %s of GPU time, copies %s%s"
                        .formatted(
                                Verdict.percent(kernels),
                                Verdict.percent(copies),
                                communication > 0
                                        ? ", communication " + Verdict.percent(communication)
                                        : ""));
        if (communication > kernels + copies) return Bound.COMMUNICATION;
        if (copies > 0 && copies >= kernels) return Bound.MEMORY;
        return ofSamples();
    }

    /// Of the device's time.
    static double copies(Part gpu) {
        return gpu.share(
                operation ->
                        operation == Operation.GPU_EXPLICIT_COPY
                                || operation == Operation.GPU_IMPLICIT_COPY);
    }

    private Bound ofSamples() {
        OptionalDouble memory = ofSamples(Counter.GPU_MEMORY_STALLS);
        OptionalDouble stalls = ofSamples(Counter.GPU_STALLS);
        if (memory.isPresent())
            why.add(
                    Verdict.percent(memory.getAsDouble())
                            + " of samples in kernels wait for memory");
        if (stalls.isPresent())
            why.add(Verdict.percent(1 - stalls.getAsDouble()) + " of samples in kernels issue");
        if (memory.isPresent() && memory.getAsDouble() >= Verdict.MEMORY_FROM) return Bound.MEMORY;
        if (stalls.isPresent() && 1 - stalls.getAsDouble() >= Verdict.ISSUE_FROM)
            return Bound.COMPUTE;
        if (memory.isEmpty() && stalls.isEmpty())
            unknown.add(
                    "cannot determine what bounds the kernels: the profile has no samples or stalls"
                            + " inside them");
        return Bound.GPU;
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
