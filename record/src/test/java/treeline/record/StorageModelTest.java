package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StorageModelTest {
    private static final long BYTES_PER_RANK = 44_000;
    private final StorageModel parallel = StorageModel.PARALLEL_FILE_SYSTEM;

    /// TinyProf, figure 6 (b): at 4,096 ranks the best is near one aggregator for 16 ranks, twice
    /// as fast as a file for each rank and ten times as fast as a single file.
    @Test
    void theShapeOfFigure6ComesOut() {
        int ranks = 4096;
        long bytes = ranks * BYTES_PER_RANK;
        int best = parallel.bestAggregators(ranks, bytes);
        double time = parallel.seconds(ranks, bytes, best);
        assertThat(best).isBetween(128, 512);
        assertThat(parallel.seconds(ranks, bytes, ranks / 16)).isLessThan(1.2 * time);
        assertThat(parallel.seconds(ranks, bytes, ranks)).isGreaterThan(2 * time);
        assertThat(parallel.seconds(ranks, bytes, 1)).isGreaterThan(10 * time);
    }

    @Test
    void theBestIsTheBestOfAll() {
        int ranks = 512;
        long bytes = ranks * BYTES_PER_RANK;
        double best = parallel.seconds(ranks, bytes, parallel.bestAggregators(ranks, bytes));
        for (int files = 1; files <= ranks; files++)
            assertThat(parallel.seconds(ranks, bytes, files)).isGreaterThanOrEqualTo(best);
    }

    @Test
    void aLocalDiskWantsFewFiles() {
        assertThat(StorageModel.LOCAL_DISK.bestAggregators(512, 512 * 100)).isLessThan(8);
        assertThat(StorageModel.LOCAL_DISK.bestAggregators(1, 100)).isEqualTo(1);
    }

    @Test
    void costsAreNotNegative() {
        assertThatThrownBy(() -> new StorageModel(-1, 1, 1, 1, 1))
                .hasMessage("a storage model needs costs of at least 0 and positive bandwidths");
    }
}
