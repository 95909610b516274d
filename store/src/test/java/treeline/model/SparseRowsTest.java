package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

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
}
