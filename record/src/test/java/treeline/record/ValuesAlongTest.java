package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.record.PhasesTest.TAG_AND_MEM;
import static treeline.record.PhasesTest.names;
import static treeline.record.PhasesTest.rank;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.record.events.AggregatorChoice;
import treeline.record.parts.PathTable;
import treeline.record.parts.RecordingPart;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;
import treeline.testkit.ProfileDifference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Few ranks with few values send them along with their call paths, and otherwise as many do.
class ValuesAlongTest {
    /// What ranks know once few of them have agreed and their values could come along.
    private static List<SyncPhase.Outcome> alongWith(Function<Communicator, RankEvents> program) {
        return alongWith((_, _) -> 1, program);
    }

    private static List<SyncPhase.Outcome> alongWith(
            AggregatorChoice files, Function<Communicator, RankEvents> program) {
        List<SyncPhase.Outcome> outcomes =
                Collections.synchronizedList(
                        new ArrayList<>(
                                Collections.nCopies(
                                        3, new SyncPhase.Outcome(null, List.of(), Map.of()))));
        InProcessRanks.run(
                3,
                ranks -> {
                    RankPaths paths = RankPaths.of(program.apply(ranks));
                    var phase = new SyncPhase(ranks, true);
                    outcomes.set(
                            ranks.rank(), phase.run(paths, phase.early(paths, false), files, null));
                });
        return outcomes;
    }

    private static final String[][] SAME_ORDER = {
        {"main/a", "main/b", "main/a/c"},
        {"main/a", "main/a/c", "main/b", "main/b", "main/~local"},
        {"main/b", "new"},
    };

    @Test
    void valuesOfFewRanksComeAlongAndAreWhatIsSentOtherwise() {
        List<SyncPhase.Outcome> outcomes =
                alongWith(ranks -> rank(ranks, SAME_ORDER[ranks.rank()]));
        assertThat(outcomes.get(1).table()).isNull();
        assertThat(outcomes.get(2).table()).isNull();
        SyncPhase.Outcome root = outcomes.getFirst();
        assertThat(names(root.requireTable()))
                .containsExactly("main", "main/a", "main/a/c", "main/b", "main/local", "new");
        List<byte[]> later = new ArrayList<>();
        for (String[] paths : SAME_ORDER)
            later.add(
                    RankValuesWriter.message(
                            RankPaths.of(rank(new SoloCommunicator(), paths)),
                            root.requireTable(),
                            false));
        assertThat(
                        ProfileDifference.between(
                                profile(root.requireTable(), later),
                                profile(root.requireTable(), root.values())))
                .isEmpty();
    }

    private static Profile profile(PathTable table, List<byte[]> messages) {
        List<String> problems = new ArrayList<>();
        Profile profile =
                new RecordingPart(messages, 0, table, TAG_AND_MEM.recorded(), Metadata.NONE)
                        .profile(problems);
        assertThat(problems).isEmpty();
        return profile;
    }

    @Test
    void valuesInAnotherOrderThanTheRootsComeLater() {
        assertAllGetTheTable(
                alongWith(
                        ranks ->
                                ranks.rank() == 1
                                        ? rank(ranks, "main/b", "main/a")
                                        : rank(ranks, "main/a", "main/b")));
    }

    @Test
    void valuesForSeveralFilesComeLater() {
        assertAllGetTheTable(alongWith((_, _) -> 2, ranks -> rank(ranks, "main/a")));
    }

    @Test
    void manyValuesComeLater() {
        assertAllGetTheTable(
                alongWith(
                        rankTwoAlso(
                                events -> {
                                    for (int i = 0; i <= SyncPhase.FEW_VALUES; i++)
                                        events.main.begin("step", Loop.EACH, i, true).close();
                                })));
    }

    @Test
    void valuesOfSeveralThreadsComeLater() {
        assertAllGetTheTable(
                alongWith(
                        rankTwoAlso(
                                events ->
                                        events.newWorker(Thread.currentThread())
                                                .begin("task", null, -1, true)
                                                .close())));
    }

    private static Function<Communicator, RankEvents> rankTwoAlso(Consumer<RankEvents> more) {
        return ranks -> {
            RankEvents events = rank(ranks, "main");
            if (ranks.rank() == 2) more.accept(events);
            return events;
        };
    }

    /// Only a file that somebody changed can have one: the root asks for values in its order.
    @Test
    void aMessageInAnotherOrderIsRefusedInsteadOfReadInPart() {
        var alone = new SoloCommunicator();
        RankPaths paths = RankPaths.of(rank(alone, "main/a", "main/b"));
        PathTable table = new SyncPhase(alone).run(paths, (_, _) -> 1).requireTable();
        byte[] other = RankValuesWriter.early(RankPaths.of(rank(alone, "main/b", "main/a")), false);
        assertThatThrownBy(() -> profile(table, List.of(other)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a message with path 1");
    }

    private static void assertAllGetTheTable(List<SyncPhase.Outcome> outcomes) {
        for (SyncPhase.Outcome each : outcomes) {
            assertThat(each.values()).isEmpty();
            assertThat(names(each.requireTable()))
                    .isEqualTo(names(outcomes.getFirst().requireTable()));
        }
    }

    @Test
    void whatFollowsValuesThatCameAlongIsToldInFull() {
        InProcessRanks.run(
                2,
                ranks -> {
                    RankPaths paths = RankPaths.of(rank(ranks, "main/a"));
                    var phase = new SyncPhase(ranks, true);
                    phase.run(paths, phase.early(paths, false), (_, _) -> 1, null);
                    SyncPhase.Outcome next = phase.run(paths, (_, _) -> 1);
                    assertThat(names(next.requireTable())).containsExactly("main", "main/a");
                });
    }
}
