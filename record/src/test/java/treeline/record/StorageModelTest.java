package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageModelTest {
    /// FFT-20 of the paper's table II: 140 values of 9 bytes on each rank.
    private static final long BYTES_PER_RANK = 1_300;

    private final StorageModel parallel = StorageModel.PARALLEL_FILE_SYSTEM;

    private double seconds(int ranks, int aggregators) {
        return parallel.seconds(ranks, ranks * BYTES_PER_RANK, aggregators);
    }

    /// TinyProf, section VIII-A: "At P = 4,096, the optimal I/O time observed at A = P/16 is 2x
    /// faster than file-per-process I/O and 10x faster than single-file I/O."
    @Test
    void figure6ComesOut() {
        int ranks = 4096;
        assertThat(parallel.bestAggregators(ranks, ranks * BYTES_PER_RANK)).isEqualTo(ranks / 16);
        double best = seconds(ranks, ranks / 16);
        assertThat(seconds(ranks, ranks) / best).isBetween(1.9, 2.1);
        assertThat(seconds(ranks, 1) / best).isBetween(9.5, 10.5);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4096, 32_768})
    void theCurveIsAUWithItsLowestPointAtOneFileFor16Ranks(int ranks) {
        for (int files = 2; files <= ranks / 16; files *= 2)
            assertThat(seconds(ranks, files)).isLessThan(seconds(ranks, files / 2));
        for (int files = ranks / 8; files <= ranks; files *= 2)
            assertThat(seconds(ranks, files)).isGreaterThan(seconds(ranks, files / 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 512, 5000})
    void theChosenNumberIsHardlyWorseThanTheBestOfAll(int ranks) {
        double chosen = seconds(ranks, parallel.bestAggregators(ranks, ranks * BYTES_PER_RANK));
        for (int files = 1; files <= ranks; files++)
            assertThat(chosen).isLessThan(1.1 * seconds(ranks, files));
    }

    @Test
    void aLocalDiskWantsFewFiles() {
        assertThat(StorageModel.LOCAL_DISK.bestAggregators(512, 512 * 100)).isLessThan(8);
        assertThat(StorageModel.LOCAL_DISK.bestAggregators(1, 100)).isEqualTo(1);
    }

    @Test
    void costsAreNotNegative() {
        assertThatThrownBy(() -> new StorageModel(-1, 1, 1, 1, 1, 1, 1))
                .hasMessage(
                        "a storage model needs costs of at least 0, ranks on a node and positive"
                                + " bandwidths");
    }
}
