package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.testkit.RandomProfiles;

/// Columns of a scope that is not stored.
class ComputedScopeTest {
    @Test
    void aMetricOfTheSameNameInAnotherUnitIsAnotherMetric() {
        Profile profile =
                profileOf(
                        """
                        metric wait s exclusive
                        path        rank0
                        main            1
                        main/solve      2

                        metric wait ns exclusive
                        path        rank0
                        main           10
                        main/solve     20
                        """);
        var seconds = new Metric("wait", Unit.SECONDS, Metric.Scope.INCLUSIVE);
        var nanos = new Metric("wait", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
        assertThat(profile.column(seconds).at(0, 0)).isEqualTo(3);
        assertThat(profile.column(nanos).at(0, 0)).isEqualTo(30);
        assertThatThrownBy(
                        () ->
                                profile.column(
                                        new Metric("wait", Unit.BYTES, Metric.Scope.INCLUSIVE)))
                .hasMessage(
                        "no metric 'wait:inclusive' in 'B'; available: wait:exclusive,"
                                + " wait:exclusive");
    }

    @Test
    void aValueThatWasLostIsFilledFromWhatIsBelowIt() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path            rank0  rank1  rank2
                        main               10      -    NaN
                        main/step           -      -      4
                        main/step/work      3      7      2
                        main/write          1      -      5
                        """);
        MetricColumn filled = Scopes.filled(profile.tree(), profile.column("time"));
        assertThat(filled)
                .isEqualTo(
                        profileOf(
                                        """
                                        metric time s inclusive
                                        path            rank0  rank1  rank2
                                        main               10      7      9
                                        main/step           3      7      4
                                        main/step/work      3      7      2
                                        main/write          1      -      5
                                        """)
                                .column("time"));
        assertThat(Scopes.filled(profile.tree(), filled)).isSameAs(filled);
    }

    @Test
    void inclusiveIsTheSumOverTheSubtreeInEveryContext() {
        int columns = 0;
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = RandomProfiles.of(seed);
            for (Metric metric : profile.metrics())
                if (metric.scope() == Metric.Scope.EXCLUSIVE) {
                    assertSums(profile.tree(), profile.column(metric));
                    columns++;
                }
        }
        assertThat(columns).isGreaterThan(10);
    }

    private static void assertSums(CallTree tree, MetricColumn exclusive) {
        MetricColumn inclusive = Scopes.inclusive(tree, exclusive);
        for (int context = 0; context < exclusive.contexts(); context++)
            for (int node = 0; node < tree.size(); node++) {
                double sum = Double.NaN;
                for (int below = tree.subtreeEnd(node) - 1; below >= node; below--) {
                    double value = exclusive.at(context, below);
                    if (!Double.isNaN(value)) sum = Double.isNaN(sum) ? value : sum + value;
                }
                assertThat(inclusive.at(context, node))
                        .isCloseTo(sum, org.assertj.core.api.Assertions.withinPercentage(1e-6));
            }
    }
}
