package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.breakdown.DrawnVerdict.ofRank;
import static treeline.breakdown.DrawnVerdict.texts;
import static treeline.breakdown.DrawnVerdict.verdict;
import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// Verdicts of hosts: computation, communication, files, memory.
class VerdictTest {
    @Test
    void whatIsNoComputationBoundsFromItsThresholdOn() {
        for (Rule rule : Rule.values()) {
            assertThat(Verdict.of(Map.of(rule, 0.3), 0.7)).isEqualTo(rule.bound());
            assertThat(Verdict.of(Map.of(rule, 0.2999), 0.7001)).isEqualTo(Bottleneck.COMPUTE);
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
        assertThat(Verdict.of(Map.of(Rule.IO, 0.3125, Rule.COMMUNICATION, 0.625), 0))
                .isEqualTo(Bottleneck.MIXED);
        assertThat(Verdict.of(Map.of(Rule.IO, 0.3125, Rule.COMMUNICATION, 0.626), 0))
                .isEqualTo(Bottleneck.COMMUNICATION);
    }

    @Test
    void computationBoundsFromItsThresholdOn() {
        assertThat(Verdict.of(Map.of(Rule.IO, 0.2, Rule.LAUNCHES, 0.2), 0.6))
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(Verdict.of(Map.of(Rule.IO, 0.2, Rule.LAUNCHES, 0.21), 0.59))
                .isEqualTo(Bottleneck.MIXED);
    }

    @Test
    void functionsThatSeemToComputeWithoutTheCpuAreNotComputeBound() {
        Verdict blocked = ofCpuShare("main 100", 0.05);
        assertThat(blocked.sentence().text())
                .isEqualTo(
                        "undetermined: the process used the CPU for only 5.0 % of its recorded"
                                + " time");
        assertThat(texts(blocked.unknown()))
                .containsExactly(
                        "cannot determine what threads wait for: the recorded functions contain"
                                + " waits; record locks and I/O with JDK Flight Recorder");
        assertThat(ofCpuShare("main 100", 0.599).bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(ofCpuShare("main 100", 0.6).bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofCpuShare("main 6\nmain/MPI_Send 4", 0.05).bound())
                .isEqualTo(Bottleneck.COMMUNICATION);
    }

    private static Verdict ofCpuShare(String rows, double share) {
        Metadata recorded =
                Metadata.NONE.with("recorder.cpu.share", new Metadata.Value.Real(share));
        return verdict(
                profileOf("path rank0\n" + rows).withMetadata(recorded),
                List.of(),
                OptionalDouble.empty());
    }

    @Test
    void startUpOfMpiIsNoCommunicationAndHidesTheRunFromHalfOfItOn() {
        Verdict half = ofRank("main 5\nmain/MPI_Init 4\nmain/MPI_Finalize 1");
        assertThat(half.sentence().text())
                .isEqualTo(
                        "undetermined: 50 % of the time is MPI start-up (MPI environment and"
                                + " profiling 50 %)");
        assertThat(ofRank("main 51\nmain/MPI_Init 49").sentence().text())
                .isEqualTo("mixed: the time is 51 % computation, 49 % MPI start-up");
        assertThat(ofRank("main 60\nmain/MPI_Init 40").bound()).isEqualTo(Bottleneck.COMPUTE);
        Verdict beside = ofRank("main 30\nmain/MPI_Init 40\nmain/MPI_Bcast 30");
        assertThat(beside.bound()).isEqualTo(Bottleneck.COMMUNICATION);
        assertThat(texts(beside.why()))
                .containsExactly(
                        "30 % of the time is communication (MPI collective 30 %)",
                        "40 % of it is MPI start-up, which does not count as communication");
    }

    @Test
    void waitingForThreadsIsNoCommunication() {
        assertThat(ofRank("main 66\nmain/GOMP_barrier 34").sentence().text())
                .isEqualTo("mixed: the time is 66 % computation, 34 % waiting for threads");
        assertThat(ofRank("main 71\nmain/GOMP_barrier 29").bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofRank("main 60\nmain/MPI_Barrier 40").bound())
                .isEqualTo(Bottleneck.COMMUNICATION);
    }

    @Test
    void idleThreadsAreNoPartOfWhatIsDivided() {
        Verdict verdict = ofRank("main 7\nmain/MPI_Send 3\nOpenMP_thread_idle 90");
        assertThat(texts(verdict.why()))
                .containsExactly(
                        "30 % of the time without idle threads is communication (MPI"
                                + " point-to-point 30 %)",
                        "90 % of all time is idle OpenMP threads");
        assertThat(ofRank("OpenMP_thread_idle 9").sentence().text())
                .isEqualTo("undetermined: all threads are idle");
    }

    @Test
    void ranksWithoutACallOfMpiMayStillCommunicate() {
        assertThat(texts(verdict("path rank0 rank1\nmain 5 5").unknown()))
                .contains(
                        "cannot determine whether the run is communication-bound: 2 ranks, but no"
                                + " communication call was recorded");
        assertThat(texts(verdict("path rank0 rank1\nmain 9 9\nmain/MPI_Send 1 1").unknown()))
                .noneMatch(line -> line.contains("communication"));
        assertThat(texts(ofRank("main 5").unknown()))
                .noneMatch(line -> line.contains("communication"));
    }

    @Test
    void memoryBoundsFromItsShareOfCyclesOn() {
        String run =
                "path rank0\nmain 10\n\nmetric PAPI_TOT_CYC # exclusive\npath rank0\nmain 100"
                        + "\n\nmetric PAPI_MEM_SCY # exclusive\npath rank0\nmain ";
        Verdict memory = verdict(run + "40");
        assertThat(memory.bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(texts(memory.why())).contains("40 % of cycles stall on memory");
        assertThat(verdict(run + "39").bound()).isEqualTo(Bottleneck.COMPUTE);
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
        Verdict memory = verdict(run.formatted("10"));
        assertThat(memory.bound()).isEqualTo(Bottleneck.MEMORY);
        assertThat(texts(memory.why()))
                .contains("10.0 last-level cache misses per 1,000 instructions");
        assertThat(verdict(run.formatted("9")).bound()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void withoutCountersMemoryCannotBeTold() {
        assertThat(texts(ofRank("main 5").unknown()))
                .containsExactly(
                        "cannot determine whether the run is memory-bound: the profile has no"
                                + " cache, stall or copy metrics");
    }
}
