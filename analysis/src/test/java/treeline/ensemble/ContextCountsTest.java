package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

import java.util.List;

class ContextCountsTest {
    private static final int NONE = Context.NONE;

    private static Metadata facts(Metadata own, Context... contexts) {
        return ContextCounts.addedTo(own, List.of(contexts));
    }

    @Test
    void ranksAndTheMostThreadsOfARankAreCounted() {
        assertThat(
                        facts(
                                Metadata.NONE,
                                Context.ofThread(0, 0),
                                Context.ofThread(0, 1),
                                Context.ofThread(0, 2),
                                Context.ofThread(1, 0)))
                .isEqualTo(Metadata.NONE.with("ranks", 2).with("threads", 3));
    }

    @Test
    void aProgramWithoutRanksHasNone() {
        assertThat(facts(Metadata.NONE, Context.WHOLE)).isEqualTo(Metadata.NONE);
        assertThat(facts(Metadata.NONE)).isEqualTo(Metadata.NONE);
    }

    @Test
    void threadsWithoutRanksAreThreads() {
        assertThat(facts(Metadata.NONE, Context.ofThread(NONE, 0), Context.ofThread(NONE, 3)))
                .isEqualTo(Metadata.NONE.with("threads", 2));
    }

    @Test
    void streamsAreNoThreads() {
        assertThat(facts(Metadata.NONE, Context.ofRank(0), new Context("", 0, 2, 7, NONE)))
                .isEqualTo(Metadata.NONE.with("ranks", 1));
    }

    @Test
    void someRanksDoNotSayHowManyThereWere() {
        assertThat(facts(Metadata.NONE, Context.ofRank(0), Context.ofRank(4)))
                .isEqualTo(Metadata.NONE);
        assertThat(facts(Metadata.NONE, Context.ofRank(1))).isEqualTo(Metadata.NONE);
        assertThat(facts(Metadata.NONE, Context.WHOLE, Context.ofRank(0))).isEqualTo(Metadata.NONE);
    }

    @Test
    void whatTheRunSaysStays() {
        Metadata own = Metadata.NONE.with("ranks", 27).with("threads", "many").with("hosts", "a,b");
        assertThat(facts(own, new Context("a", 0, 0, NONE, NONE))).isEqualTo(own);
    }

    @Test
    void anotherCountOfProcessesIsNotContradicted() {
        Metadata own = Metadata.NONE.with("jobsize", 27);
        assertThat(facts(own, Context.ofRank(0), Context.ofRank(1))).isEqualTo(own);
        Metadata two = Metadata.NONE.with("mpi.world.size", "2");
        assertThat(facts(two, Context.ofRank(0), Context.ofRank(1)).get("ranks"))
                .contains(new Value.Whole(2));
    }

    @Test
    void hostsAreCountedWhereEveryContextNamesOne() {
        Context one = new Context("a", 0, NONE, NONE, NONE);
        assertThat(facts(Metadata.NONE, one, new Context("b", 1, NONE, NONE, NONE)).get("hosts"))
                .contains(new Value.Whole(2));
        assertThat(facts(Metadata.NONE, one, Context.ofRank(1)).get("hosts")).isEmpty();
    }

    /// Some formats tell contexts apart by what they put behind the host.
    @Test
    void aRankOfTwoHostsSaysNothingOfHosts() {
        assertThat(
                        facts(
                                        Metadata.NONE,
                                        new Context("a core 0", 0, 0, NONE, NONE),
                                        new Context("a core 1", 0, 1, NONE, NONE))
                                .get("hosts"))
                .isEmpty();
    }

    @Test
    void repetitionsAreNoRanks() {
        assertThat(
                        facts(
                                Metadata.NONE,
                                Context.ofRank(0).inRepetition(0),
                                Context.ofRank(0).inRepetition(1)))
                .isEqualTo(Metadata.NONE.with("ranks", 1));
    }

    @Test
    void runsOfAnEnsembleKnowTheirRanks() {
        var builder = new ProfileBuilder();
        builder.newChild(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < 3; rank++) builder.context(Context.ofRank(rank));
        Profile profile = builder.build();
        assertThat(Run.of("a", profile).metadata()).isEqualTo(Metadata.NONE.with("ranks", 3));
        assertThat(new Run("a", Metadata.NONE, profile).metadata()).isEqualTo(Metadata.NONE);
    }
}
