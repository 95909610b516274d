package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.testkit.Drawing;
import treeline.transform.Reduction;

import java.util.List;
import java.util.stream.IntStream;

/// What places and populations are called. Contexts are drawn as headings of a profile.
class LocationsTest {
    private static List<Context> contexts(String headings) {
        Profile profile =
                Drawing.profileOf(
                        "path %s\nmain%s".formatted(headings, headings.replaceAll("\\S+", " 1")));
        return profile.contexts();
    }

    private static Locations threads(String headings) {
        return Locations.of(contexts(headings), Locations.By.THREAD);
    }

    private static List<String> names(Locations places) {
        return IntStream.range(0, places.size()).mapToObj(places::name).toList();
    }

    private static Context onHost(String host, int rank) {
        return new Context(host, rank, Context.NONE, Context.NONE, Context.NONE);
    }

    @Test
    void threadsOfOneRankAreNamedWithoutIt() {
        assertThat(names(threads("rank3thread0 rank3thread1")))
                .containsExactly("thread 0", "thread 1");
        assertThat(names(threads("thread0 thread1"))).containsExactly("thread 0", "thread 1");
        assertThat(names(threads("rank0 rank0stream7 rank0thread1")))
                .containsExactly("rank 0", "stream 7", "thread 1");
    }

    @Test
    void threadsOfSeveralRanksSayBoth() {
        assertThat(names(threads("rank0thread0 rank0thread1 rank1thread0")))
                .containsExactly("rank 0 thread 0", "rank 0 thread 1", "rank 1 thread 0");
    }

    @Test
    void placesAreCountedByWhatTheyAre() {
        assertThat(threads("rank0thread0 rank0thread1").counted()).isEqualTo("2 threads");
        assertThat(threads("rank0stream1 rank0stream2").counted()).isEqualTo("2 streams");
        assertThat(threads("rank0stream1 rank0thread0").counted())
                .isEqualTo("2 threads or streams");
        assertThat(threads("rank0 rank1").counted()).isEqualTo("2 ranks");
        assertThat(threads("whole").counted()).isEqualTo("1 process");
        List<Context> hosts = List.of(onHost("n1", Context.NONE), onHost("n2", Context.NONE));
        assertThat(Locations.of(hosts, Locations.By.RANK).counted()).isEqualTo("2 processes");
        assertThat(Locations.of(hosts, Locations.By.THREAD).counted()).isEqualTo("2 processes");
        assertThat(Locations.of(hosts, Locations.By.HOST).counted(1)).isEqualTo("1 of 2 hosts");
    }

    @Test
    void ranksAreInOrderHoweverTheContextsAreListed() {
        List<Context> listed =
                List.of(
                        Context.ofRank(2),
                        Context.ofRank(0),
                        Context.ofThread(1, 1),
                        Context.ofThread(1, 0));
        Locations ranks = Locations.of(listed, Locations.By.RANK);
        assertThat(names(ranks)).containsExactly("rank 0", "rank 1", "rank 2");
        assertThat(ranks.placeOf()).containsExactly(2, 0, 1, 1);
    }

    @Test
    void aPopulationOfOneContextIsNamedByIt() {
        Population one = Population.of(contexts("rank3thread1"));
        assertThat(one.text(Reduction.MEAN)).isEqualTo("rank 3 thread 1");
        Population none = Population.of(List.of());
        assertThat(none.text(Reduction.MEAN)).isEqualTo("mean of no contexts");
        assertThat(none.threadsText()).isEmpty();
    }

    @Test
    void threadsHaveTheNamesOfTheRun() {
        Outline run =
                new ProfileBuilder()
                        .build()
                        .outline()
                        .withContexts(
                                List.of(
                                        Context.ofThread(Context.NONE, 0).inRepetition(0),
                                        Context.ofThread(Context.NONE, 0).inRepetition(1),
                                        Context.ofThread(Context.NONE, 3).inRepetition(0),
                                        Context.ofThread(Context.NONE, 3).inRepetition(1)))
                        .withContextLabels(
                                List.of(
                                        Label.of(
                                                "thread name",
                                                List.of("main", "main", "pool", "pool"))));
        assertThat(names(Locations.defaultFor(run))).containsExactly("main", "pool");
        assertThat(Locations.defaultFor(run).plural()).isEqualTo("threads");
        assertThat(Population.of(run.withContexts(new int[] {2})).text(Reduction.MEAN))
                .isEqualTo("pool repetition 0");
    }
}
