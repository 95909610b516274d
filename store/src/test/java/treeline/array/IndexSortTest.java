package treeline.array;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

class IndexSortTest {
    @Test
    void indexesComeInTheOrderOfTheirKeys() {
        double[] keys = {3, Double.NaN, 1, 2};
        assertThat(IndexSort.ascending(keys)).containsExactly(2, 3, 0, 1);
        assertThat(IndexSort.descending(keys)).containsExactly(0, 3, 2, 1);
        assertThat(IndexSort.of(0, (_, _) -> 0)).isEmpty();
    }

    /// The same as the sort of the JDK with boxed numbers, which is stable too.
    @Test
    void equalRowsKeepTheirOrder() {
        var random = new Random(1);
        for (int count = 0; count < 200; count++) {
            int[] keys = random.ints(count, 0, 1 + count / 3).toArray();
            int[] expected =
                    IntStream.range(0, count)
                            .boxed()
                            .sorted(Comparator.comparingInt(row -> keys[row]))
                            .mapToInt(row -> row)
                            .toArray();
            assertThat(IndexSort.of(count, (row, other) -> Integer.compare(keys[row], keys[other])))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aRangeIsSortedByAKey() {
        int[] rows = {0, 1, 2, 3, 4};
        long[] keys = {1, 9, 5, 5, 0};
        IndexSort.sort(rows, 1, 4, row -> keys[row]);
        assertThat(rows).containsExactly(0, 2, 3, 1, 4);
    }
}
