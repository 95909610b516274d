package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.numbers.Operation;
import treeline.transform.Reduction;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

class VerdictTest {

    private static Verdict of(String drawing) {
        return of(drawing, List.of(), OptionalDouble.empty());
    }

    private static Verdict of(String drawing, List<DeviceUse> devices, OptionalDouble elapsed) {
        Profile profile = profileOf(drawing);
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
                        ""));
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
                    .isEqualTo(Bound.COMPUTE);
        }
    }

    @Test
    void thresholdsHoldForTimesToo() {
        assertThat(ofRank("main 7\nmain/MPI_Send 1\nmain/MPI_Recv 1\nmain/MPI_Bcast 1").bound())
                .isEqualTo(Bound.COMMUNICATION);
        assertThat(ofRank("main 71\nmain/MPI_Send 29").bound()).isEqualTo(Bound.COMPUTE);
    }

    @Test
    void theSmallerOfTwoCountsFromExactlyHalfOfTheLargerOn() {
        assertThat(Verdict.of(Map.of(Cause.FILES, 0.3125, Cause.COMMUNICATION, 0.625)))
                .isEqualTo(Bound.MIXED);
        assertThat(Verdict.of(Map.of(Cause.FILES, 0.3125, Cause.COMMUNICATION, 0.626)))
                .isEqualTo(Bound.COMMUNICATION);
    }

    @Test
    void computationBoundsFromItsThresholdOn() {
        assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.6, Cause.FILES, 0.2, Cause.GPU, 0.2)))
                .isEqualTo(Bound.COMPUTE);
        assertThat(Verdict.of(Map.of(Cause.COMPUTATION, 0.59, Cause.FILES, 0.2, Cause.GPU, 0.21)))
                .isEqualTo(Bound.MIXED);
    }

    @Test
    void startUpOfMpiIsNoCommunicationAndHidesTheRunFromHalfOfItOn() {
        Verdict half = ofRank("main 5\nmain/MPI_Init 4\nmain/MPI_Finalize 1");
        assertThat(half.text())
                .isEqualTo(
                        "undetermined: 50 % of CPU time is start-up of MPI (MPI environment and"
                                + " profiling 50 %)");
        assertThat(ofRank("main 51\nmain/MPI_Init 49").text())
                .isEqualTo("mixed: CPU time is 51 % computation, 49 % start-up of MPI");
        assertThat(ofRank("main 60\nmain/MPI_Init 40").bound()).isEqualTo(Bound.COMPUTE);
        Verdict beside = ofRank("main 30\nmain/MPI_Init 40\nmain/MPI_Bcast 30");
        assertThat(beside.bound()).isEqualTo(Bound.COMMUNICATION);
        assertThat(beside.why())
                .containsExactly(
                        "30 % of CPU time is communication (MPI collective 30 %)",
                        "40 % of it is start-up of MPI, which is not communication");
    }

    @Test
    void waitingForThreadsIsNoCommunication() {
        assertThat(ofRank("main 66\nmain/GOMP_barrier 34").text())
                .isEqualTo("mixed: CPU time is 66 % computation, 34 % waiting for threads");
        assertThat(ofRank("main 71\nmain/GOMP_barrier 29").bound()).isEqualTo(Bound.COMPUTE);
        assertThat(ofRank("main 60\nmain/MPI_Barrier 40").bound()).isEqualTo(Bound.COMMUNICATION);
    }

    @Test
    void idleThreadsAreNoPartOfWhatIsDivided() {
        Verdict verdict = ofRank("main 7\nmain/MPI_Send 3\nOpenMP_thread_idle 90");
        assertThat(verdict.why())
                .containsExactly(
                        "30 % of CPU time without idle threads is communication (MPI"
                                + " point-to-point 30 %)",
                        "90 % of all CPU time is OpenMP threads that are idle");
        assertThat(ofRank("OpenMP_thread_idle 9").text())
                .isEqualTo("undetermined: all threads are idle");
    }

    @Test
    void ranksWithoutACallOfMpiMayStillCommunicate() {
        assertThat(of("path rank0 rank1\nmain 5 5").unknown())
                .contains(
                        "cannot determine whether the run is communication-bound: 2 ranks, but no"
                                + " communication call was recorded");
        assertThat(of("path rank0 rank1\nmain 9 9\nmain/MPI_Send 1 1").unknown())
                .noneMatch(line -> line.contains("communication"));
        assertThat(ofRank("main 5").unknown()).noneMatch(line -> line.contains("communication"));
    }

    @Test
    void memoryBoundsFromItsShareOfCyclesOn() {
        String run =
                "path rank0\nmain 10\n\nmetric PAPI_TOT_CYC # exclusive\npath rank0\nmain 100"
                        + "\n\nmetric PAPI_MEM_SCY # exclusive\npath rank0\nmain ";
        Verdict memory = of(run + "40");
        assertThat(memory.bound()).isEqualTo(Bound.MEMORY);
        assertThat(memory.why()).contains("40 % of cycles stall on memory");
        assertThat(of(run + "39").bound()).isEqualTo(Bound.COMPUTE);
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
        assertThat(memory.bound()).isEqualTo(Bound.MEMORY);
        assertThat(memory.why()).contains("10.0 last-level cache misses per 1,000 instructions");
        assertThat(of(run.formatted("9")).bound()).isEqualTo(Bound.COMPUTE);
    }

    @Test
    void withoutCountersMemoryCannotBeTold() {
        assertThat(ofRank("main 5").unknown())
                .containsExactly(
                        "cannot determine whether the run is memory-bound: the profile has no"
                                + " cache, stall or copy metrics");
    }

    private static String gpu(String metric, double value) {
        return "metric %s s exclusive\npath stream0\nmain %s\n\n".formatted(metric, value);
    }

    @Test
    void copiesAsLongAsKernelsAreMemory() {
        assertThat(of(gpu("GKER", 5) + gpu("GXCOPY", 3) + gpu("GICOPY", 2)).text())
                .isEqualTo("memory-bound: kernels are 50 % of GPU time, copies 50 %");
        assertThat(of(gpu("GKER", 51) + gpu("GXCOPY", 49)).bound())
                .as("without a trace, whether the device is busy is not known")
                .isEqualTo(Bound.UNKNOWN);
    }

    @Test
    void samplesInsideOfKernelsDecide() {
        String kernels = gpu("GKER", 5);
        assertThat(of(kernels + samples(100, 90, 40)).bound()).isEqualTo(Bound.MEMORY);
        assertThat(of(kernels + samples(100, 31, 30)).bound()).isEqualTo(Bound.UNKNOWN);
        assertThat(of(kernels + samples(100, 90, 39)).bound()).isEqualTo(Bound.UNKNOWN);
        assertThat(of(kernels + samples(100, 30, 30)).bound()).isEqualTo(Bound.COMPUTE);
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
}
