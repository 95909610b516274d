package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnOperations;
import treeline.trace.path.CriticalPath;

import java.util.ArrayList;
import java.util.List;

class WaitSearchTest {

    /// `kind: who for whom begin+time`, completion of collective operations included.
    private static List<String> waits(String... ranks) {
        WaitStates waits = analysis(ranks).waits();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < waits.size(); i++)
            texts.add(
                    "%s: %d for %d %d+%d"
                            .formatted(
                                    waits.kind(i).label(),
                                    waits.context(i),
                                    waits.cause(i),
                                    waits.beginNanos(i),
                                    waits.nanos(i)));
        return texts;
    }

    private static WaitAnalysis analysis(String... ranks) {
        return new DrawnOperations(ranks).analysis();
    }

    @Test
    void aReceiverWaitsUntilTheSendStarts() {
        assertThat(waits("0 work 20 20 MPI_Send > 1 22", "5 MPI_Recv < 0 25"))
                .containsExactly("late sender: 1 for 0 5+15");
        assertThat(waits("0 MPI_Send > 1 2", "5 MPI_Recv < 0 6")).isEmpty();
        assertThat(waits("5 MPI_Send > 1 7", "5 MPI_Recv < 0 8")).isEmpty();
    }

    @Test
    void aSenderWaitsUntilTheReceiveIsPostedIfItsCallLastsThatLong() {
        assertThat(waits("0 MPI_Send > 1 30", "20 MPI_Recv < 0 31"))
                .containsExactly("late receiver: 0 for 1 0+20");
        assertThat(waits("0 MPI_Send > 1 20", "20 MPI_Recv < 0 31")).isEmpty();
        assertThat(waits("0 MPI_Send > 1 21", "20 MPI_Recv < 0 31"))
                .containsExactly("late receiver: 0 for 1 0+20");
    }

    @Test
    void aCallThatCompletesSeveralMessagesWaitsForTheLatest() {
        assertThat(
                        waits(
                                "0 MPI_Irecv irecv 1 1 1 MPI_Irecv irecv 2 2 2 MPI_Waitall done 40",
                                "10 MPI_Send > 0 11",
                                "30 MPI_Send > 0 31"))
                .containsExactly("late sender: 0 for 2 2+28");
    }

    @Test
    void aCallThatTestsDoesNotWait() {
        assertThat(waits("0 MPI_Irecv irecv 1 1 1 MPI_Testall done 40", "10 MPI_Send > 0 11"))
                .isEmpty();
    }

    @Test
    void aWaitallWithALateSenderHasNoLateReceiver() {
        assertThat(
                        waits(
                                "0 MPI_Isend isend 1 1 1 MPI_Irecv irecv 1 2 2 MPI_Waitall done 40",
                                "0 work 20 20 MPI_Recv < 0 30 30 MPI_Send > 0 31"))
                .containsExactly("late sender: 0 for 1 2+28");
    }

    @Test
    void messagesOfOneTagAreMatchedInTheOrderInWhichReceivesWerePosted() {
        WaitAnalysis analysis =
                analysis(
                        "0 MPI_Isend isend 1 1 2 MPI_Isend isend 1 3 3 MPI_Waitall done 9",
                        "4 MPI_Recv < 0 5 5 MPI_Recv < 0 6");
        assertThat(analysis.messages().size()).isEqualTo(2);
        assertThat(analysis.messages().unmatchedSends()).isZero();
        assertThat(analysis.operations().of(0).postedNanos(analysis.messages().send(0)))
                .isEqualTo(0);
        assertThat(analysis.operations().of(0).postedNanos(analysis.messages().send(1)))
                .isEqualTo(2);
    }

    @Test
    void messagesWithoutACounterpartAreCounted() {
        WaitAnalysis analysis = analysis("0 MPI_Send > 1 1", "0 work 5");
        assertThat(analysis.messages().unmatchedSends()).isEqualTo(1);
        assertThat(analysis("0 MPI_Recv < 1 1", "0 work 5").messages().unmatchedReceives())
                .isEqualTo(1);
    }

    @Test
    void allWaitForTheLastAtABarrierAndThenForItsCompletion() {
        assertThat(
                        waits(
                                "0 MPI_Barrier coll BARRIER -1 0 0 12",
                                "10 MPI_Barrier coll BARRIER -1 0 0 13"))
                .containsExactly(
                        "wait at barrier: 0 for 1 0+10", "barrier completion: 1 for 1 12+1");
    }

    @Test
    void ranksThatReceiveNothingDoNotWaitAtAnAllreduce() {
        assertThat(
                        waits(
                                "0 MPI_Allreduce coll ALLREDUCE -1 8 8 12",
                                "10 MPI_Allreduce coll ALLREDUCE -1 8 8 12",
                                "5 MPI_Allreduce coll ALLREDUCE -1 8 0 12"))
                .containsExactly("wait at N x N: 0 for 1 0+10");
        assertThat(
                        waits(
                                "0 MPI_Allreduce coll ALLREDUCE -1 8 8 12",
                                "10 MPI_Allreduce coll ALLREDUCE -1 0 8 12"))
                .as("no rank waits for a rank that sends nothing")
                .isEmpty();
    }

    @Test
    void aWaitNeverExceedsItsOwnOperation() {
        assertThat(
                        waits(
                                "0 MPI_Barrier coll BARRIER -1 0 0 6",
                                "10 MPI_Barrier coll BARRIER -1 0 0 13"))
                .contains("wait at barrier: 0 for 1 0+6");
    }

    @Test
    void othersWaitForTheRootOfABroadcast() {
        assertThat(
                        waits(
                                "0 MPI_Bcast coll BROADCAST 1 0 8 12",
                                "10 MPI_Bcast coll BROADCAST 1 8 0 11"))
                .containsExactly("late broadcast: 0 for 1 0+10");
    }

    @Test
    void theRootOfAReductionWaitsForTheFirstSenderAndItsPathForTheLast() {
        String[] ranks = {
            "0 MPI_Reduce coll REDUCE 0 0 8 32",
            "0 early 10 10 MPI_Reduce coll REDUCE 0 8 0 11",
            "0 late 30 30 MPI_Reduce coll REDUCE 0 8 0 31"
        };
        assertThat(waits(ranks)).containsExactly("early reduce: 0 for 1 0+10");
        WaitAnalysis analysis = analysis(ranks);
        CriticalPath path =
                CriticalPath.of(analysis.traces(), analysis.operations(), analysis.pathWaits());
        assertThat(path.segments())
                .containsExactly(
                        new CriticalPath.Segment(2, 0, 30), new CriticalPath.Segment(0, 30, 32));
    }

    @Test
    void aScanWaitsForTheRanksBefore() {
        assertThat(
                        waits(
                                "10 MPI_Scan coll SCAN -1 8 8 11",
                                "0 MPI_Scan coll SCAN -1 8 8 12",
                                "20 MPI_Scan coll SCAN -1 8 8 21"))
                .containsExactly("early scan: 1 for 0 0+10");
    }

    @Test
    void aCollectiveOperationThatLacksAMemberIsIgnoredAndCounted() {
        WaitAnalysis analysis = analysis("0 MPI_Barrier coll BARRIER -1 0 0 12", "10 work 13");
        assertThat(analysis.waits().size()).isZero();
        assertThat(analysis.collectives().incomplete()).isEqualTo(1);
    }

    @Test
    void theCriticalPathGoesThroughTheLateSender() {
        WaitAnalysis analysis =
                analysis(
                        "0 work 20 20 MPI_Send > 1 22 22 rest 23",
                        "0 work 5 5 MPI_Recv < 0 25 25 more 40");
        CriticalPath path =
                CriticalPath.of(analysis.traces(), analysis.operations(), analysis.pathWaits());
        assertThat(path.segments())
                .containsExactly(
                        new CriticalPath.Segment(0, 0, 20), new CriticalPath.Segment(1, 20, 40));
        assertThat(path.nanos()).isEqualTo(40);
    }

    @Test
    void theExcessWorkOfTheSenderIsTheCauseOfTheWait() {
        WaitAnalysis analysis =
                analysis("0 work 20 20 MPI_Send > 1 22", "0 work 5 5 MPI_Recv < 0 25 25 more 40");
        DelayCosts costs = analysis.delayCosts();
        assertThat(costs.total()).hasSize(1);
        costs.total()
                .forEach(
                        (delay, nanos) -> {
                            assertThat(delay.context()).isZero();
                            assertThat(nanos).isEqualTo(15);
                        });
        assertThat(costs.consideredNanos()).isEqualTo(15);
        assertThat(costs.unexplainedNanos()).isZero();
    }

    @Test
    void costsArePassedOnToTheWorkThatStartedTheChain() {
        WaitAnalysis analysis =
                analysis(
                        "0 slow 20 20 MPI_Send > 1 21",
                        "0 fast 1 1 MPI_Recv < 0 22 22 MPI_Send > 2 23",
                        "0 fast 1 1 MPI_Recv < 1 24");
        DelayCosts costs = analysis.delayCosts();
        double ofRank0 =
                costs.total().entrySet().stream()
                        .filter(each -> each.getKey().context() == 0)
                        .mapToDouble(each -> each.getValue())
                        .sum();
        assertThat(costs.consideredNanos()).isEqualTo(19 + 21);
        assertThat(ofRank0).isGreaterThan(36);
    }

    @Test
    void messagesThatArriveBeforeTheyAreSentCorrectTheClocks() {
        // The clock of rank 1 is 100 behind.
        WaitAnalysis analysis =
                analysis(
                        "100 MPI_Send > 1 101 101 work 110 110 MPI_Recv < 1 122",
                        "0 MPI_Recv < 0 2 2 work 20 20 MPI_Send > 0 21");
        assertThat(analysis.correction()).isPresent();
        var correction = analysis.correction().orElseThrow();
        assertThat(correction.violations()).isEqualTo(1);
        assertThat(correction.isComplete()).isTrue();
        assertThat(correction.offset(0, 50)).isZero();
        assertThat(correction.offset(1, 50))
                .isBetween(-100 - correction.errorNanos(), -100 + correction.errorNanos());
        assertThat(analysis("0 MPI_Send > 1 1", "0 MPI_Recv < 0 2").correction()).isEmpty();
    }
}
