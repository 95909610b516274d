package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.numbers.activity.Operation;
import treeline.statement.Sentence;
import treeline.transform.Reduction;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

class VerdictTest {

    private static Verdict of(String drawing) {
        return of(drawing, List.of(), OptionalDouble.empty());
    }

    private static Verdict of(
            String drawing, List<GpuUtilisation> devices, OptionalDouble elapsed) {
        return of(profileOf(drawing), devices, elapsed);
    }

    private static Verdict of(
            Profile profile, List<GpuUtilisation> devices, OptionalDouble elapsed) {
        return of(profile, devices, elapsed, Optional.empty());
    }

    private static Verdict of(
            Profile profile,
            List<GpuUtilisation> devices,
            OptionalDouble elapsed,
            Optional<JvmCoverage> coverage) {
        ReportMetrics metrics = ReportMetrics.of(profile.outline());
        Breakdown breakdown =
                Breakdown.of(
                        profile.outline(),
                        metrics,
                        metric -> Numbers.of(profile, metric),
                        Reduction.MEAN);
        return Verdict.of(
                new Verdict.Evidence(
                        breakdown,
                        metrics,
                        metric -> Numbers.of(profile, metric),
                        Reduction.MEAN,
                        profile.contexts().size(),
                        DeviceBusy.of(devices, breakdown, metrics, profile.contexts()),
                        elapsed,
                        coverage,
                        Optional.empty(),
                        Optional.empty()));
    }

    private static Verdict ofRank(String rows) {
        return of("path rank0\n" + rows);
    }

    @Test
    void whatIsNoComputationBoundsFromItsThresholdOn() {
        for (Cause cause :
                EnumSet.of(Cause.COMMUNICATION, Cause.FILES, Cause.GPU, Cause.LOCKS, Cause.GC)) {
            assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.7, cause, 0.3)))
                    .isEqualTo(cause.bound());
            assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.7001, cause, 0.2999)))
                    .isEqualTo(Bottleneck.COMPUTE);
        }
    }

    @Test
    void thresholdsHoldForTimesToo() {
        assertThat(ofRank("main 7\nmain/MPI_Send 1\nmain/MPI_Recv 1\nmain/MPI_Bcast 1").bound())
                .isEqualTo(Bottleneck.COMMUNICATION);
        assertThat(ofRank("main 71\nmain/MPI_Send 29").bound()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void theSmallerOfTwoCountsFromExactlyHalfOfTheLargerOn() {
        assertThat(Verdict.of(Map.of(Cause.FILES, 0.3125, Cause.COMMUNICATION, 0.625)))
                .isEqualTo(Bottleneck.MIXED);
        assertThat(Verdict.of(Map.of(Cause.FILES, 0.3125, Cause.COMMUNICATION, 0.626)))
                .isEqualTo(Bottleneck.COMMUNICATION);
    }

    @Test
    void computationBoundsFromItsThresholdOn() {
        assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.6, Cause.FILES, 0.2, Cause.GPU, 0.2)))
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.59, Cause.FILES, 0.2, Cause.GPU, 0.21)))
                .isEqualTo(Bottleneck.MIXED);
    }

    @Test
    void startUpOfMpiIsNoCommunicationAndHidesTheRunFromHalfOfItOn() {
        Verdict half = ofRank("main 5\nmain/MPI_Init 4\nmain/MPI_Finalize 1");
        assertThat(half.sentence().text())
                .isEqualTo(
                        "undetermined: 50 % of CPU time is MPI start-up (MPI environment and"
                                + " profiling 50 %)");
        assertThat(ofRank("main 51\nmain/MPI_Init 49").sentence().text())
                .isEqualTo("mixed: CPU time is 51 % computation, 49 % MPI start-up");
        assertThat(ofRank("main 60\nmain/MPI_Init 40").bound()).isEqualTo(Bottleneck.COMPUTE);
        Verdict beside = ofRank("main 30\nmain/MPI_Init 40\nmain/MPI_Bcast 30");
        assertThat(beside.bound()).isEqualTo(Bottleneck.COMMUNICATION);
        assertThat(texts(beside.why()))
                .containsExactly(
                        "30 % of CPU time is communication (MPI collective 30 %)",
                        "40 % of it is MPI start-up, which does not count as communication");
    }

    @Test
    void waitingForThreadsIsNoCommunication() {
        assertThat(ofRank("main 66\nmain/GOMP_barrier 34").sentence().text())
                .isEqualTo("mixed: CPU time is 66 % computation, 34 % waiting for threads");
        assertThat(ofRank("main 71\nmain/GOMP_barrier 29").bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofRank("main 60\nmain/MPI_Barrier 40").bound())
                .isEqualTo(Bottleneck.COMMUNICATION);
    }

    @Test
    void idleThreadsAreNoPartOfWhatIsDivided() {
        Verdict verdict = ofRank("main 7\nmain/MPI_Send 3\nOpenMP_thread_idle 90");
        assertThat(texts(verdict.why()))
                .containsExactly(
                        "30 % of CPU time without idle threads is communication (MPI"
                                + " point-to-point 30 %)",
                        "90 % of all CPU time is idle OpenMP threads");
        assertThat(ofRank("OpenMP_thread_idle 9").sentence().text())
                .isEqualTo("undetermined: all threads are idle");
    }

    @Test
    void ranksWithoutACallOfMpiMayStillCommunicate() {
        assertThat(texts(of("path rank0 rank1\nmain 5 5").unknown()))
                .contains(
                        "cannot determine whether the run is communication-bound: 2 ranks, but no"
                                + " communication call was recorded");
        assertThat(texts(of("path rank0 rank1\nmain 9 9\nmain/MPI_Send 1 1").unknown()))
                .noneMatch(line -> line.contains("communication"));
        assertThat(texts(ofRank("main 5").unknown()))
                .noneMatch(line -> line.contains("communication"));
    }

    @Test
    void memoryBoundsFromItsShareOfCyclesOn() {
        String run =
                "path rank0\nmain 10\n\nmetric PAPI_TOT_CYC # exclusive\npath rank0\nmain 100"
                        + "\n\nmetric PAPI_MEM_SCY # exclusive\npath rank0\nmain ";
        Verdict memory = of(run + "40");
        assertThat(memory.bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(texts(memory.why())).contains("40 % of cycles stall on memory");
        assertThat(of(run + "39").bound()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void memoryBoundsFromTenMissesPerThousandInstructionsOn() {
        String run =
                """
                path rank0
                main 10

                metric PAPI_TOT_INS # exclusive
                path rank0
                main 1000

                metric PAPI_L3_TCM # exclusive
                path rank0
                main %s
                """;
        Verdict memory = of(run.formatted("10"));
        assertThat(memory.bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(texts(memory.why()))
                .contains("10.0 last-level cache misses per 1,000 instructions");
        assertThat(of(run.formatted("9")).bound()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void withoutCountersMemoryCannotBeTold() {
        assertThat(texts(ofRank("main 5").unknown()))
                .containsExactly(
                        "cannot determine whether the run is memory-bound: the profile has no"
                                + " cache, stall or copy metrics");
    }

    private static String gpu(String metric, double value) {
        return "metric %s s exclusive\npath stream0\nmain %s\n\n".formatted(metric, value);
    }

    @Test
    void copiesAsLongAsKernelsAreMemory() {
        assertThat(of(gpu("GKER", 5) + gpu("GXCOPY", 3) + gpu("GICOPY", 2)).sentence().text())
                .isEqualTo("memory-bound: kernels are 50 % of GPU time, copies 50 %");
        assertThat(of(gpu("GKER", 51) + gpu("GXCOPY", 49)).bound())
                .as("without a trace, whether the device is busy is not known")
                .isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void samplesInsideOfKernelsDecide() {
        String kernels = gpu("GKER", 5);
        assertThat(of(kernels + samples(100, 90, 40)).bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(of(kernels + samples(100, 31, 30)).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(of(kernels + samples(100, 90, 39)).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(of(kernels + samples(100, 30, 30)).bound()).isEqualTo(Bottleneck.COMPUTE);
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
        return of("path rank0\n" + rows, busy(busy, communication), OptionalDouble.empty());
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
                                + " CPU waits for it 90 % of its time and launches 0.0 %); CPU time"
                                + " is 90 % GPU launches and waiting for the GPU, 10 %"
                                + " computation");
    }

    /// A host that waits for a device that works does not starve it.
    @Test
    void synchronisationIsNoLaunch() {
        String run = "main 55\nmain/cudaStreamSynchronize %d\nmain/cudaLaunchKernel %d";
        assertThat(onDevice(run.formatted(16, 29), 300, 0).bound()).isEqualTo(Bottleneck.MIXED);
        assertThat(onDevice(run.formatted(15, 30), 300, 0).sentence().text())
                .isEqualTo(
                        "launch-bound: the GPU is busy 30 % of elapsed time, while 30 % of CPU time"
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
                        of(
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
        assertThat(of(waits, ranks, OptionalDouble.empty()).sentence().text())
                .isEqualTo("GPU-bound: the busiest GPU of each rank is busy 85 % of elapsed time");
        assertThat(
                        of(
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
        return of(builder.build(), busy(busy, 0), OptionalDouble.empty());
    }

    @Test
    void theSelfTimeOfAnAnnotationIsNotKnownToBeComputation() {
        assertThat(ofTrace(70, 30, 30).sentence().text())
                .isEqualTo(
                        "undetermined: the trace does not show what the CPU does inside"
                                + " ProfilerStep (70 % of CPU time)");
        assertThat(ofTrace(50, 50, 30).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(ofTrace(49, 51, 30).sentence().text())
                .isEqualTo(
                        "mixed: CPU time is 51 % computation, 49 % untraced code inside"
                                + " annotations");
        assertThat(ofTrace(40, 60, 30).bound()).isEqualTo(Bottleneck.COMPUTE);
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
        assertThat(of(builder.build(), List.of(), OptionalDouble.empty()).bound())
                .isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void aBusyDeviceThatMostlyCopiesSaysSo() {
        String run = "path rank0\nmain 10\nmain/cudaDeviceSynchronize 90\n\n" + gpu("GKER", 5);
        assertThat(
                        of(run + gpu("GXCOPY", 5), busy(900, 0), OptionalDouble.empty())
                                .sentence()
                                .text())
                .isEqualTo(
                        "GPU-bound: the GPU is busy 90 % of elapsed time, mostly with memory copies"
                                + " (50 % of GPU time)");
        assertThat(
                        of(run + gpu("GXCOPY", 4.9), busy(900, 0), OptionalDouble.empty())
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
                        "communication-bound: 91 % of CPU time is communication (Communication"
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
                        "undetermined: 60 % of CPU time is GPU launches and waiting for the GPU"
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
        assertThat(of(gpu.formatted(9, 8)).bound())
                .as("at most 17 of at least 35 s")
                .isEqualTo(Bottleneck.LAUNCH);
        Verdict open = of(gpu.formatted(20, 20));
        assertThat(open.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(open.unknown()))
                .containsExactly(
                        "cannot determine how long the GPU is busy: between 29 % and 100 % of"
                                + " elapsed time without a trace of its streams");
    }

    @Test
    void aProfileOfDevicesAloneIsOnlyBoundByThemIfTheyAreBusy() {
        String kernels = gpu("GKER", 5);
        assertThat(of(kernels, busy(500, 0), OptionalDouble.empty()).sentence().text())
                .isEqualTo("GPU-bound: the GPU is busy 50 % of the traced time");
        assertThat(of(kernels, busy(499, 0), OptionalDouble.empty()).bound())
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(of(kernels + samples(100, 90, 40), busy(30, 0), OptionalDouble.empty()).bound())
                .isEqualTo(Bottleneck.UNKNOWN);
    }

    /// Seconds that threads of a JVM run, wait for monitors, are parked, read files.
    private static Verdict ofJvm(double[] seconds, double pauses, double elapsed) {
        return ofJvm(seconds, pauses, elapsed, Optional.empty());
    }

    /// Of a recording in which one thread has unknown time.
    private static Optional<JvmCoverage> gap(double seconds) {
        return coverage(seconds, OptionalDouble.empty(), false);
    }

    private static Optional<JvmCoverage> coverage(
            double gap, OptionalDouble cpu, boolean virtualThreads) {
        return Optional.of(new JvmCoverage(100, 100 - gap, gap, cpu, 4, virtualThreads));
    }

    private static Verdict ofJvm(
            double[] seconds, double pauses, double elapsed, Optional<JvmCoverage> coverage) {
        var builder = new ProfileBuilder();
        String[] names = {"time", "monitor enter", "thread park", "file read"};
        int context = builder.context(Context.WHOLE);
        int node = builder.child(ProfileBuilder.ROOT, Frame.function("Svc.update"));
        for (int i = 0; i < names.length; i++) {
            int metric =
                    builder.metric(new Metric(names[i], Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
            if (seconds[i] > 0) builder.add(metric, context, node, seconds[i] * 1e9);
        }
        int gc = builder.metric(new Metric("gc pauses", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        if (pauses > 0) builder.add(gc, context, node, pauses * 1e9);
        return of(
                builder.build(),
                List.of(),
                elapsed > 0 ? OptionalDouble.of(elapsed) : OptionalDouble.empty(),
                coverage);
    }

    @Test
    void monitorsBoundAJvmFromTheirThresholdOn() {
        assertThat(ofJvm(new double[] {2.1, 7.6, 0, 0}, 0, 5).sentence().text())
                .isEqualTo(
                        "lock-bound: threads wait 7.60 s for monitors and locks, 78 % of the 9.70"
                                + " s in which they were not idle");
        assertThat(ofJvm(new double[] {7, 3, 0, 0}, 0, 10).bound()).isEqualTo(Bottleneck.LOCKS);
        assertThat(ofJvm(new double[] {7.01, 2.99, 0, 0}, 0, 10).bound())
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofJvm(new double[] {2, 0, 0, 8}, 0, 10).bound()).isEqualTo(Bottleneck.IO);
    }

    @Test
    void parkedThreadsAreNotPartOfWhatIsDivided() {
        Verdict verdict = ofJvm(new double[] {7, 3, 90, 0}, 0, 10);
        assertThat(verdict.bound()).isEqualTo(Bottleneck.LOCKS);
        assertThat(texts(verdict.why()))
                .containsExactly(
                        "threads wait 3.00 s for monitors and locks, 30 % of the 10.0 s in which"
                                + " they were not idle",
                        "threads are parked, waiting or asleep for 90 % of recorded thread time");
    }

    @Test
    void aJvmIsIdleIfItsThreadsAreActiveForLessThanHalfOfTheTime() {
        assertThat(ofJvm(new double[] {3, 1, 50, 1}, 0, 10).bound())
                .as("5 of 10 s")
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofJvm(new double[] {3, 1, 50, 0.99}, 0, 10, gap(0)).sentence().text())
                .isEqualTo(
                        "idle: threads run or wait for locks and I/O for 4.99 s of 10.0 s elapsed"
                                + " (49.9 %)");
        assertThat(ofJvm(new double[] {3, 1, 50, 0.99}, 0, 0).bound())
                .as("without elapsed time")
                .isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void aJvmIsNotIdleIfAThreadMayHaveBeenActiveUnseen() {
        double[] seconds = {1, 0, 50, 0};
        assertThat(ofJvm(seconds, 0, 10, gap(3.99)).bound()).isEqualTo(Bottleneck.IDLE);
        Verdict unseen = ofJvm(seconds, 0, 10, gap(4));
        assertThat(unseen.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(unseen.unknown()))
                .containsExactly(
                        "cannot determine what threads do for the rest of the time: samples and"
                                + " recorded waits cover 96 % of thread time");
        assertThat(ofJvm(seconds, 0, 10).bound())
                .as("unknown coverage")
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(
                        texts(
                                ofJvm(seconds, 0, 10, coverage(0, OptionalDouble.empty(), true))
                                        .unknown()))
                .containsExactly(
                        "cannot determine what threads do for the rest of the time: not all"
                                + " waits of virtual threads are recorded");
    }

    /// A profile with time of native methods only.
    private static Verdict inNative(double computes, String method, double seconds) {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("Svc.main"));
        int callee = builder.child(main, Frame.function(method));
        int line = builder.child(callee, new Frame(Frame.Kind.LINE, "line 7", "", 7, ""));
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(time, context, main, computes * 1e9);
        int inNative =
                builder.metric(new Metric("native time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(inNative, context, line, seconds * 1e9);
        return of(builder.build(), List.of(), OptionalDouble.of(10), gap(0));
    }

    @Test
    void nativeMethodsCountAsWhatTheyAreKnownToDo() {
        assertThat(inNative(1, "java.io.FileDescriptor.sync0", 9).bound()).isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "sun.nio.ch.FileDispatcherImpl.force0", 9).bound())
                .isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "sun.nio.ch.SocketDispatcher.read0", 9).bound())
                .isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "java.util.zip.Deflater.deflateBytesBytes", 9).bound())
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(inNative(1, "sun.nio.ch.EPoll.wait", 9).bound()).isEqualTo(Bottleneck.IDLE);
    }

    @Test
    void unknownNativeMethodsNeitherComputeNorWait() {
        Verdict verdict = inNative(7, "Svc.solve0", 3);
        assertThat(verdict.sentence().text())
                .isEqualTo(
                        "undetermined: 30 % of thread time is native code that computes or waits");
        assertThat(texts(verdict.unknown()))
                .containsExactly(
                        "cannot determine whether native code computes or waits: samples do not"
                                + " show it");
        assertThat(inNative(7.01, "Svc.solve0", 2.99).bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(inNative(1, "Svc.solve0", 5).bound()).isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void pausesAreActivity() {
        assertThat(ofJvm(new double[] {1, 0, 50, 0}, 3, 10, gap(0)).bound())
                .as("quiet, but stopped for 30 %")
                .isEqualTo(Bottleneck.GC);
        assertThat(ofJvm(new double[] {1, 0, 50, 0}, 2.9, 10, gap(2.9)).bound())
                .isEqualTo(Bottleneck.IDLE);
        assertThat(ofJvm(new double[] {0.22, 0.01, 0, 0.01}, 2.3, 3, gap(2.8)).bound())
                .isEqualTo(Bottleneck.GC);
    }

    @Test
    void moreCpuTimeThanSamplesDecidesAgainstSharesOfSamples() {
        double[] locks = {1, 9, 0, 0};
        assertThat(ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(1.9), false)).bound())
                .as("less than a tenth of elapsed time")
                .isEqualTo(Bottleneck.LOCKS);
        assertThat(ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(20), false)).bound())
                .as("9 of 29 s are locks in any case")
                .isEqualTo(Bottleneck.LOCKS);
        Verdict wrong = ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(22), false));
        assertThat(wrong.sentence().text())
                .isEqualTo(
                        "undetermined: the process uses 22.0 s of CPU time, but samples show 1.00"
                                + " s");
        assertThat(
                        ofJvm(
                                new double[] {1, 0, 9, 0},
                                0,
                                10,
                                coverage(0, OptionalDouble.of(2), false)))
                .extracting(Verdict::bound)
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(ofJvm(locks, 1, 10, coverage(0, OptionalDouble.of(5.9), false)).unknown()))
                .as("4 s are threads of the garbage collector")
                .isEmpty();
    }

    @Test
    void pausesBoundAJvmFromTheirThresholdOfElapsedTimeOn() {
        assertThat(ofJvm(new double[] {10, 0, 0, 0}, 3, 10).sentence().text())
                .isEqualTo("GC-bound: garbage-collection pauses take 30 % of elapsed time");
        Verdict below = ofJvm(new double[] {10, 0, 0, 0}, 2.9, 10);
        assertThat(below.bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(texts(below.why()))
                .contains("garbage-collection pauses take 29 % of elapsed time");
    }

    @Test
    void waitsWithoutSamplesDecideNothing() {
        assertThat(ofJvm(new double[] {0, 7, 0, 0}, 0, 10).bound()).isEqualTo(Bottleneck.LOCKS);
        var builder = new ProfileBuilder();
        int metric =
                builder.metric(
                        new Metric("monitor enter", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(
                metric,
                builder.context(Context.WHOLE),
                builder.child(ProfileBuilder.ROOT, Frame.function("f")),
                7e9);
        Verdict verdict = of(builder.build(), List.of(), OptionalDouble.of(10));
        assertThat(verdict.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(verdict.unknown()))
                .containsExactly(
                        "cannot determine how long threads run: the recording has no execution"
                                + " samples");
    }

    private static List<String> texts(List<Sentence> sentences) {
        return sentences.stream().map(Sentence::text).toList();
    }
}
