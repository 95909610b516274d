package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.record.ranks.CommunicatorException;
import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;

class JacobiTest {
    @Test
    void twoIterationsOfASmallPlateAreAsByHand() {
        Jacobi plate = new Jacobi(new SoloCommunicator(), 2, 0);
        assertThat(plate.iterate(2)).isEqualTo(6.25);
        assertThat(plate.innerRow(0)).containsExactly(0, 31.25, 31.25, 0);
        assertThat(plate.innerRow(1)).containsExactly(0, 6.25, 6.25, 0);
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "5, 0", "4, 3"})
    void theRowsOfAllRanksAreThoseOfOneRank(int ranks, double imbalance) {
        int size = 12;
        Jacobi serial = new Jacobi(new SoloCommunicator(), size, 0);
        serial.iterate(20);
        InProcessRanks.run(
                ranks,
                comm -> {
                    Jacobi plate = new Jacobi(comm, size, imbalance);
                    plate.iterate(20);
                    Share rows = Share.of(size, ranks, imbalance);
                    for (int row = rows.start(comm.rank()); row < rows.end(comm.rank()); row++)
                        assertThat(plate.innerRow(row - rows.start(comm.rank())))
                                .isEqualTo(serial.innerRow(row));
                });
    }

    @Test
    void aSlowerBuildComputesTheSame() {
        Jacobi usual = new Jacobi(new SoloCommunicator(), 12, 0);
        Jacobi slower = new Jacobi(new SoloCommunicator(), 12, 0, 250);
        assertThat(slower.iterate(20)).isEqualTo(usual.iterate(20));
        for (int row = 0; row < 12; row++)
            assertThat(slower.innerRow(row)).isEqualTo(usual.innerRow(row));
    }

    @Test
    void everyRankNeedsARow() {
        assertThatThrownBy(() -> InProcessRanks.run(5, comm -> new Jacobi(comm, 2, 0)))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining("2 rows are too few for 5 ranks");
    }
}
