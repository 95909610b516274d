package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.Run;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// Means 2 and 6, variances 1 and 16.
class MetricPairTest {
    private static final double[] SMALL = {1, 2, 3};
    private static final double[] LARGE = {2, 6, 10};

    /// ln((1/16 + 16 + 2) / 4) / 4 + 4^2 / 17 / 4.
    private static final double BHATTACHARYYA = 0.6121800188352489;

    /// 1 - sqrt(2 * 1 * 4 / 17) * exp(-4^2 / 17 / 4).
    private static final double HELLINGER = 0.45783235585930593;

    private static MetricPair pair(double[] first, double[] second) {
        Ensemble both = new EnsembleJoin().add("a", times(first)).add("b", times(second)).inOrder();
        return new MetricPair(both, both.metric("a.time"), both.metric("b.time"));
    }

    private static Ensemble times(double... values) {
        List<Run> runs = new ArrayList<>();
        for (double value : values) runs.add(run("r" + runs.size(), "", "main=" + value));
        return Ensemble.of(runs);
    }

    private static double value(Table table, String column) {
        return table.real(column).at(0);
    }

    @Test
    void distancesAreOfTwoNormalDistributions() {
        MetricPair pair = pair(SMALL, LARGE);
        assertThat(value(pair.bhattacharyyaDistance(), "a.time_b.time_bhattacharyya_distance"))
                .isCloseTo(BHATTACHARYYA, within(1e-12));
        assertThat(value(pair.hellingerDistance(), "a.time_b.time_hellinger_distance"))
                .isCloseTo(HELLINGER, within(1e-12));
    }

    @Test
    void scoresAreNegativeWhereTheFirstIsSmaller() {
        Table scores = pair(SMALL, LARGE).scores();
        assertThat(value(scores, "delta_mean_delta_stdnorm")).isEqualTo(-4 - 3.0 / 4);
        assertThat(value(scores, "delta_mean_delta_coefficient_of_variation"))
                .isCloseTo(-4 + 1.0 / 2 - 4.0 / 6, within(1e-12));
        assertThat(value(scores, "bhattacharyya")).isCloseTo(-BHATTACHARYYA, within(1e-12));
        assertThat(value(scores, "hellinger")).isCloseTo(-HELLINGER, within(1e-12));
    }

    @Test
    void scoresArePositiveWhereTheFirstIsLarger() {
        Table scores = pair(LARGE, SMALL).scores();
        assertThat(value(scores, "delta_mean_delta_stdnorm")).isEqualTo(4 + 3.0 / 4);
        assertThat(value(scores, "bhattacharyya")).isCloseTo(BHATTACHARYYA, within(1e-12));
        assertThat(value(scores, "hellinger")).isCloseTo(HELLINGER, within(1e-12));
    }

    /// Both have the mean 2 and differ in how far they spread.
    @Test
    void scoresOfEqualMeansAreNotNegative() {
        Table scores = pair(SMALL, new double[] {0, 2, 4}).scores();
        assertThat(value(scores, "bhattacharyya")).isPositive();
        assertThat(value(scores, "hellinger")).isPositive();
    }

    @Test
    void aDifferenceThatMayBeChanceIsNoPreference() {
        Table table = pair(SMALL, LARGE).preference(0.05);
        assertThat(value(table, "tstatistic")).isCloseTo(-1.6803361008336117, within(1e-12));
        assertThat(table.text("mean_preferred").at(0)).isEqualTo("No preference");
        assertThat(table.text("std_preferred").at(0)).isEqualTo("No preference");
    }

    @Test
    void equalDeviationsAreNoPreferenceWhereMeansDiffer() {
        Table table = pair(new double[] {11, 12, 13}, SMALL).preference(0.05);
        assertThat(table.text("mean_preferred").at(0)).isEqualTo("b.time");
        assertThat(table.text("std_preferred").at(0)).isEqualTo("No preference");
    }

    @Test
    void alphaIsNeitherZeroNorOne() {
        MetricPair pair = pair(SMALL, LARGE);
        assertThatThrownBy(() -> pair.preference(0))
                .hasMessage("alpha must be between 0 and 1, found 0.0");
        assertThatThrownBy(() -> pair.preference(1))
                .hasMessage("alpha must be between 0 and 1, found 1.0");
    }
}
