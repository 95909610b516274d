package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.transform.Reduction;

class NodeMeasuresTest {
    private static final String EXCLUSIVE =
            """
            path        rank0  rank1
            main            1      1
            main/solve      2      8
            main/write      4      -
            """;
    private static final String INCLUSIVE =
            """
            metric time s inclusive
            path        rank0  rank1
            main            7      9
            main/solve      2      8
            main/write      4      -
            """;

    private static NodeMeasures measures(String drawing, Reduction over) {
        Profile profile = profileOf(drawing);
        Numbers values = Numbers.of(profile, "time");
        TreeArrays rows =
                TreeArrays.of(profile.tree(), TreeArrays.WHOLE_FOREST, new double[0], 100);
        return NodeMeasures.of(values, rows, over);
    }

    @Test
    void whateverScopeWasRecordedBothAreShown() {
        for (String drawing : new String[] {EXCLUSIVE, INCLUSIVE}) {
            NodeMeasures mean = measures(drawing, Reduction.MEAN);
            assertThat(mean.inclusive().toArray()).containsExactly(8, 5, 2);
            assertThat(mean.exclusive().toArray()).containsExactly(1, 5, 2);
            assertThat(mean.total()).isEqualTo(8);
            assertThat(mean.hotPath().toArray()).containsExactly(0, 1);
            assertThat(mean.population().ranks()).isEqualTo(2);
            NodeMeasures most = measures(drawing, Reduction.MAX);
            assertThat(most.inclusive().toArray()).containsExactly(9, 8, 4);
            assertThat(most.exclusive().toArray()).containsExactly(1, 8, 4);
        }
    }

    @Test
    void imbalanceIsThatOfTheAnalysis() {
        Profile profile = profileOf(EXCLUSIVE);
        var time = profile.metrics().getFirst();
        LoadImbalance analysis =
                LoadImbalance.of(profile, time.in(Scope.INCLUSIVE), Threshold.none());
        double[] shown = Numbers.of(profile, "time").imbalance(Scope.INCLUSIVE);
        for (int node = 0; node < shown.length; node++)
            assertThat(shown[node]).isEqualTo(analysis.spread(node).imbalance());
        assertThat(shown).containsExactly(9.0 / 8, 1.6, 2);
    }

    @Test
    void readingsAtAPointAreNotAddedUp() {
        NodeMeasures measures =
                measures(
                        """
                        metric time s point
                        path        rank0
                        main            3
                        main/solve      5
                        """,
                        Reduction.MAX);
        assertThat(measures.inclusive().toArray()).containsExactly(3, 5);
        assertThat(measures.exclusive().toArray()).containsExactly(3, 5);
        assertThat(measures.total()).isEqualTo(5);
        assertThat(measures.hotPath().toArray()).isEmpty();
    }

    @Test
    void theHotPathEndsWhereItsRowsAreLeftOut() {
        Profile profile =
                profileOf(
                        """
                        path          rank0
                        main              1
                        main/solve        1
                        main/solve/x      8
                        """);
        Numbers values = Numbers.of(profile, "time");
        double[] weights = values.inclusive(Reduction.MEAN);
        TreeArrays rows = TreeArrays.of(profile.tree(), TreeArrays.WHOLE_FOREST, weights, 2);
        assertThat(NodeMeasures.of(values, rows, Reduction.MEAN).hotPath().toArray())
                .containsExactly(0, 1);
    }
}
