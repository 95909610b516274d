package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;

import java.util.Random;

class NodeValuesTest {
    private static final double NOTHING = Double.NaN;

    private static double[] shown(Profile profile, Reduction over) {
        Metric metric = profile.metrics().getFirst();
        return NodeValues.shown(profile.tree(), metric, profile.column(metric), over);
    }

    @Test
    void theMeanCountsContextsThatDidNotRunTheNodeAsZero() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path        rank0  rank1  rank2  rank3
                        main            8      8      8      8
                        main/solve      2      -      6      -
                        """);
        assertThat(shown(profile, Reduction.MEAN)).containsExactly(8, 2);
    }

    @Test
    void extremesAreOverTheContextsThatRanTheNode() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path        rank0  rank1  rank2
                        main            9      8      7
                        main/solve      2      -      6
                        """);
        assertThat(shown(profile, Reduction.MIN)).containsExactly(7, 2);
        assertThat(shown(profile, Reduction.MAX)).containsExactly(9, 6);
        assertThat(shown(profile, Reduction.SUM)).containsExactly(24, 8);
    }

    @Test
    void exclusiveValuesAreShownWithWhatIsBelow() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path             rank0  rank1
                        main                 1      1
                        main/solve           2      -
                        main/solve/wait      4      6
                        """);
        assertThat(shown(profile, Reduction.SUM)).containsExactly(14, 12, 10);
        assertThat(shown(profile, Reduction.MEAN)).containsExactly(7, 6, 5);
    }

    @Test
    void theSlowestSubtreeIsThatOfOneContext() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path     rank0  rank1
                        main         0      -
                        main/a       5      1
                        main/b       1      5
                        """);
        assertThat(shown(profile, Reduction.MAX)).containsExactly(6, 5, 5);
        assertThat(shown(profile, Reduction.MIN)).containsExactly(6, 1, 1);
    }

    @Test
    void readingsAtAPointAreNotAddedUp() {
        Profile profile =
                profileOf(
                        """
                        metric rss B point
                        path     rank0  rank1
                        main        10     30
                        main/a      50     40
                        """);
        assertThat(shown(profile, Reduction.MAX)).containsExactly(30, 50);
    }

    @Test
    void aRootThatOnlyGroupsIsWorthItsChildren() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path        whole
                        all             -
                        all/a           3
                        all/a/deep      2
                        all/b           4
                        """);
        assertThat(shown(profile, Reduction.MEAN)).containsExactly(7, 3, 2, 4);
    }

    @Test
    void whatNobodyMeasuredStaysUnknown() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path    whole
                        main        1
                        main/a      -
                        """);
        assertThat(shown(profile, Reduction.MEAN)).containsExactly(1, NOTHING);
        assertThat(shown(profile, Reduction.MAX)).containsExactly(1, NOTHING);
    }

    @Test
    void theExtremeOfEachContextAgreesWithTheDenseDefinition() {
        for (int seed = 0; seed < 50; seed++) {
            Profile profile = RandomProfile.exclusive(new Random(seed), 40, 6);
            Metric metric = profile.metrics().getFirst();
            double[] expected = new double[profile.tree().size()];
            java.util.Arrays.fill(expected, NOTHING);
            for (int context = 0; context < profile.contexts().size(); context++) {
                double[] own = new double[profile.tree().size()];
                for (int node = 0; node < own.length; node++)
                    own[node] = profile.column(metric).at(context, node);
                double[] inclusive = NodeValues.inclusive(profile.tree(), own);
                for (int node = 0; node < own.length; node++)
                    if (!(inclusive[node] <= expected[node]) && !Double.isNaN(inclusive[node]))
                        expected[node] = inclusive[node];
            }
            assertThat(shown(profile, Reduction.MAX)).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
