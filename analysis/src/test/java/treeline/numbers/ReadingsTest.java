package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;

/// Numbers of point readings, which do not add up: a rank has the largest of its threads, the mean
/// over the repetitions that took one, and who took none does not count.
class ReadingsTest {
    private static final double NOTHING = Double.NaN;

    private final Numbers memory =
            Numbers.of(
                    profileOf(
                            """
                            metric rss B point
                            path    rank0thread0rep0  rank0thread1rep0  rank1thread0rep0  rank0thread0rep1
                            main                  10                30                20                50
                            main/a                 7                 -                25                 5
                            main/b                 -                 -                 3                 -
                            """),
                    "rss");

    @Test
    void aRankIsTheMeanOverRepetitionsOfItsLargestThread() {
        assertThat(memory.ofPlaces(memory.ranks(), Scope.POINT, new int[] {0}))
                .containsExactly(40, 20);
        assertThat(memory.inclusive(Reduction.MEAN)).containsExactly(30, 15.5, 3);
        assertThat(memory.value(Scope.POINT, 0, Reduction.MEAN)).isEqualTo(30);
        assertThat(memory.value(Scope.POINT, 2, Reduction.MEAN)).isEqualTo(3);
    }

    @Test
    void aRepetitionIsTheMeanOverRanksOfTheirLargestThread() {
        assertThat(memory.repetitions()).containsExactly(0, 1);
        assertThat(memory.ofRepetitions(Scope.POINT, 0)).containsExactly(25, 50);
        assertThat(memory.ofRepetitions(Scope.POINT, 1)).containsExactly(16, 5);
        assertThat(memory.ofRepetitions(Scope.POINT, 2)).containsExactly(3, NOTHING);
    }

    @Test
    void aThreadIsTheMeanOverItsRepetitions() {
        Locations threads = Locations.of(memory.profile().contexts(), Locations.By.THREAD);
        assertThat(memory.ofPlaces(threads, Scope.POINT, new int[] {0}))
                .containsExactly(30, 30, 20);
        assertThat(memory.ofPlaces(threads, Scope.POINT, new int[] {2}))
                .containsExactly(NOTHING, NOTHING, 3);
    }

    @Test
    void severalNodesTogetherHaveTheLargestReading() {
        assertThat(memory.ofPlaces(memory.ranks(), Scope.POINT, new int[] {0, 1}))
                .containsExactly(40, 25);
        assertThat(memory.ofPlaces(memory.ranks(), Scope.POINT, new int[] {1, 0}))
                .containsExactly(40, 25);
        assertThat(memory.ofPlaces(memory.ranks(), Scope.POINT, new int[0]))
                .containsExactly(NOTHING, NOTHING);
    }

    @Test
    void nodesAreToldOneAfterTheOther() {
        var told = new StringBuilder();
        memory.forEachNode(
                memory.ranks(),
                Scope.POINT,
                new int[] {2, 0},
                (i, values) -> told.append(i).append(java.util.Arrays.toString(values)));
        assertThat(told.toString()).isEqualTo("0[NaN, 3.0]1[40.0, 20.0]");
    }

    @Test
    void combinedContextsGiveTheSameNumbers() {
        for (Reduction over : Reduction.values()) {
            var combined = memory.combined(over);
            assertThat(combined.metrics()).containsExactly(memory.metric());
            assertThat(Numbers.of(combined, "rss").inclusive(over))
                    .isEqualTo(memory.inclusive(over));
        }
    }

    @Test
    void aHostHasTheLargestReadingOfItsRanks() {
        var builder = new ProfileBuilder();
        int rss = builder.metric(new Metric("rss", Unit.BYTES, Scope.POINT));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int rank = 0; rank < 3; rank++) {
            String host = rank < 2 ? "n1" : "n2";
            var context = new Context(host, rank, Context.NONE, Context.NONE, Context.NONE);
            builder.add(rss, builder.context(context), main, 10 * (rank + 1));
        }
        Numbers numbers = Numbers.of(builder.build(), "rss");
        Locations hosts = Locations.of(numbers.profile().contexts(), Locations.By.HOST);
        assertThat(numbers.ofPlaces(hosts, Scope.POINT, new int[] {0})).containsExactly(20, 30);
    }
}
