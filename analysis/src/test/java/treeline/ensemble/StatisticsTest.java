package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.statistics.MetricPair;
import treeline.ensemble.statistics.Normality;
import treeline.ensemble.statistics.ShapiroWilk;
import treeline.model.Metric;
import treeline.single.Correlation;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class StatisticsTest {
    private static Ensemble times(double... values) {
        List<Run> runs = new ArrayList<>();
        for (double value : values) runs.add(run("r" + runs.size(), "", "main=" + value));
        return Ensemble.of(runs);
    }

    private static double of(Statistic statistic, double... values) {
        Ensemble ensemble = times(values);
        return Statistics.values(ensemble, ensemble.metric("time"), statistic)[0];
    }

    @Test
    void statisticsAreThoseOfASample() {
        assertEquals(5, of(Statistic.MEAN, 2, 4, 9));
        assertEquals(4, of(Statistic.MEDIAN, 9, 2, 4));
        assertEquals(13, of(Statistic.VARIANCE, 2, 4, 9));
        assertEquals(Math.sqrt(13), of(Statistic.STD, 2, 4, 9));
        assertEquals(2, of(Statistic.MIN, 4, 2, 9));
        assertEquals(9, of(Statistic.MAX, 4, 2, 9));
        assertEquals(15, of(Statistic.SUM, 4, 2, 9));
        assertEquals(3, of(Statistic.COUNT, 4, 2, 9));
    }

    @Test
    void percentilesAreInterpolated() {
        assertEquals(3, of(Statistic.percentile(0.25), 9, 2, 4));
        assertThat(Statistic.percentile(0.25).name()).isEqualTo("percentiles_25");
        assertEquals(2, of(Statistic.percentile(0), 9, 2, 4));
        assertEquals(9, of(Statistic.percentile(1), 9, 2, 4));
        assertThatThrownBy(() -> Statistic.percentile(25))
                .hasMessage("a percentile must be from 0 to 1, found 25.0");
    }

    @Test
    void theDeviationOfOneRunIsMissing() {
        assertThat(of(Statistic.STD, 4)).isNaN();
    }

    @Test
    void theConfidenceIntervalOfTheMeanIsSymmetric() {
        double lower = of(Statistic.confidenceLower(0.95), 2, 4, 9);
        double upper = of(Statistic.confidenceUpper(0.95), 2, 4, 9);
        assertThat((lower + upper) / 2).isCloseTo(5, within(1e-12));
        assertThat(upper - 5).isCloseTo(1.959963984540054 * Math.sqrt(13 / 3.0), within(1e-9));
        assertThat(Statistic.confidenceLower(0.95).name()).isEqualTo("confidence_95_lower");
        assertThat(Statistic.confidenceUpper(0.999).name()).isEqualTo("confidence_99.9_upper");
        assertThatThrownBy(() -> Statistic.confidenceLower(0))
                .hasMessage("a confidence level must be between 0 and 1, found 0.0");
        assertThatThrownBy(() -> Statistic.confidenceUpper(1))
                .hasMessage("a confidence level must be between 0 and 1, found 1.0");
        assertThatThrownBy(() -> Statistic.confidenceLower(95))
                .hasMessage("a confidence level must be between 0 and 1, found 95.0");
    }

    @Test
    void statisticsAreFoundByName() {
        assertThat(Statistic.named("MEAN")).isEqualTo(Statistic.MEAN);
        assertThat(Statistic.named("p90").name()).isEqualTo("percentiles_90");
        assertThatThrownBy(() -> Statistic.named("average"))
                .hasMessage(
                        "unknown statistic 'average'; available: count, sum, mean, median, min,"
                                + " max, var, std, and p0 to p100 for percentiles");
    }

    @Test
    void aTableHasAColumnForEachMetricAndStatistic() {
        Ensemble ensemble =
                Ensemble.of(List.of(run("a", "", "main=1", "main/io=3"), run("b", "", "main=3")));
        Table table =
                Statistics.of(ensemble, ensemble.metrics(), List.of(Statistic.MEAN, Statistic.MAX));
        assertThat(table.toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path     time_mean  time_max
                           0  main             2         3
                           1  main/io          3         3
                        """);
    }

    @Test
    void theOrderOfRunsChangesNothing() {
        var random = new Random(8);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 20; i++)
            runs.add(run("r" + i, "", "main=" + random.nextDouble() * Math.pow(10, i % 7)));
        Ensemble ordered = Ensemble.of(runs);
        Collections.shuffle(runs, random);
        Ensemble shuffled = Ensemble.of(runs);
        List<Statistic> all =
                List.of(Statistic.MEAN, Statistic.STD, Statistic.SUM, Statistic.MEDIAN);
        assertThat(Statistics.of(shuffled, shuffled.metrics(), all))
                .isEqualTo(Statistics.of(ordered, ordered.metrics(), all));
    }

    /// n values twice: squares double, and 2n - 1 stands in the place of n - 1.
    @Test
    void runsAddedTwiceChangeTheVarianceAsTheorySays() {
        double once = of(Statistic.VARIANCE, 2, 4, 9);
        double twice = of(Statistic.VARIANCE, 2, 4, 9, 2, 4, 9);
        assertThat(twice).isCloseTo(once * 2 * 2 / 5, within(1e-12));
    }

    @Test
    void aBoxPlotNamesTheRunsBeyondItsFences() {
        Ensemble ensemble = times(1, 2, 3, 4, 100);
        Table table = BoxPlot.of(ensemble, ensemble.metric("time"));
        assertEquals(2, table.real("time_q1").at(0));
        assertEquals(3, table.real("time_q2").at(0));
        assertEquals(4, table.real("time_q3").at(0));
        assertEquals(2, table.real("time_iqr").at(0));
        assertEquals(-1, table.real("time_lowerfence").at(0));
        assertEquals(7, table.real("time_upperfence").at(0));
        assertThat(table.text("time_outliers").at(0)).isEqualTo("r4");
        assertThat(BoxPlot.outliers(ensemble, ensemble.metric("time"), 0)).containsExactly("r4");
    }

    @Test
    void aRunExactlyOnAFenceIsNoOutlier() {
        Ensemble above = times(1, 2, 3, 4, 7);
        assertThat(BoxPlot.outliers(above, above.metric("time"), 0)).isEmpty();
        Ensemble below = times(1, 4, 5, 6, 7);
        assertThat(BoxPlot.outliers(below, below.metric("time"), 0)).isEmpty();
        Ensemble beyond = times(0.9, 4, 5, 6, 7);
        assertThat(BoxPlot.outliers(beyond, beyond.metric("time"), 0)).containsExactly("r0");
    }

    /// The example of Shapiro and Wilk's paper (1965): weights of men, W = 0.79, p = 0.007 (scipy).
    @Test
    void valuesFarFromANormalDistributionAreTold() {
        double[] men = {148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236};
        ShapiroWilk test = ShapiroWilk.of(men);
        assertThat(test.w()).isCloseTo(0.7888, within(1e-4));
        assertThat(test.p()).isCloseTo(0.0067, within(1e-4));
        Ensemble ensemble = times(men);
        Table table = Normality.of(ensemble, ensemble.metric("time"));
        assertThat(table.real("time_w").at(0)).isEqualTo(test.w());
        assertThat(table.real("time_p").at(0)).isEqualTo(test.p());
        assertThat(table.text("time_normality").at(0)).isEqualTo("False");
    }

    @Test
    void threeEqualOrTwoValuesCannotBeTested() {
        Ensemble equal = times(1, 1, 1);
        assertThat(Normality.of(equal, equal.metric("time")).column("time_normality").isMissing(0))
                .isTrue();
        assertThat(ShapiroWilk.of(new double[] {1, 2}).p()).isNaN();
        assertThat(ShapiroWilk.of(new double[] {1, 2, 3}).w()).isCloseTo(1, within(1e-12));
    }

    private static Ensemble pairs() {
        List<Run> runs = new ArrayList<>();
        int[][] values = {{1, 2}, {2, 4}, {3, 7}, {4, 7}};
        for (int[] each : values)
            runs.add(
                    drawn(
                            "r" + each[0],
                            "",
                            """
                            metric time s inclusive
                            path whole
                            main %d

                            metric misses 1 point
                            path whole
                            main %d
                            """
                                    .formatted(each[0], each[1])));
        runs.add(run("without", "", "main=9"));
        return Ensemble.of(runs);
    }

    /// Thicket raises where one value is missing (D8).
    @Test
    void metricsCorrelateOverTheRunsThatHaveBoth() {
        Ensemble ensemble = pairs();
        var pair = new MetricPair(ensemble, ensemble.metric("time"), ensemble.metric("misses"));
        assertThat(value(pair.correlation(Correlation.Method.PEARSON), "time_vs_misses pearson"))
                .isCloseTo(9 / Math.sqrt(90), within(1e-9));
        assertThat(value(pair.correlation(Correlation.Method.SPEARMAN), "time_vs_misses spearman"))
                .isCloseTo(0.9486832980505138, within(1e-9));
        assertThat(value(pair.correlation(Correlation.Method.KENDALL), "time_vs_misses kendall"))
                .isCloseTo(0.9128709291752769, within(1e-9));
    }

    @Test
    void distributionsThatAreTheSameAreNotApart() {
        Ensemble ensemble = pairs();
        Metric time = ensemble.metric("time");
        var pair = new MetricPair(ensemble, time, time);
        assertThat(value(pair.bhattacharyyaDistance(), "time_time_bhattacharyya_distance"))
                .isCloseTo(0, within(1e-12));
        assertThat(value(pair.hellingerDistance(), "time_time_hellinger_distance"))
                .isCloseTo(0, within(1e-12));
    }

    @Test
    void theSmallerOfTwoMetricsIsPreferredIfThatIsNoChance() {
        Ensemble fast = times(1, 1.1, 0.9);
        Ensemble slow = times(2, 2.2, 1.7);
        Ensemble both = new EnsembleJoin().add("fast", fast).add("slow", slow).inOrder();
        var pair = new MetricPair(both, both.metric("fast.time"), both.metric("slow.time"));
        Table table = pair.preference(0.05);
        assertThat(value(table, "tvalue")).isCloseTo(2.7764451051977987, within(1e-9));
        assertThat(table.text("mean_preferred").at(0)).isEqualTo("fast.time");
        assertThat(table.text("std_preferred").at(0)).isEqualTo("fast.time");
        assertThat(value(pair.scores(), "bhattacharyya")).isNegative();
        var same = new MetricPair(both, both.metric("fast.time"), both.metric("fast.time"));
        assertThat(same.preference(0.05).text("mean_preferred").at(0)).isEqualTo("No preference");
        assertThatThrownBy(() -> pair.preference(5))
                .hasMessage("alpha must be between 0 and 1, found 5.0");
    }

    private static double value(Table table, String column) {
        return table.real(column).at(0);
    }

    /// Both scopes of one name are distinguished, in columns and when they are asked for.
    @Test
    void metricsOfOneNameAreCalledByTheirScope() {
        Ensemble ensemble =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "a",
                                        "",
                                        """
                                        metric time s exclusive
                                        path whole
                                        main 1

                                        metric time s inclusive
                                        path whole
                                        main 3
                                        """)));
        Table table = Statistics.of(ensemble, ensemble.metrics(), List.of(Statistic.MEAN));
        assertThat(table.names())
                .containsExactly("node", "path", "time:exclusive_mean", "time:inclusive_mean");
        assertThat(ensemble.metric("time:exclusive").scope()).isEqualTo(Metric.Scope.EXCLUSIVE);
        assertThat(ensemble.metric("time:inclusive").scope()).isEqualTo(Metric.Scope.INCLUSIVE);
        assertThat(ensemble.metric("time").scope()).isEqualTo(Metric.Scope.INCLUSIVE);
    }
}
