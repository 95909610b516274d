package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnOperations;
import treeline.trace.TableText;

import java.util.ArrayList;
import java.util.List;

class IdleWavesTest {
    /// `origin: context begin+time, ...`.
    private static List<String> waves(String... ranks) {
        List<String> texts = new ArrayList<>();
        for (IdleWaves.Wave wave : of(ranks).waves()) {
            List<String> arrivals = new ArrayList<>();
            for (IdleWaves.Arrival each : wave.arrivals())
                arrivals.add("%d %d+%d".formatted(each.context(), each.beginNanos(), each.nanos()));
            texts.add(wave.origin() + ": " + String.join(", ", arrivals));
        }
        return texts;
    }

    private static IdleWaves of(String... ranks) {
        return IdleWaves.of(new DrawnOperations(ranks).analysis().waits());
    }

    /// In ranks per second.
    private static double speed(String... ranks) {
        return of(ranks).waves().getFirst().ranksPerSecond(new DrawnOperations(ranks).outline());
    }

    /// Rank 0 is 40 late, and each rank waits for the one before it.
    private static final String[] CHAIN = {
        "0 work 40 40 MPI_Send > 1 41",
        "0 work 10 10 MPI_Recv < 0 42 42 MPI_Send > 2 43",
        "0 work 20 20 MPI_Recv < 1 44 44 MPI_Send > 3 45",
        "0 work 30 30 MPI_Recv < 2 46"
    };

    @Test
    void aDelayTravelsThroughTheRanks() {
        assertThat(waves(CHAIN)).containsExactly("0: 1 10+30, 2 20+22, 3 30+14");
    }

    @Test
    void theTableHasOneRowPerWave() {
        // A rank every 10 ns.
        assertThat(TableText.of(of(CHAIN).table(new DrawnOperations(CHAIN).outline())))
                .isEqualTo(
                        """
                        origin,begin,contexts,first,last,ranks_per_second
                        rank 0,1.0E-8,3,3.0E-8,1.4E-8,1.0E8
                        """);
    }

    @Test
    void twoRanksAreNotAWave() {
        assertThat(waves(CHAIN[0], CHAIN[1], "0 work 20 20 MPI_Recv < 1 44")).isEmpty();
    }

    /// The wait of rank 1 is the longest, 100. Without rank 3 there are two ranks, not a wave.
    @Test
    void waitsFromAQuarterOfTheLongestOnAreCounted() {
        String[] ranks = {
            "0 work 100 100 MPI_Send > 1 101",
            "0 MPI_Recv < 0 102 102 MPI_Send > 2 103",
            "10 work 20 20 MPI_Recv < 1 104 104 MPI_Send > 3 105",
            "10 work 79 79 MPI_Recv < 2 106"
        };
        assertThat(waves(ranks)).containsExactly("0: 1 0+100, 2 20+82, 3 79+25");
        ranks[3] = "10 work 80 80 MPI_Recv < 2 106"; // waits 24
        assertThat(waves(ranks)).isEmpty();
    }

    /// Rank 1 waits until 40, then works until 70.
    @Test
    void aWaitContinuesTheWaveIfItsCauseWaitedUntilAMomentWithinIt() {
        String[] ranks = {
            "0 work 40 40 MPI_Send > 1 41",
            "0 work 10 10 MPI_Recv < 0 42 42 work 70 70 MPI_Send > 2 71",
            "0 work 39 39 MPI_Recv < 1 72 72 MPI_Send > 3 73",
            "0 work 50 50 MPI_Recv < 2 74"
        };
        assertThat(waves(ranks)).containsExactly("0: 1 10+30, 2 39+31, 3 50+22");
        ranks[2] = "0 work 40 40 MPI_Recv < 1 72 72 MPI_Send > 3 73";
        assertThat(waves(ranks)).as("the waits of ranks 2 and 3 are due to rank 1").isEmpty();
    }

    @Test
    void overlappingWaitsForOneRankAreOneWave() {
        String[] ranks = {
            "0 work 40 40 MPI_Send > 1 41 41 work 90 90 MPI_Send > 2 91",
            "0 work 10 10 MPI_Recv < 0 42 42 MPI_Send > 3 43",
            "0 work 39 39 MPI_Recv < 0 92",
            "0 work 20 20 MPI_Recv < 1 44"
        };
        assertThat(waves(ranks)).containsExactly("0: 1 10+30, 3 20+22, 2 39+51");
        ranks[2] = "0 work 40 40 MPI_Recv < 0 92";
        assertThat(waves(ranks)).as("rank 0 is late twice").isEmpty();
    }

    @Test
    void aWaveMayReturnToARankButItsFirstWaitCounts() {
        assertThat(
                        waves(
                                "0 work 40 40 MPI_Send > 1 41",
                                "0 work 10 10 MPI_Recv < 0 42 42 MPI_Send > 2 43 43 MPI_Recv < 3"
                                        + " 72",
                                "0 work 20 20 MPI_Recv < 1 44 44 MPI_Send > 3 45",
                                "0 work 30 30 MPI_Recv < 2 46 46 work 70 70 MPI_Send > 1 71"))
                .containsExactly("0: 1 10+30, 2 20+22, 3 30+14");
    }

    @Test
    void aWaveInBothDirectionsHasOneSpeed() {
        String[] ranks = {
            "0 work 20 20 MPI_Recv < 1 44",
            "0 work 10 10 MPI_Recv < 2 42 42 MPI_Send > 0 43",
            "0 work 40 40 MPI_Send > 1 41 41 MPI_Send > 3 42",
            "0 work 10 10 MPI_Recv < 2 43 43 MPI_Send > 4 44",
            "0 work 20 20 MPI_Recv < 3 45"
        };
        assertThat(waves(ranks)).containsExactly("2: 1 10+30, 3 10+31, 0 20+22, 4 20+23");
        assertThat(speed(ranks)).isEqualTo(1e8);
    }

    @Test
    void aWaveThatReachesAllAtOnceHasNoSpeed() {
        String[] ranks = {
            "0 work 40 40 MPI_Send > 1 41 41 MPI_Send > 2 42 42 MPI_Send > 3 43",
            "0 MPI_Recv < 0 42",
            "0 MPI_Recv < 0 43",
            "0 MPI_Recv < 0 44"
        };
        assertThat(waves(ranks)).containsExactly("0: 1 0+40, 2 0+41, 3 0+42");
        assertThat(speed(ranks)).isNaN();
    }

    @Test
    void collectiveOperationsAreNotPartOfWaves() {
        String[] ranks = CHAIN.clone();
        ranks[0] += " 1000 MPI_Barrier coll BARRIER -1 0 0 1001";
        for (int rank = 1; rank < ranks.length; rank++)
            ranks[rank] += " 100 MPI_Barrier coll BARRIER -1 0 0 1001";
        assertThat(waves(ranks)).containsExactly("0: 1 10+30, 2 20+22, 3 30+14");
    }

    /// Ranks 1, 0 and 3 wait after 10, 20 and 30, at the distances 1, 2 and 1.
    @Test
    void aWaveThatDoesNotMoveAwayHasNoSpeed() {
        String[] ranks = {
            "0 work 20 20 MPI_Recv < 1 44",
            "0 work 10 10 MPI_Recv < 2 42 42 MPI_Send > 0 43",
            "0 work 40 40 MPI_Send > 1 41 41 MPI_Send > 3 42",
            "0 work 30 30 MPI_Recv < 2 43"
        };
        assertThat(waves(ranks)).containsExactly("2: 1 10+30, 0 20+22, 3 30+11");
        assertThat(speed(ranks)).isNaN();
    }

    @Test
    void aRankMayWaitBeforeTheOneThatItWaitsFor() {
        assertThat(
                        waves(
                                CHAIN[0],
                                CHAIN[1],
                                "0 work 5 5 MPI_Recv < 1 44 44 MPI_Send > 3 45",
                                "0 work 1 1 MPI_Recv < 2 46"))
                .containsExactly("0: 3 1+43, 2 5+37, 1 10+30");
    }

    @Test
    void lateReceiversMakeWavesToo() {
        assertThat(
                        waves(
                                "0 work 40 40 MPI_Recv < 1 42",
                                "0 work 10 10 MPI_Send > 0 42 42 MPI_Recv < 2 44",
                                "0 work 20 20 MPI_Send > 1 44 44 MPI_Recv < 3 46",
                                "0 work 30 30 MPI_Send > 2 46"))
                .containsExactly("0: 1 10+30, 2 20+22, 3 30+14");
    }
}
