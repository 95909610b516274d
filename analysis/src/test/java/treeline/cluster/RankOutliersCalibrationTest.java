package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.util.Random;

/// The rates that docs/evaluation/calibration.md promises for "ranks whose work stands out".
class RankOutliersCalibrationTest {
    private static final int SIMULATIONS = 100;

    @ParameterizedTest
    @EnumSource
    void noiseHasNoOutliers(NoiseModel noise) {
        var random = new Random(1);
        var calibration = new Calibration("rank outliers of " + noise);
        for (int ranks : new int[] {16, 64, 512, 2000})
            calibration
                    .rate(
                            "%s, %d ranks".formatted(noise, ranks),
                            SIMULATIONS,
                            () ->
                                    RankClusters.outstanding(noise.sample(random, ranks, 1, 0.1))
                                                    .length
                                            > 0)
                    .requireAtMost(0.05);
    }

    @Test
    void aRankThatWorksTwiceAsLongStandsOut() {
        var random = new Random(2);
        var calibration = new Calibration("rank outliers found");
        for (int ranks : new int[] {16, 64, 512, 2000})
            calibration
                    .rate(
                            "twice the work, 2 %% noise, %d ranks".formatted(ranks),
                            SIMULATIONS,
                            () -> {
                                double[] work = NoiseModel.NORMAL.sample(random, ranks, 1, 0.02);
                                work[3] = 2;
                                int[] found = RankClusters.outstanding(work);
                                return found.length == 1 && found[0] == 3;
                            })
                    .requireAtLeast(0.95);
    }

    @Test
    void aRankStandsOutByMoreThanATenth() {
        assertThat(RankClusters.outstanding(new double[] {1, 1, 1, 1, 1.1})).isEmpty();
        assertThat(RankClusters.outstanding(new double[] {1, 1, 1, 1, 1.11})).containsExactly(4);
        assertThat(RankClusters.outstanding(new double[] {1, 1, 9})).isEmpty();
    }
}
