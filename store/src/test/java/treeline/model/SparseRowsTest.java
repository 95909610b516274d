package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

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
}
