package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Silhouettes of many rows, of which a sample is looked at; [KMeansTest] has those of few.
class SilhouettesTest {
    /// Two wide clusters and a few rows far away from both.
    private static Features line(int rows, int far) {
        Random random = new Random(3);
        return Features.of(
                Table.of(
                        Column.real(
                                "x",
                                rows,
                                row ->
                                        row < far
                                                ? 1000 + random.nextDouble()
                                                : 10 * (row % 2) + random.nextGaussian())),
                List.of("x"));
    }

    /// One after the other, as the definition says it.
    private static double exact(Features features, Clustering clusters) {
        double total = 0;
        for (int row = 0; row < features.rows(); row++) {
            double[] sum = new double[clusters.count()];
            for (int other = 0; other < features.rows(); other++)
                sum[clusters.of(other)] += Math.abs(features.at(row, 0) - features.at(other, 0));
            int own = clusters.of(row);
            double within = sum[own] / (clusters.size(own) - 1);
            double nearest = Double.POSITIVE_INFINITY;
            for (int each = 0; each < sum.length; each++)
                if (each != own) nearest = Math.min(nearest, sum[each] / clusters.size(each));
            total += (nearest - within) / Math.max(nearest, within);
        }
        return total / features.rows();
    }

    @Test
    void upToFourThousandRowsAllAreLookedAt() {
        Clustering clusters = new KMeans(3, 1, 2).on(line(4000, 6));
        assertThat(clusters.sample()).isEqualTo(4000);
        assertThat(clusters.silhouette())
                .isCloseTo(exact(clusters.features(), clusters), within(1e-12));
    }

    @Test
    void ofMoreRowsASampleIsLookedAtAndSmallClustersStay() {
        Clustering clusters = new KMeans(3, 1, 2).on(line(9000, 6));
        assertThat(clusters.size(2)).isEqualTo(6);
        assertThat(clusters.sample()).isBetween(4000, 4006);
        long ofSmall =
                java.util.stream.IntStream.range(0, 6)
                        .filter(row -> !Double.isNaN(clusters.silhouette(row)))
                        .count();
        assertThat(ofSmall).isEqualTo(6);
        assertThat(clusters.silhouetteOf(2)).isCloseTo(1, within(0.01));
        assertThat(clusters.silhouette())
                .isCloseTo(exact(clusters.features(), clusters), within(0.005));
        assertThat(Double.isNaN(clusters.centres().real("silhouette").at(2))).isFalse();
    }

    @Test
    void aClusterCountsByItsSizeHoweverManyOfItAreInTheSample() {
        Clustering clusters = new KMeans(3, 1, 2).on(line(9000, 30));
        double weighted = 0;
        for (int cluster = 0; cluster < 3; cluster++)
            weighted += clusters.size(cluster) * clusters.silhouetteOf(cluster) / 9000;
        assertThat(clusters.silhouette()).isCloseTo(weighted, within(1e-15));
    }

    @Test
    void theSampleIsTheSameEveryTimeAndForEveryChoiceOfDivisions() {
        Features features = line(5000, 6);
        Clustering alone = KMeans.of(3).on(features);
        Clustering amongOthers = KMeans.each(features, 2, 4, KMeans.DEFAULT_SEED).get(1);
        assertThat(amongOthers.silhouette()).isEqualTo(alone.silhouette());
        assertThat(silhouettes(amongOthers)).containsExactly(silhouettes(alone));
    }

    private static double[] silhouettes(Clustering clusters) {
        double[] all = new double[clusters.features().rows()];
        Arrays.setAll(all, clusters::silhouette);
        return all;
    }

    @Test
    void oneClusterHasNoSilhouette() {
        Clustering one = new KMeans(1, 1, 1).on(line(5000, 0));
        assertThat(one.silhouette()).isNaN();
        assertThat(one.sample()).isEqualTo(5000);
    }
}
