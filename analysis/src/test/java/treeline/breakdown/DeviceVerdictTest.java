package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.breakdown.DrawnVerdict.ofRank;
import static treeline.breakdown.DrawnVerdict.texts;
import static treeline.breakdown.DrawnVerdict.verdict;
import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Operation;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.List;
import java.util.OptionalDouble;

/// Verdicts of runs with GPUs.
class DeviceVerdictTest {
    private static String gpu(String metric, double value) {
        return "metric %s s exclusive\npath stream0\nmain %s\n\n".formatted(metric, value);
    }

    @Test
    void copiesAsLongAsKernelsAreMemory() {
        assertThat(verdict(gpu("GKER", 5) + gpu("GXCOPY", 3) + gpu("GICOPY", 2)).sentence().text())
                .isEqualTo("memory-bound: kernels are 50 % of GPU time, copies 50 %");
        assertThat(verdict(gpu("GKER", 51) + gpu("GXCOPY", 49)).bound())
                .as("without a trace, whether the device is busy is not known")
                .isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void samplesInsideOfKernelsDecide() {
        String kernels = gpu("GKER", 5);
        assertThat(verdict(kernels + samples(100, 90, 40)).bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(verdict(kernels + samples(100, 31, 30)).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(verdict(kernels + samples(100, 90, 39)).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(verdict(kernels + samples(100, 30, 30)).bound()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void cyclesOfNewerWritersDecideLikeSamples() {
        String cycles = count("GCYCLES", 100) + count("GCYCLES:STL", 93);
        String kernels = gpu("GKER", 5);
        assertThat(verdict(kernels + cycles + count("GCYCLES:STL:MEM", 40)).bound())
                .isEqualTo(Bottleneck.MEMORY);
        assertThat(texts(verdict(kernels + cycles + count("GCYCLES:STL:MEM", 31)).why()))
                .contains("31 % of samples in kernels wait for memory");
    }

    private static String samples(int all, int stalled, int onMemory) {
        return count("GINS", all)
                + count("GINS:STL_ANY", stalled)
                + count("GINS:STL_GMEM", onMemory);
    }

    private static String count(String metric, int value) {
        return "metric %s # exclusive\npath stream0\nmain %d\n\n".formatted(metric, value);
    }

    @Test
    void theHostsWaitingIsNoTimeOfTheDevice() {
        Profile profile = profileOf(gpu("GKER", 5) + gpu("GSYNC", 4.5) + gpu("GPUOP", 10));
        ReportMetrics metrics = ReportMetrics.of(profile.outline());
        Breakdown breakdown =
                Breakdown.of(
                        profile.outline(),
                        metrics,
                        metric -> Numbers.of(profile, metric),
                        Reduction.MEAN);
        assertThat(breakdown.hostWaits()).isEqualTo(4.5);
        Breakdown.Part device = breakdown.gpu().orElseThrow();
        assertThat(device.total()).isEqualTo(5.5);
        assertThat(device.rows().stream().map(Breakdown.Row::operation))
                .containsExactly(Operation.GPU_KERNEL, Operation.GPU_OTHER);
    }

    private static List<GpuUtilisation> busy(int busy, int communication) {
        return List.of(new GpuUtilisation("rank 0", "", 1, busy, 1000 - busy, communication));
    }

    private static Verdict onDevice(String rows, int busy, int communication) {
        return verdict("path rank0\n" + rows, busy(busy, communication), OptionalDouble.empty());
    }

    @Test
    void aDeviceBoundsTheRunFromHalfOfTheElapsedTimeOn() {
        String waits = "main 10\nmain/cudaDeviceSynchronize 90";
        Verdict bound = onDevice(waits, 500, 0);
        assertThat(bound.sentence().text())
                .isEqualTo("GPU-bound: the GPU is busy 50 % of elapsed time");
        assertThat(texts(bound.why())).contains("the CPU waits for it 90 % of its time");
        assertThat(onDevice(waits, 880, 0).bound()).isEqualTo(Bottleneck.GPU);
        assertThat(onDevice(waits, 499, 0).sentence().text())
                .isEqualTo(
                        "mixed: CPU and GPU alternate (the GPU is busy 49.9 % of elapsed time, the"
                                + " CPU waits for it 90 % of its time and launches 0.0 %); the time"
                                + " is 90 % waiting for the GPU, 10 % computation");
    }

    /// A host that waits for a device that works does not starve it.
    @Test
    void synchronisationIsNoLaunch() {
        String run = "main 55\nmain/cudaStreamSynchronize %d\nmain/cudaLaunchKernel %d";
        assertThat(onDevice(run.formatted(16, 29), 300, 0).bound()).isEqualTo(Bottleneck.MIXED);
        assertThat(onDevice(run.formatted(15, 30), 300, 0).sentence().text())
                .isEqualTo(
                        "launch-bound: the GPU is busy 30 % of elapsed time, while 30 % of the time"
                                + " is spent launching GPU work (GPU calls kernel launch 30 %)");
        assertThat(texts(onDevice(run.formatted(15, 30), 300, 0).why()))
                .contains("the CPU waits for it 15 % of its time");
        String waits = "main 20\nmain/cudaStreamSynchronize 45\nmain/cudaLaunchKernel 35";
        assertThat(onDevice(waits, 299, 0).bound())
                .as("the device explains 29.9 % of waiting")
                .isEqualTo(Bottleneck.LAUNCH);
        assertThat(onDevice(waits, 300, 0).bound()).isEqualTo(Bottleneck.MIXED);
    }

    private static GpuUtilisation device(int rank, String device, int busy) {
        return new GpuUtilisation("rank " + rank, device, 1, busy, 10_000 - busy, 0);
    }

    @Test
    void aRankCountsByItsBusiestDevice() {
        String waits = "path rank0\nmain 10\nmain/cudaDeviceSynchronize 90";
        assertThat(
                        verdict(
                                        waits,
                                        List.of(device(0, "0", 3), device(0, "1", 9000)),
                                        OptionalDouble.empty())
                                .sentence()
                                .text())
                .isEqualTo(
                        "GPU-bound: device 1 is busy 90 % of elapsed time, device 0 less than"
                                + " 0.1 %");
        List<GpuUtilisation> ranks =
                List.of(
                        device(0, "0", 9000),
                        device(0, "1", 0),
                        device(1, "0", 0),
                        device(1, "1", 8000));
        assertThat(verdict(waits, ranks, OptionalDouble.empty()).sentence().text())
                .isEqualTo("GPU-bound: the busiest GPU of each rank is busy 85 % of elapsed time");
        assertThat(
                        verdict(
                                        waits,
                                        List.of(device(0, "0", 7000), device(1, "1", 4000)),
                                        OptionalDouble.empty())
                                .sentence()
                                .text())
                .isEqualTo(
                        "GPU-bound: the GPU is busy 55 % of elapsed time (mean of 2 ranks, from"
                                + " 40 % to 70 %)");
    }

    private static Verdict ofTrace(int annotated, int calls, int busy) {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        for (int step = 0; step < 2; step++) {
            int region = builder.child(ProfileBuilder.ROOT, Frame.region("ProfilerStep#" + step));
            builder.add(time, context, region, annotated / 2.0);
            int operator = builder.child(region, Frame.function("aten::mm"));
            builder.add(time, context, operator, calls / 2.0);
        }
        return verdict(builder.build(), busy(busy, 0), OptionalDouble.empty());
    }

    @Test
    void theSelfTimeOfAnAnnotationIsNotKnownToBeComputation() {
        assertThat(ofTrace(70, 30, 30).sentence().text())
                .isEqualTo(
                        "undetermined: the trace does not show what the CPU does inside"
                                + " ProfilerStep (70 % of the time)");
        assertThat(ofTrace(50, 50, 30).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(ofTrace(30, 70, 30).bound())
                .as("what is not measured may be a loss of 30 %")
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(ofTrace(29, 71, 30).bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofTrace(70, 30, 500).bound())
                .as("a busy device bounds the run whatever the host does")
                .isEqualTo(Bottleneck.GPU);
    }

    /// Instrumented regions of our recorder or of Caliper are code.
    @Test
    void regionsWithoutAFrameworkAreComputation() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(
                time,
                builder.context(Context.WHOLE),
                builder.child(ProfileBuilder.ROOT, Frame.region("solve")),
                5);
        assertThat(verdict(builder.build(), List.of(), OptionalDouble.empty()).bound())
                .isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void aBusyDeviceThatMostlyCopiesSaysSo() {
        String run = "path rank0\nmain 10\nmain/cudaDeviceSynchronize 90\n\n" + gpu("GKER", 5);
        assertThat(
                        verdict(run + gpu("GXCOPY", 5), busy(900, 0), OptionalDouble.empty())
                                .sentence()
                                .text())
                .isEqualTo(
                        "GPU-bound: the GPU is busy 90 % of elapsed time, mostly with memory copies"
                                + " (50 % of GPU time)");
        assertThat(
                        verdict(run + gpu("GXCOPY", 4.9), busy(900, 0), OptionalDouble.empty())
                                .sentence()
                                .text())
                .isEqualTo("GPU-bound: the GPU is busy 90 % of elapsed time");
    }

    @Test
    void aDeviceThatStarvesWhileTheHostLaunchesIsLaunchBoundFromItsThresholdOn() {
        assertThat(onDevice("main 70\nmain/cudaLaunchKernel 30", 40, 0).bound())
                .isEqualTo(Bottleneck.LAUNCH);
        assertThat(onDevice("main 71\nmain/cudaLaunchKernel 29", 40, 0).bound())
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(texts(onDevice("main 71\nmain/cudaLaunchKernel 29", 40, 0).why()))
                .contains("the GPU is busy 4.0 % of elapsed time");
    }

    @Test
    void anIdleDeviceNeverBoundsARunThatCommunicates() {
        Verdict verdict = onDevice("main 9\nmain/gloo:all_reduce 91", 1, 0);
        assertThat(verdict.sentence().text())
                .isEqualTo(
                        "communication-bound: 91 % of the time is communication (Communication"
                                + " other libraries 91 %)");
    }

    @Test
    void aBusyDeviceThatOnlyCommunicatesIsCommunication() {
        String waits = "main 10\nmain/cudaDeviceSynchronize 90";
        assertThat(onDevice(waits, 900, 700).sentence().text())
                .isEqualTo(
                        "communication-bound: the GPU only communicates for 70 % of elapsed time");
        assertThat(onDevice(waits, 900, 299).bound()).isEqualTo(Bottleneck.GPU);
        assertThat(onDevice(waits, 900, 301).bound())
                .as("599 of 1000 against 301")
                .isEqualTo(Bottleneck.MIXED);
        assertThat(onDevice(waits, 900, 400).sentence().text())
                .startsWith(
                        "mixed: the GPU works for 50 % of elapsed time and only communicates for"
                                + " 40 %; ");
    }

    @Test
    void withoutTheTimeOfTheDeviceItsCallsDecideNothing() {
        Verdict verdict = ofRank("main 40\nmain/cudaDeviceSynchronize 60");
        assertThat(verdict.sentence().text())
                .isEqualTo(
                        "undetermined: 60 % of the time is GPU calls"
                                + " (GPU calls synchronisation 60 %)");
        assertThat(texts(verdict.unknown()))
                .containsExactly(
                        "cannot determine how long the GPU is busy: the profile has no GPU time");
    }

    @Test
    void sumsOverStreamsAndThreadsGiveBounds() {
        String gpu =
                """
                path                        rank0thread0  rank0thread1
                main                                  10            30
                main/cudaLaunchKernel                 30             -

                metric gpu_time s exclusive
                path                        rank0stream1  rank0stream2
                main/kernel                           %s            %s
                """;
        assertThat(verdict(gpu.formatted(9, 8)).bound())
                .as("at most 17 of at least 35 s")
                .isEqualTo(Bottleneck.LAUNCH);
        Verdict open = verdict(gpu.formatted(20, 20));
        assertThat(open.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(open.unknown()))
                .containsExactly(
                        "cannot determine how long the GPU is busy: between 29 % and 100 % of"
                                + " elapsed time without a trace of its streams");
    }

    @Test
    void aProfileOfDevicesAloneIsOnlyBoundByThemIfTheyAreBusy() {
        String kernels = gpu("GKER", 5);
        assertThat(verdict(kernels, busy(500, 0), OptionalDouble.empty()).sentence().text())
                .isEqualTo("GPU-bound: the GPU is busy 50 % of the traced time");
        assertThat(verdict(kernels, busy(499, 0), OptionalDouble.empty()).bound())
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(
                        verdict(kernels + samples(100, 90, 40), busy(30, 0), OptionalDouble.empty())
                                .bound())
                .isEqualTo(Bottleneck.UNKNOWN);
    }
}
