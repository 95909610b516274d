package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.testkit.RandomContexts;
import treeline.transform.Reduction;

class PerNodeTest {
    @Test
    void ranksAreAveragedAndReadingsWhereTheyWereTaken() {
        Profile one =
                PerNode.of(
                        profileOf(
                                """
                                metric time s exclusive
                                path        rank0  rank1
                                main            1      3
                                main/work       4      -

                                metric peak B point
                                path        rank0  rank1
                                main            6      -
                                """));
        assertThat(one.contexts()).containsExactly(Context.WHOLE);
        assertThat(one.metrics())
                .extracting(Metric::toString)
                .containsExactlyInAnyOrder("time:inclusive", "time:exclusive", "peak");
        assertThat(one.column("time:exclusive").at(0, 0)).isEqualTo(2);
        assertThat(one.column("time:exclusive").at(0, 1)).isEqualTo(2);
        assertThat(one.column("time:inclusive").at(0, 0)).isEqualTo(4);
        assertThat(one.column("peak").at(0, 0)).isEqualTo(6);
        assertThat(one.column("peak").at(0, 1)).isNaN();
    }

    @Test
    void itIsTheNumberOfEveryTable() {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomContexts.of(seed);
            Metric time = profile.metrics().getFirst();
            Profile one = PerNode.of(profile);
            for (Metric.Scope scope :
                    new Metric.Scope[] {Metric.Scope.INCLUSIVE, Metric.Scope.EXCLUSIVE}) {
                double[] expected = Numbers.of(profile, time).values(scope, Reduction.MEAN);
                for (int node = 0; node < expected.length; node++)
                    assertThat(one.column(time.in(scope)).at(0, node))
                            .as("seed %d", seed)
                            .isEqualTo(Double.valueOf(expected[node]));
            }
        }
    }
}
