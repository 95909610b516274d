package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.statement.Sentence;
import treeline.trace.DrawnOperations;

import java.util.List;

class DelayCostsTest {
    /// `context function: direct, total`.
    private static List<String> costs(String... ranks) {
        var drawn = new DrawnOperations(ranks);
        DelayCosts costs = drawn.analysis().delayCosts();
        return costs.total().entrySet().stream()
                .map(
                        each ->
                                "%d %s: %.0f, %.0f"
                                        .formatted(
                                                each.getKey().context(),
                                                drawn.tree().name(each.getKey().node()),
                                                costs.direct().get(each.getKey()),
                                                each.getValue()))
                .sorted()
                .toList();
    }

    private static DelayCosts all(String... ranks) {
        return new DrawnOperations(ranks).analysis().delayCosts();
    }

    /// Rank 2 waits 26 for rank 1, which waited 16 of these and received and worked for the other
    /// 10. Rank 1 waits 16 for rank 0, which so causes 16 + 16.
    @Test
    void theCostOfAWaitIsPassedOnToTheCauseOfTheWaitsWithinIt() {
        String[] ranks = {
            "0 slow 20 20 MPI_Send > 1 21",
            "0 fast 4 4 MPI_Recv < 0 22 22 work 30 30 MPI_Send > 2 31",
            "0 fast 4 4 MPI_Recv < 1 32"
        };
        assertThat(costs(ranks))
                .containsExactly("0 slow: 16, 32", "1 MPI_Recv: 2, 2", "1 work: 8, 8");
        assertThat(all(ranks).consideredNanos()).isEqualTo(16 + 26);
        assertThat(all(ranks).unexplainedNanos()).isZero();
    }

    /// Before the barrier rank 1 works 6 longer, after it rank 0 works 20 longer.
    @Test
    void workIsComparedSinceTheLastCommonSynchronisation() {
        assertThat(
                        costs(
                                "0 a 4 4 MPI_Barrier coll BARRIER -1 0 0 12"
                                        + " 12 b 40 40 MPI_Send > 1 41",
                                "0 a 10 10 MPI_Barrier coll BARRIER -1 0 0 12"
                                        + " 12 b 20 20 MPI_Recv < 0 42"))
                .containsExactly("0 b: 20, 20", "1 a: 6, 6");
    }

    /// Rank 0 sends at 10 and learns at 40 that the message is sent.
    @Test
    void aNonBlockingSendSynchronisesWhenTheMessageIsSent() {
        assertThat(
                        costs(
                                "0 a 10 10 MPI_Isend isend 1 10 10 b 40 40 MPI_Wait done 40"
                                        + " 40 MPI_Send > 1 41",
                                "0 a 10 10 MPI_Recv < 0 10 10 b 20 20 MPI_Recv < 0 43"))
                .containsExactly("0 b: 20, 20");
    }

    /// Both messages are completed by the call that waits, so work is compared from the start.
    @Test
    void messagesOfTheCallThatWaitsAreNoSynchronisationBeforeIt() {
        assertThat(
                        costs(
                                "0 a 5 5 MPI_Send > 1 5 5 b 40 40 MPI_Send > 1 40",
                                "0 MPI_Irecv irecv 0 0 0 MPI_Irecv irecv 0 0"
                                        + " 0 b 10 10 MPI_Waitall done 45"))
                .containsExactly("0 a: 5, 5", "0 b: 25, 25");
    }

    @Test
    void aMessageToAThirdRankIsNotACommonSynchronisation() {
        assertThat(
                        costs(
                                "0 b 40 40 MPI_Send > 1 41",
                                "0 b 5 5 MPI_Send > 2 5 5 b 10 10 MPI_Recv < 0 42",
                                "0 b 5 5 MPI_Recv < 1 6"))
                .containsExactly("0 b: 30, 30");
    }

    /// Rank 1 waits 15. In that time rank 0 did nothing for 10, then worked.
    @Test
    void waitingWithoutExcessWorkIsUnexplained() {
        String[] ranks = {"0 work 5 15 late 20 20 MPI_Send > 1 21", "0 work 5 5 MPI_Recv < 0 22"};
        assertThat(costs(ranks)).containsExactly("0 late: 5, 5");
        assertThat(all(ranks).unexplainedNanos()).isEqualTo(10);
        assertThat(MainCause.unexplained(all(ranks)).map(Sentence::text))
                .contains(
                        "66.7 % of the waiting in communication has no cause in the trace, such as"
                                + " the transfer of messages");
    }

    /// Rank 0 works from 1 on, so that 1 of the waiting is unexplained.
    @Test
    void unexplainedWaitingIsStatedFromOnePercentOn() {
        assertThat(
                        MainCause.unexplained(
                                all("1 late 100 100 MPI_Send > 1 101", "0 MPI_Recv < 0 102")))
                .isPresent();
        assertThat(
                        MainCause.unexplained(
                                all("1 late 101 101 MPI_Send > 1 102", "0 MPI_Recv < 0 103")))
                .isEmpty();
        assertThat(MainCause.unexplained(all("0 work 5"))).as("no waiting").isEmpty();
    }

    @Test
    void waitsForTheEndOfTheRunAreNotExamined() {
        DelayCosts costs =
                all(
                        "0 MPI_Finalize coll FINALIZE -1 0 0 30",
                        "0 work 20 20 MPI_Finalize coll FINALIZE -1 0 0 30");
        assertThat(costs.consideredNanos()).isZero();
        assertThat(costs.total()).isEmpty();
    }

    /// Rank 1 receives a message until 10 and then waits for the next, for 20. Meanwhile rank 0 has
    /// worked 25 since it sent the first.
    @Test
    void aMessageThatEndsWhenTheWaitStartsIsASynchronisation() {
        assertThat(
                        costs(
                                "0 a 4 4 MPI_Send > 1 5 5 b 30 30 MPI_Send > 1 31",
                                "0 a 9 9 MPI_Recv < 0 10 10 MPI_Recv < 0 32"))
                .containsExactly("0 b: 20, 20");
    }

    /// Rank 0 works 5 longer in `a` and 20 longer in `b`; rank 1 waits 20.
    @Test
    void aBarrierOfATeamIsNotASynchronisationOfRanks() {
        assertThat(
                        costs(
                                "0 a 9 9 omp coll TEAM_BARRIER -1 0 0 12"
                                        + " 12 b 40 40 MPI_Send > 1 41",
                                "0 a 4 4 omp coll TEAM_BARRIER -1 0 0 12"
                                        + " 12 b 20 20 MPI_Recv < 0 42"))
                .containsExactly("0 a: 4, 4", "0 b: 16, 16");
    }

    /// Two waits end at 30. That for the rank that waits itself is passed on to the other.
    @Test
    void waitsThatEndTogetherArePassedOnToo() {
        String slow = "0 work 30 30 MPI_Send > ";
        String middle = "0 MPI_Recv < 0 30 30 MPI_Send > ";
        String last = "0 MPI_Recv < ";
        assertThat(costs(slow + "1 31", middle + "2 31", last + "1 32"))
                .containsExactly("0 work: 30, 60");
        assertThat(costs(slow + "2 31", last + "2 32", middle + "1 31"))
                .containsExactly("0 work: 30, 60");
    }

    /// Rank 0 waits for rank 1 until 5. From 6 on it works for 24, while ranks 1 and 2 wait until
    /// 30.
    @Test
    void ofWaitsThatEndTogetherEarlierOnesDoNotCount() {
        assertThat(
                        costs(
                                "0 MPI_Recv < 1 6 6 work 30 30 MPI_Send > 1 31",
                                "0 b 5 5 MPI_Send > 0 6 6 MPI_Recv < 0 30 30 MPI_Send > 2 31",
                                "0 MPI_Recv < 1 32"))
                .containsExactly("0 work: 24, 48", "1 MPI_Send: 1, 1", "1 b: 10, 10");
    }

    /// By a coarse clock, both wait for each other until 20.
    @Test
    void waitsForEachOtherUntilTheSameMomentEnd() {
        assertThat(
                        all(
                                        "0 a 5 5 MPI_Recv < 1 20 20 MPI_Send > 1 21",
                                        "0 a 5 5 MPI_Recv < 0 20 20 MPI_Send > 0 21")
                                .consideredNanos())
                .isEqualTo(15 + 15);
    }
}
