package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class SparseRowsTest {
    @Test
    void otherValuesStandInTheSameCells() {
        SparseRows rows =
                new SparseRows.Builder()
                        .add(1, 10)
                        .add(4, 20)
                        .endRow()
                        .endRow()
                        .add(0, 30)
                        .endRow()
                        .build();
        double[] next = {0};
        SparseRows others = rows.withValues(() -> ++next[0]);
        assertThat(others)
                .isEqualTo(
                        new SparseRows.Builder()
                                .add(1, 1)
                                .add(4, 2)
                                .endRow()
                                .endRow()
                                .add(0, 3)
                                .endRow()
                                .build());
    }

    @Test
    void manyCellsAtOnceAreAsOneByOne() {
        int[] places = new int[1_000];
        double[] values = new double[1_000];
        var one = new SparseRows.Builder(1, 0).add(3, 7);
        for (int i = 0; i < places.length; i++) {
            places[i] = 2 * i;
            values[i] = i;
            one.add(5 + 2 * i, i);
        }
        var many = new SparseRows.Builder(1, 0).add(3, 7).addAll(5, places, values, 1_000);
        assertThat(many.endRow().build()).isEqualTo(one.endRow().build());
    }

    @Test
    void cellsThatDoNotAscendAreRefused() {
        assertThatThrownBy(
                        () ->
                                new SparseRows.Builder()
                                        .add(3, 1)
                                        .addAll(2, new int[] {1, 2}, new double[2], 2))
                .hasMessage("cells of a row ascend, but 3 follows 3 in row 0");
    }

    @Test
    void aCellThatComesAgainInItsRowIsRefused() {
        var rows = new SparseRows.Builder().add(5, 1).endRow().add(3, 1);
        assertThatThrownBy(() -> rows.add(3, 1))
                .hasMessage("cells of a row ascend, but 3 follows 3 in row 1");
        assertThatThrownBy(() -> rows.add(2, 1))
                .hasMessage("cells of a row ascend, but 2 follows 3 in row 1");
    }

    /// Rows as the recorder makes them: cell 0 of row 0 is plain, the two others are loops.
    private final SparseRows loops =
            new SparseRows.Builder()
                    .add(2, 10)
                    .addSeries(4, new double[] {1, Double.NaN, 3}, 0, 3)
                    .endRow()
                    .endRow()
                    .addSeries(2, new double[] {9, 5, 6}, 1, 3)
                    .endRow()
                    .build();

    private final SparseRows plain =
            new SparseRows.Builder().add(0, 7).endRow().add(1, 8).add(2, 9).endRow().build();

    @Test
    void aCellIsFoundByItsIndexAndAMissingOneByWhatFollows() {
        assertThat(loops.find(0, 4)).isEqualTo(1);
        assertThat(loops.find(0, 3)).isEqualTo(-1);
        assertThat(loops.find(1, 4)).isEqualTo(-1);
        assertThat(loops.from(0, 2)).isZero();
        assertThat(loops.from(0, 3)).isEqualTo(1);
        assertThat(loops.from(0, 5)).isEqualTo(loops.end(0));
    }

    @Test
    void aLoopKeepsTheIterationsOfTheRangeThatWasGiven() {
        assertThat(loops.hasSeries()).isTrue();
        assertThat(loops.series(0)).isEmpty();
        assertThat(loops.series(1)).containsExactly(1, Double.NaN, 3);
        assertThat(loops.value(1)).isEqualTo(4);
        assertThat(loops.series(2)).containsExactly(5, 6);
        assertThat(loops.value(2)).isEqualTo(11);
    }

    @Test
    void plainCellsHaveNoIterations() {
        assertThat(plain.hasSeries()).isFalse();
        assertThat(plain.transposed(3).hasSeries()).isFalse();
        assertThatThrownBy(() -> plain.iteration(0, 0))
                .hasMessage("the column keeps no iterations");
        assertThatThrownBy(() -> loops.iteration(1, 3)).hasMessageContaining("Index 3");
    }

    @Test
    void aLoopAmongManyPlainCellsKeepsItsIterations() {
        var rows = new SparseRows.Builder(1, 0).addSeries(0, new double[] {1, 2}, 0, 2);
        for (int at = 1; at < 1_000; at++) rows.add(at, at);
        rows.addSeries(1_000, new double[] {3}, 0, 1).add(1_001, 4);
        SparseRows built = rows.endRow().build();
        assertThat(built.series(0)).containsExactly(1, 2);
        assertThat(built.series(999)).isEmpty();
        assertThat(built.value(999)).isEqualTo(999);
        assertThat(built.series(1_000)).containsExactly(3);
        assertThat(built.series(1_001)).isEmpty();
        assertThat(built.iterations()).isEqualTo(3);
    }

    @Test
    void rowsOfSeveralCoresFollowEachOther() {
        SparseRows all =
                new SparseRows.Builder()
                        .add(0, 7)
                        .endRow()
                        .add(1, 8)
                        .add(2, 9)
                        .endRow()
                        .add(2, 10)
                        .addSeries(4, new double[] {1, Double.NaN, 3}, 0, 3)
                        .endRow()
                        .endRow()
                        .addSeries(2, new double[] {5, 6}, 0, 2)
                        .endRow()
                        .add(0, 7)
                        .endRow()
                        .add(1, 8)
                        .add(2, 9)
                        .endRow()
                        .build();
        assertThat(SparseRows.concatenated(List.of(plain, loops, plain))).isEqualTo(all);
        assertThat(SparseRows.concatenated(List.of(plain, plain)))
                .isEqualTo(
                        new SparseRows.Builder()
                                .add(0, 7)
                                .endRow()
                                .add(1, 8)
                                .add(2, 9)
                                .endRow()
                                .add(0, 7)
                                .endRow()
                                .add(1, 8)
                                .add(2, 9)
                                .endRow()
                                .build());
        assertThat(SparseRows.concatenated(List.of(loops))).isSameAs(loops);
        assertThat(all).hasToString("SparseRows of 9 cells in 7 rows, 5 iterations");
    }

    @Test
    void rowsAreEqualIfRowsPlacesValuesAndIterationsAre() {
        SparseRows rows = oneLoop(1, 4, 1, 2);
        assertThat(rows).isEqualTo(oneLoop(1, 4, 1, 2)).hasSameHashCodeAs(oneLoop(1, 4, 1, 2));
        assertThat(rows).isNotEqualTo(oneLoop(2, 4, 1, 2)).isNotEqualTo(oneLoop(1, 5, 1, 2));
        assertThat(rows).isNotEqualTo(oneLoop(1, 4, 1, 3)).isNotEqualTo(oneLoop(1, 4, 2, 1));
        assertThat(rows)
                .isNotEqualTo(new SparseRows.Builder().endRow().add(4, 3).endRow().build())
                .isNotEqualTo("rows");
    }

    /// Row `row` has one cell, of two iterations.
    private static SparseRows oneLoop(int row, int at, double first, double second) {
        var rows = new SparseRows.Builder();
        for (int empty = 0; empty < row; empty++) rows.endRow();
        rows.addSeries(at, new double[] {first, second}, 0, 2).endRow();
        return (row == 1 ? rows : rows.endRow()).build();
    }

    @Test
    void theSumOfIterationsLosesNothingToLargeOnes() {
        assertThat(sumOf(1, 1e100, 1, -1e100)).isEqualTo(2);
        assertThat(sumOf(1e100, 1, 1, -1e100)).isEqualTo(2);
        assertThat(sumOf(1, 1, 1e100, -1e100)).isEqualTo(2);
        assertThat(sumOf(0.1, 0.2, 0.3)).isEqualTo(0.6);
    }

    @Test
    void theSumOfIterationsIsOfThoseThatHappened() {
        assertThat(sumOf(1, Double.NaN, 2)).isEqualTo(3);
        assertThat(sumOf(Double.NaN)).isZero();
        assertThat(sumOf(1, Double.POSITIVE_INFINITY, 2)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(SparseRows.sumOf(new double[] {1, 2, 4, 8}, 1, 3)).isEqualTo(6);
    }

    private static double sumOf(double... iterations) {
        return SparseRows.sumOf(iterations, 0, iterations.length);
    }
}
