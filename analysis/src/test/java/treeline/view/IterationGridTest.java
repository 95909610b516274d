package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;

class IterationGridTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path       rank0    rank1    rank2
                    main       1        1        1
                    main/step  1+2+3+4  1+9+1+1  2+2+2
                    """);

    private static IterationGrid grid(int rows, int columns) {
        Numbers numbers = Numbers.of(RUN, RUN.metric("time"));
        int step = RUN.tree().at("main/step");
        return IterationGrid.of(numbers, Scope.INCLUSIVE, step, rows, columns).orElseThrow();
    }

    @Test
    void everyRankHasARowAndEveryIterationAColumn() {
        IterationGrid grid = grid(10, 10);
        assertThat(grid.ranks()).isEqualTo(3);
        assertThat(grid.iterations()).isEqualTo(4);
        assertThat(grid.values().toArray())
                .containsExactly(1, 2, 3, 4, 1, 9, 1, 1, 2, 2, 2, Double.NaN);
    }

    @Test
    void neighboursShareACellThatHasTheLargestValue() {
        IterationGrid grid = grid(2, 2);
        assertThat(grid.rows()).isEqualTo(2);
        assertThat(grid.columns()).isEqualTo(2);
        assertThat(grid.values().toArray()).containsExactly(9, 4, 2, 2);
    }

    @Test
    void aNodeWithoutIterationsHasNoGrid() {
        Numbers numbers = Numbers.of(RUN, RUN.metric("time"));
        assertThat(IterationGrid.of(numbers, Scope.EXCLUSIVE, 0, 10, 10)).isEmpty();
    }
}
