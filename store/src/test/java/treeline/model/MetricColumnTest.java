package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricColumnTest {
    /// Two contexts by three nodes.
    private static SparseRows byContext() {
        var rows = new SparseRows.Builder(3, 0);
        rows.add(0, 1);
        rows.add(2, 2);
        rows.endRow();
        rows.add(2, 3);
        rows.endRow();
        return rows.build();
    }

    @Test
    void aColumnHasTheSameValuesInBothOrders() {
        MetricColumn column = MetricColumn.ofContexts(byContext(), 3);
        assertThat(column.contexts()).isEqualTo(2);
        assertThat(column.nodes()).isEqualTo(3);
        assertThat(column.cells()).isEqualTo(3);
        assertThat(column.byNode()).isEqualTo(byContext().transposed(3));
        assertThat(MetricColumn.ofNodes(column.byNode(), 2)).isEqualTo(column);
        assertThat(column.at(1, 2)).isEqualTo(3);
        assertThat(column.at(1, 0)).isNaN();
    }

    @Test
    void theOtherOrderIsComputedOnce() {
        MetricColumn column = MetricColumn.ofContexts(byContext(), 3);
        assertThat(column.isKnownByNode()).isFalse();
        SparseRows byNode = column.byNode();
        assertThat(column.isKnownByNode()).isTrue();
        assertThat(column.byNode()).isSameAs(byNode);
        assertThat(MetricColumn.ofNodes(byNode, 2).isKnownByNode()).isTrue();
    }
}
