package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/// Collective operations of PyTorch jobs: who waits for whom, and because of what.
class JobCollectivesTest {
    @TempDir Path folder;

    /// A step of a rank with gloo that works for some time before it reduces.
    private static String gloo(int work, int end) {
        return """
        main 0-%d step
        main 5-%d aten::mm
        main %d-%d c10d::allreduce_
        gloo %d-%d gloo:all_reduce
        """
                .formatted(end, 5 + work, 6 + work, 8 + work, 10 + work, end - 10);
    }

    private DrawnJob job(int ranks) {
        return new DrawnJob(folder, ranks);
    }

    private DrawnJob slowRank() throws IOException {
        return job(3).rank(0, gloo(100, 1020) + "main 1040-1050 save checkpoint")
                .rank(1, gloo(900, 1020))
                .rank(2, gloo(200, 1020));
    }

    @Test
    void ranksWaitForTheLastOneToJoinAnOperationOfGloo() throws IOException {
        assertThat(slowRank().waits())
                .containsExactly(
                        "rank 0 thread 0 for rank 1 thread 0: 800",
                        "rank 2 thread 0 for rank 1 thread 0: 700");
        assertThat(slowRank().causes()).containsExactly("rank 1 thread 0 aten::mm: 1500");
    }

    /// Rank 0 ends last.
    @Test
    void theCriticalPathPassesTheSlowRank() throws IOException {
        assertThat(slowRank().path())
                .containsExactly(
                        "rank 1 thread 0 aten::mm: 900",
                        "rank 0 thread 0 step: 110",
                        "rank 0 thread 0 idle: 20",
                        "rank 0 thread 0 save checkpoint: 10",
                        "rank 1 thread 0 step: 8",
                        "rank 1 thread 0 c10d::allreduce_: 2");
    }

    /// The main thread waits for a kernel, which waits for a copy that the thread of gloo launched.
    @Test
    void whatAThreadOfGlooLaunchesIsLaunchedForTheThreadThatStartedTheOperation()
            throws IOException {
        String copied =
                gloo(100, 1020)
                        + """
                        gloo 1000-1005 launch 3
                        20 1008-1060 copy 3
                        main 1021-1024 launch 4
                        7 1060-1070 gemm 4
                        main 1030-1075 cudaDeviceSynchronize
                        """;
        assertThat(job(2).rank(0, copied).rank(1, gloo(900, 1020)).path())
                .startsWith("rank 1 thread 0 aten::mm: 900");
    }

    @Test
    void ranksThatJoinTogetherDoNotWait() throws IOException {
        DrawnJob balanced =
                job(3).rank(0, gloo(900, 1020)).rank(1, gloo(900, 1020)).rank(2, gloo(900, 1020));
        assertThat(balanced.waits()).isEmpty();
        assertThat(balanced.causes()).isEmpty();
    }

    @Test
    void clocksAreThoseOfTheFiles() throws IOException {
        DrawnJob later = job(2).rank(0, 0, gloo(100, 1020)).rank(1, 500, gloo(100, 520));
        assertThat(later.waits()).containsExactly("rank 0 thread 0 for rank 1 thread 0: 500");
    }

    /// The thread that started the operation works on until 700.
    @Test
    void aThreadThatWorksDuringAnOperationWaitsOnlyAfterwards() throws IOException {
        String overlapped = gloo(100, 1020) + "main 120-700 aten::mm";
        assertThat(job(2).rank(0, overlapped).rank(1, gloo(900, 1020)).waits())
                .containsExactly("rank 0 thread 0 for rank 1 thread 0: 210");
        String busy = gloo(100, 1020) + "main 120-1015 aten::mm";
        assertThat(job(2).rank(0, busy).rank(1, gloo(900, 1020)).waits()).isEmpty();
    }

    @Test
    void withoutTheTraceOfARankNobodyIsNamed() throws IOException {
        DrawnJob incomplete = job(3).rank(0, gloo(100, 1020)).rank(2, gloo(200, 1020));
        assertThat(incomplete.waits()).isEmpty();
        assertThat(incomplete.notes())
                .contains("traces of 1 of 3 ranks are missing: rank 1")
                .contains(
                        "collective operations lack a rank of their process group and are ignored"
                                + " (first: allreduce)");
    }

    @Test
    void operationsThatDifferBetweenRanksAreIgnored() throws IOException {
        String twice =
                gloo(100, 1020)
                        + """
                        main 1030-1032 c10d::allreduce_
                        gloo 1034-1040 gloo:all_reduce
                        """;
        DrawnJob differing = job(2).rank(0, twice).rank(1, gloo(900, 1020));
        assertThat(differing.waits()).isEmpty();
        assertThat(differing.notes())
                .contains(
                        "collective operations without sequence numbers differ between ranks and"
                                + " are ignored, 2 times (first: allreduce)");
        DrawnJob apart = job(2).rank(0, gloo(100, 300)).rank(1, gloo(900, 1020));
        assertThat(apart.waits()).as("one ends before the other starts").isEmpty();
    }

    @Test
    void operationsOfSeveralGroupsNeedTheirNames() throws IOException {
        DrawnJob unknown =
                job(2).withProcessGroups(2).rank(0, gloo(100, 1020)).rank(1, gloo(900, 1020));
        assertThat(unknown.waits()).isEmpty();
        String named = "main %d-%d record_param_comms allreduce seq 3";
        DrawnJob known =
                job(2).withProcessGroups(2)
                        .rank(0, gloo(100, 1020) + named.formatted(106, 107))
                        .rank(1, gloo(900, 1020) + named.formatted(906, 907));
        assertThat(known.waits()).containsExactly("rank 0 thread 0 for rank 1 thread 0: 800");
    }

    @Test
    void operationsOfGlooWithoutTheirOperatorAreIgnored() throws IOException {
        DrawnJob incomplete =
                job(2).rank(0, gloo(100, 1020).replace("c10d::allreduce_", "aten::add"))
                        .rank(1, gloo(900, 1020));
        assertThat(incomplete.waits()).isEmpty();
        assertThat(incomplete.notes())
                .contains("do not correspond to the operators that start them and are ignored");
    }

    /// A rank that launches a kernel and a reduction, which waits for it, and synchronises.
    private static String nccl(int kernel, String sequence) {
        return """
        main 0-5000 step
        main 10-20 launch 1
        7 30-%d gemm 1
        main 30-40 launch 2
        20 %d-3130 nccl 2 allreduce %s
        main 60-3140 cudaDeviceSynchronize
        """
                .formatted(30 + kernel, 30 + kernel, sequence);
    }

    private DrawnJob slowGpu() throws IOException {
        return job(2).rank(0, nccl(1000, "seq 5") + "main 5010-5050 save checkpoint")
                .rank(1, nccl(3000, "seq 5"));
    }

    @Test
    void streamsWaitForTheLastRankInNccl() throws IOException {
        assertThat(slowGpu().waits())
                .containsExactly("rank 0 stream 20 for rank 1 stream 20: 2000");
    }

    @Test
    void theCauseIsTheKernelThatTheStreamWaitedFor() throws IOException {
        assertThat(slowGpu().causes()).containsExactly("rank 1 stream 7 gemm: 2000");
    }

    @Test
    void theCriticalPathPassesTheKernelOfTheSlowGpu() throws IOException {
        assertThat(slowGpu().path())
                .containsExactly(
                        "rank 1 stream 7 gemm: 3000",
                        "rank 0 thread 0 step: 1860",
                        "rank 0 stream 20 ncclDevKernel_AllReduce_Sum_f32_RING_LL(args): 100",
                        "rank 0 thread 0 save checkpoint: 40",
                        "rank 0 thread 0 cudaDeviceSynchronize: 10",
                        "rank 0 thread 0 idle: 10",
                        "rank 1 thread 0 cudaLaunchKernel: 10",
                        "rank 1 thread 0 step: 10");
    }

    /// Both GPUs wait for work; rank 1 loads data for longer before it launches.
    @Test
    void theCauseIsTheThreadThatLaunchedLate() throws IOException {
        String late =
                """
                main 0-5000 step
                main 10-2000 aten::load
                main 2010-2020 launch 1
                7 2030-3030 gemm 1
                main 2030-2040 launch 2
                20 3030-3130 nccl 2 allreduce seq 5
                main 2060-3140 cudaDeviceSynchronize
                """;
        DrawnJob job = job(2).rank(0, nccl(1000, "seq 5")).rank(1, late);
        assertThat(job.waits()).containsExactly("rank 0 stream 20 for rank 1 stream 20: 2000");
        assertThat(job.causes().getFirst()).startsWith("rank 1 thread 0 aten::load: 19");
    }

    @Test
    void numbersMatchOperationsWhateverElseWasRecorded() throws IOException {
        String earlier =
                """
                main 0-1 launch 9
                20 2-4 nccl 9 allreduce seq 4
                """;
        DrawnJob job = job(2).rank(0, earlier + nccl(1000, "seq 5")).rank(1, nccl(3000, "seq 5"));
        assertThat(job.waits()).containsExactly("rank 0 stream 20 for rank 1 stream 20: 2000");
        assertThat(job.notes())
                .contains(
                        "collective operations lack a rank of their process group and are ignored"
                                + " (first: allreduce)");
    }

    /// The main thread waits in `step` from 20 to 60 for the thread of the backward pass, which
    /// pauses from 40 to 45.
    @Test
    void theThreadOfTheBackwardPassIsStartedByTheMainThread() throws IOException {
        String backward =
                """
                main 0-100 step
                main 1-20 launch 9
                7 21-22 gemm 9
                engine 25-40 autograd::engine::evaluate_function
                engine 45-60 autograd::engine::evaluate_function
                engine 50-52 launch 1
                7 55-90 gemm 1
                main 70-95 cudaDeviceSynchronize
                """;
        assertThat(job(2).rank(0, backward).rank(1, "main 0-5 step").path())
                .containsExactly(
                        "rank 0 stream 7 gemm: 35",
                        "rank 0 thread 1 autograd::engine::evaluate_function: 20",
                        "rank 0 thread 0 cudaLaunchKernel: 19",
                        "rank 0 thread 0 step: 11",
                        "rank 0 thread 0 cudaDeviceSynchronize: 5",
                        "rank 0 thread 1 idle: 5",
                        "rank 0 stream 7 idle: 3",
                        "rank 0 thread 1 cudaLaunchKernel: 2");
    }

    /// Rank 1 computes for longer before its backward pass, whose thread reduces.
    @Test
    void aReductionWithinTheBackwardPassIsDelayedByTheForwardPass() throws IOException {
        String rank =
                """
                main 0-1100 step
                main 5-%d aten::mm
                engine %d-1040 autograd::engine::evaluate_function
                engine %d-%d c10d::allreduce_
                gloo %d-1030 gloo:all_reduce
                main 1050-1060 aten::add
                """;
        DrawnJob job =
                job(2).rank(0, rank.formatted(105, 110, 120, 122, 124))
                        .rank(1, rank.formatted(905, 910, 920, 922, 924));
        assertThat(job.waits()).containsExactly("rank 0 thread 1 for rank 1 thread 1: 800");
        assertThat(job.causes()).containsExactly("rank 1 thread 0 aten::mm: 800");
        assertThat(job.path()).startsWith("rank 1 thread 0 aten::mm: 900");
    }

    @Test
    void groupsOfSomeRanksAreComplete() throws IOException {
        DrawnJob job =
                job(3).withProcessGroups(2)
                        .rank(0, nccl(1000, "seq 5 of 2"))
                        .rank(1, nccl(3000, "seq 5 of 2"))
                        .rank(2, "main 0-6000 step");
        assertThat(job.waits()).containsExactly("rank 0 stream 20 for rank 1 stream 20: 2000");
    }
}
