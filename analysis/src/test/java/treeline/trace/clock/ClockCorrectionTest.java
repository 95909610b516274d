package treeline.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.DrawnOperations;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.List;

/// Times of ranks are those of their own clocks.
class ClockCorrectionTest {
    private static ClockCorrection correction(String... ranks) {
        var drawn = new DrawnOperations(ranks);
        OperationSet operations = OperationSet.of(drawn, ranks.length);
        return ClockCorrection.of(
                operations,
                Messages.of(operations),
                Collectives.of(operations),
                drawn.traces().endNanos());
    }

    /// Sent at 100, received at 2: rank 1 is at least 98 behind. Sent at 20, received at 122: at
    /// most 102.
    private static final String[] BEHIND = {
        "100 MPI_Send > 1 101 101 work 110 110 MPI_Recv < 1 122",
        "0 MPI_Recv < 0 2 2 work 20 20 MPI_Send > 0 21"
    };

    @Test
    void theOffsetIsTheMiddleOfWhatMessagesAllow() {
        ClockCorrection correction = correction(BEHIND);
        assertThat(correction.offset(0, 50)).isZero();
        assertThat(correction.offset(1, 50)).isEqualTo(-100);
        assertThat(correction.errorNanos()).isEqualTo(2);
        assertThat(correction.violations()).isEqualTo(1);
        assertThat(correction.isComplete()).isTrue();
        assertThat(correction.unconnected()).isZero();
    }

    @Test
    void eventsMoveToTheClockOfTheFirstRank() {
        Traces traces = correction(BEHIND).of(new DrawnOperations(BEHIND).traces());
        TraceLine moved = traces.lines().get(1);
        assertThat(moved.nanos(0)).isEqualTo(100);
        assertThat(moved.endNanos()).isEqualTo(121);
        assertThat(traces.endNanos()).isEqualTo(122);
        assertThat(traces.interactions().of(1).endNanos(0)).isEqualTo(102);
    }

    /// Rank 1 is 98 to 102 ahead, so its first event would be at -97.
    @Test
    void noEventMovesBeforeTheStartOfTheRun() {
        String[] ahead = {
            "0 MPI_Recv < 1 2 2 work 20 20 MPI_Send > 1 21",
            "3 work 100 100 MPI_Send > 0 101 110 MPI_Recv < 0 122"
        };
        ClockCorrection correction = correction(ahead);
        assertThat(correction.offset(1, 50)).isEqualTo(100);
        Traces traces = correction.of(new DrawnOperations(ahead).traces());
        assertThat(traces.lines().get(1).nanos(0)).isZero();
        assertThat(traces.lines().get(1).endNanos()).isEqualTo(22);
    }

    @Test
    void aMessageThatIsReceivedWhenItIsSentIsNoViolation() {
        assertThat(correction("5 MPI_Send > 1 6", "0 MPI_Recv < 0 5").violations()).isZero();
        assertThat(correction("5 MPI_Send > 1 6", "0 MPI_Recv < 0 4").violations()).isOne();
    }

    /// Rank 0 synchronises from 100 to 110, rank 1 from 4 to 12 by its clock: it entered before
    /// 110, so it is at most 106 behind, and left after 100, so it is at least 88 behind.
    @Test
    void noRankLeavesABarrierOrAnAllreduceBeforeAllHaveEntered() {
        for (String kind : List.of("BARRIER -1 0 0", "ALLREDUCE -1 8 8")) {
            ClockCorrection correction =
                    correction("100 sync coll " + kind + " 110", "4 sync coll " + kind + " 12");
            assertThat(correction.offset(1, 0)).isEqualTo(-97);
            assertThat(correction.errorNanos()).isEqualTo(9);
        }
    }

    @Test
    void aBroadcastDoesNotBoundClocks() {
        ClockCorrection correction =
                correction(
                        "100 MPI_Bcast coll BROADCAST 0 8 0 110",
                        "4 MPI_Bcast coll BROADCAST 0 0 8 12");
        assertThat(correction.unconnected()).isOne();
    }

    /// Rank 2 exchanges messages with rank 1 only, and its clock is 50 behind that of rank 1.
    @Test
    void offsetsAddUpAlongRanks() {
        ClockCorrection correction =
                correction(
                        BEHIND[0],
                        BEHIND[1] + " 200 MPI_Send > 2 201 201 MPI_Recv < 2 253",
                        "150 MPI_Recv < 1 151 200 MPI_Send > 1 201",
                        "0 work 300");
        // Rank 2 is 49 to 53 behind rank 1, which is 98 to 102 behind rank 0.
        assertThat(correction.offset(2, 0)).isEqualTo(-151);
        assertThat(correction.errorNanos()).isEqualTo(4);
        assertThat(correction.unconnected()).as("rank 3").isOne();
        assertThat(correction.offset(3, 0)).isZero();
    }

    /// In the first half of the run rank 1 is between 2 behind and 2 ahead, in the second half 98
    /// to 102 behind. The middles of the halves are at 250 and 750; a message that is sent at 500
    /// belongs to the second half.
    @Test
    void aDriftingClockHasAnOffsetPerIntervalAndALineBetweenTheirMiddles() {
        ClockCorrection correction =
                correction(
                        "100 MPI_Send > 1 101 150 MPI_Recv < 1 202"
                                + " 500 MPI_Send > 1 501 810 MPI_Recv < 1 852 852 work 1000",
                        "90 MPI_Recv < 0 102 200 MPI_Send > 0 201"
                                + " 390 MPI_Recv < 0 402 750 MPI_Send > 0 751");
        assertThat(correction.isComplete()).isTrue();
        assertThat(correction.errorNanos()).isEqualTo(2);
        assertThat(correction.offset(1, 0)).isZero();
        assertThat(correction.offset(1, 250)).isZero();
        assertThat(correction.offset(1, 300)).isEqualTo(-10);
        assertThat(correction.offset(1, 500)).isEqualTo(-50);
        assertThat(correction.offset(1, 750)).isEqualTo(-100);
        assertThat(correction.offset(1, 1000)).isEqualTo(-100);
    }

    @Test
    void messagesThatContradictEachOtherInEveryIntervalHaveNoCompleteCorrection() {
        assertThat(
                        correction(
                                        "0 MPI_Recv < 1 5 10 MPI_Send > 1 11",
                                        "0 MPI_Recv < 0 5 10 MPI_Send > 0 11")
                                .isComplete())
                .isFalse();
    }
}
