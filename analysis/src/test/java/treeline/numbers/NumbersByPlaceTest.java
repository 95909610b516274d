package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;

/// Values by rank, thread, host and repetition, before they become one number.
class NumbersByPlaceTest {
    private static final double NOTHING = Double.NaN;

    private static Numbers of(String drawing) {
        Profile profile = profileOf(drawing);
        return Numbers.of(profile, profile.metrics().getFirst());
    }

    private static final String STARTED_ONCE =
            """
            metric time s exclusive
            path        rank0rep1  rank1rep0  rank1rep1  rank1rep2
            init                -        550          -          -
            step               10          1          2          3
            step/solve          4          1          -          2
            """;

    @Test
    void nodesOfSeveralRootsAreEachAveragedOverTheRepetitionsOfTheirOwn() {
        Numbers numbers = of(STARTED_ONCE);
        assertThat(numbers.ofPlaces(numbers.ranks(), Scope.EXCLUSIVE, new int[] {0, 1, 2}))
                .containsExactly(14, 550 + 2 + 1);
        assertThat(numbers.ofPlaces(numbers.ranks(), Scope.EXCLUSIVE, new int[] {0, 1}))
                .containsExactly(10, 550 + 2);
        assertThat(numbers.ofPlaces(numbers.ranks(), Scope.EXCLUSIVE, new int[0]))
                .containsExactly(NOTHING, NOTHING);
    }

    @Test
    void aRepetitionIsTheMeanOverTheRanksThatHadIt() {
        Numbers numbers = of(STARTED_ONCE);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 1)).containsExactly(2, 8, 5);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 0))
                .as("rank 0 never ran init, which counts as 0")
                .containsExactly(275, NOTHING, NOTHING);
        var column = numbers.byRepetition(Scope.INCLUSIVE);
        for (int repetition = 0; repetition < 3; repetition++)
            assertThat(column.at(repetition, 1))
                    .isEqualTo(numbers.ofRepetitions(Scope.INCLUSIVE, 1)[repetition]);
    }

    @Test
    void ranksOfARepetitionAreReducedInEveryWay() {
        Numbers numbers = of(STARTED_ONCE);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 1, Reduction.MEAN))
                .containsExactly(2, 8, 5);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 1, Reduction.SUM))
                .containsExactly(2, 16, 5);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 1, Reduction.MAX))
                .containsExactly(2, 14, 5);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 1, Reduction.MIN))
                .as("of repetition 0, which rank 0 lacks, rank 1 alone")
                .containsExactly(2, 2, 5);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 0, Reduction.MIN))
                .as("rank 0 never ran init, which counts as 0")
                .containsExactly(0, NOTHING, NOTHING);
        for (Reduction over : Reduction.values())
            assertThat(numbers.value(Scope.INCLUSIVE, 1, over))
                    .isEqualTo(numbers.inclusive(over)[1]);
    }

    @Test
    void combinedContextsGiveTheSameNumbers() {
        Numbers numbers = of(STARTED_ONCE);
        for (Reduction over : Reduction.values()) {
            Numbers combined = Numbers.of(numbers.combined(over), "time");
            assertThat(combined.inclusive(over)).isEqualTo(numbers.inclusive(over));
            assertThat(combined.exclusive(over)).isEqualTo(numbers.exclusive(over));
        }
    }

    @Test
    void aThreadHoldsWhatItCalled() {
        Numbers numbers =
                of(
                        """
                        path      thread0  thread1
                        main            1        -
                        main/a          2        5
                        main/a/b        -        6
                        """);
        Locations threads = numbers.places();
        assertThat(numbers.by(threads, Scope.INCLUSIVE).at(0, 0)).isEqualTo(3);
        assertThat(numbers.by(threads, Scope.INCLUSIVE).at(1, 0)).isEqualTo(11);
        assertThat(numbers.ofPlaces(threads, Scope.INCLUSIVE, new int[] {0, 1}))
                .as("main and main/a, which is counted in both")
                .containsExactly(5, 22);
    }

    @Test
    void eachOfSomeNodesHasWhatIsBelowItAndNothingOfItsSiblings() {
        String drawing =
                """
                path      rank0  rank1
                main          1      1
                main/a        2      -
                main/a/b      4      -
                main/c        8      8
                """;
        int[] nodes = {2, 0};
        Numbers numbers = of(drawing);
        var told = new StringBuilder();
        for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
            numbers.forEachNode(
                    numbers.ranks(),
                    scope,
                    nodes,
                    (i, values) -> told.append(i).append(Arrays.toString(values)));
        assertThat(told.toString()).isEqualTo("0[4.0, NaN]1[15.0, 9.0]" + "0[4.0, NaN]1[1.0, 1.0]");
    }

    @Test
    void aHostHasTheValuesOfItsRanksTogether() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int rank = 0; rank < 2; rank++)
            for (int repetition = 0; repetition < 2; repetition++) {
                var context =
                        new Context(
                                rank == 0 ? "n2" : "n1",
                                rank,
                                Context.NONE,
                                Context.NONE,
                                repetition);
                builder.add(time, builder.context(context), main, 10 * rank + repetition);
            }
        Numbers numbers = Numbers.of(builder.build(), "time");
        Locations hosts = Locations.of(numbers.profile().contexts(), Locations.By.HOST);
        assertThat(hosts.name(0)).isEqualTo("n1");
        assertThat(numbers.ofPlaces(hosts, Scope.EXCLUSIVE, new int[] {0}))
                .containsExactly(10.5, 0.5);
        assertThat(numbers.by(hosts, Scope.EXCLUSIVE).at(0, 0)).isEqualTo(10.5);
        assertThat(numbers.by(hosts, Scope.EXCLUSIVE).at(1, 0)).isEqualTo(0.5);
    }

    @Test
    void threadsAreAddedUpInEveryNodeOfALargeTree() {
        var drawing = new StringBuilder("path thread0 thread1\n");
        for (int node = 0; node < 2100; node++) drawing.append("n%d %d 1\n".formatted(node, node));
        double[] sums = of(drawing.toString()).exclusive(Reduction.MEAN);
        assertThat(sums).hasSize(2100);
        for (int node = 0; node < 2100; node++) assertThat(sums[node]).isEqualTo(node + 1);
    }
}
