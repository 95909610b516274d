package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnOperations;

/// Rank 1 waits from 5 to 20 and from 30 to 50, rank 2 from 10 to 25.
class WaitStatesTest {
    private final WaitStates waits =
            new DrawnOperations(
                            "20 MPI_Send > 1 21 25 MPI_Send > 2 26 50 MPI_Send > 1 51",
                            "5 MPI_Recv < 0 22 30 MPI_Recv < 0 52",
                            "10 MPI_Recv < 0 27")
                    .analysis()
                    .waits();

    @Test
    void waitsAreByContextAndThenInTimeOrder() {
        assertThat(waits.size()).isEqualTo(3);
        assertThat(waits.firstOf(0)).isZero();
        assertThat(waits.firstOf(1)).isZero();
        assertThat(waits.beginNanos(1)).isEqualTo(30);
        assertThat(waits.firstOf(2)).isEqualTo(2);
        assertThat(waits.firstOf(3)).isEqualTo(3);
    }

    @Test
    void theLastWaitByATimeMayEndAtThatTime() {
        assertThat(waits.lastEndingBy(1, 50)).isEqualTo(1);
        assertThat(waits.lastEndingBy(1, 49)).isZero();
        assertThat(waits.lastEndingBy(1, 20)).isZero();
        assertThat(waits.lastEndingBy(1, 19)).isEqualTo(-1);
        assertThat(waits.lastEndingBy(2, 99)).isEqualTo(2);
        assertThat(waits.lastEndingBy(0, 99)).isEqualTo(-1);
        assertThat(waits.lastEndingBy(3, 99)).isEqualTo(-1);
    }
}
