package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class LloydTest {
    /// Draws a row, then a cluster.
    private static Random drawing(int row, int cluster) {
        return new Random() {
            private boolean isRow = true;

            @Override
            public int nextInt(int bound) {
                int drawn = isRow ? row : cluster;
                isRow = false;
                return drawn;
            }
        };
    }

    /// Centres at 7, 1, 15 and 4 leave the second cluster empty. The row at 11 is farthest from its
    /// centre but alone, so the cluster gets the row at 12, the first of the next ones.
    @Test
    void anEmptyClusterTakesNoRowThatIsAloneInItsOwn() {
        Features line = Features.of(Table.of(Column.real("x", 4, 11, 12, 17, 18)), List.of("x"));
        var found = new Partition(new int[5], new double[] {7, 1, 15, 11}, 4, 0);
        Partition partition = Lloyd.of(line).swapped(found, drawing(0, 3));
        assertThat(partition.centres()).containsExactly(4, 11, 12, 17.5);
        assertThat(IntStream.range(0, 5).map(partition::of)).containsExactly(0, 1, 2, 3, 3);
        assertThat(partition.inertia()).isEqualTo(0.5);
    }

    @Test
    void equalRowsAreOneDifferentRow() {
        Features line = Features.of(Table.of(Column.real("x", 3, 1, 3, 2, 1)), List.of("x"));
        assertThat(Lloyd.of(line).different()).isEqualTo(3);
    }
}
