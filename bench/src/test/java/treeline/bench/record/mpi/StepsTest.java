package treeline.bench.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.bench.record.mpi.Steps.Comparison;
import treeline.bench.record.mpi.Steps.Step;

class StepsTest {
    /// A character a step: `.` without a snapshot, `b` with one that is begun at its end, `s` with
    /// one that is shown. A digit before it says how many seconds it takes.
    private static Steps drawn(String drawing) {
        var steps = new Steps();
        int shown = 0;
        double agents = 0;
        int seconds = 1;
        for (int i = 0; i < drawing.length(); i++) {
            char each = drawing.charAt(i);
            if (Character.isDigit(each)) {
                seconds = Character.digit(each, 10);
                continue;
            }
            if (each == 's') shown++;
            if (each != '.') agents += 0.25;
            steps.add(new Step(seconds, shown, each == 'b', agents));
            seconds = 1;
        }
        return steps;
    }

    @Test
    void aSnapshotIsComparedWithStepsHalfwayToItsNeighbours() {
        assertThat(drawn(".s.......5b6s.......s.").comparisons())
                .containsExactly(new Comparison(4, 1 + 5 + 6 + 1, 0.5));
    }

    @Test
    void bothSidesCount() {
        assertThat(drawn(".s..3.3.3...s.....s.").comparisons())
                .containsExactly(new Comparison((9 + 3) / 2.0, 3, 0.25));
    }

    @Test
    void neighboursWithoutRoomBetweenSayNothing() {
        assertThat(drawn(".s..bbs.......s.").comparisons()).isEmpty();
    }

    @Test
    void theFirstAndTheLastHaveNothingToBeComparedWith() {
        assertThat(drawn("......s......").comparisons()).isEmpty();
        assertThat(drawn(".............").comparisons()).isEmpty();
    }
}
