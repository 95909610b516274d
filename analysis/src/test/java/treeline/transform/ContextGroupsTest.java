package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.util.function.UnaryOperator;

class ContextGroupsTest {
    private static final Profile THREADS =
            profileOf(
                    """
                    path    rank0thread0  rank0thread1  rank1thread0  rank1thread1
                    main               4             2             8             -
                    main/a             -             6             -             -
                    """);

    private static void assertReduced(
            String drawing, UnaryOperator<Context> group, Reduction over) {
        Profile found = ContextGroups.of(THREADS, group).reduced(over);
        assertThat(ProfileDifference.between(profileOf(drawing), found)).isEmpty();
    }

    @Test
    void threadsOfARankAreSummed() {
        assertReduced(
                """
                path    rank0  rank1
                main        6      8
                main/a      6      -
                """,
                ContextGroups::rankOf,
                Reduction.SUM);
    }

    @Test
    void ranksOfAThreadAreAveragedOverAllThatThereAre() {
        assertReduced(
                """
                path    thread0  thread1
                main          6        1
                main/a        -        3
                """,
                ContextGroups::threadOf,
                Reduction.MEAN);
    }

    @Test
    void extremesAreOfTheContextsThatRanTheNode() {
        assertReduced("path whole\nmain 2\nmain/a 6\n", ContextGroups::whole, Reduction.MIN);
        assertReduced("path whole\nmain 8\nmain/a 6\n", ContextGroups::whole, Reduction.MAX);
    }

    @Test
    void percentilesAreInterpolatedBetweenTheContextsThatRanTheNode() {
        Profile median = ContextGroups.of(THREADS, ContextGroups::whole).percentile(0.75);
        assertThat(median.column("time").at(0, 0)).isEqualTo(6);
        assertThat(median.column("time").at(0, 1)).isEqualTo(6);
        ContextGroups all = ContextGroups.of(THREADS, ContextGroups::whole);
        assertThat(all.percentile(0).column("time").at(0, 0)).isEqualTo(2);
        assertThat(all.percentile(1).column("time").at(0, 0)).isEqualTo(8);
    }

    @Test
    void aStoredNaNIsNoValue() {
        Profile unknown = profileOf("path thread0 thread1 thread2\nmain NaN 2 4\nmain/a NaN - -\n");
        ContextGroups all = ContextGroups.of(unknown, ContextGroups::whole);
        assertThat(all.reduced(Reduction.SUM).column("time").at(0, 0)).isEqualTo(6);
        assertThat(all.reduced(Reduction.MEAN).column("time").at(0, 0)).isEqualTo(2);
        assertThat(all.reduced(Reduction.MIN).column("time").at(0, 0)).isEqualTo(2);
        assertThat(all.reduced(Reduction.SUM).column("time").cells()).isEqualTo(1);
    }

    @Test
    void everyNodeOfALargeTreeIsReduced() {
        var drawing = new StringBuilder("path thread0 thread1\n");
        for (int node = 0; node < 5000; node++) drawing.append("n%d %d 1\n".formatted(node, node));
        Profile sums =
                ContextGroups.of(profileOf(drawing.toString()), ContextGroups::whole)
                        .reduced(Reduction.SUM);
        for (int node = 0; node < 5000; node++)
            assertThat(sums.column("time").at(0, node)).isEqualTo(node + 1);
    }

    @Test
    void aPercentileIsAShare() {
        ContextGroups groups = ContextGroups.of(THREADS, ContextGroups::whole);
        assertThatThrownBy(() -> groups.percentile(75))
                .hasMessage("a percentile must be from 0 to 1, found 75.0");
        assertThatThrownBy(() -> groups.percentile(Double.NaN))
                .hasMessage("a percentile must be from 0 to 1, found NaN");
    }

    @Test
    void repetitionsBecomeOneAndStayBesideRanks() {
        Profile repeated =
                profileOf(
                        """
                        path  rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main          1          3          5          7
                        """);
        Profile ranks =
                ContextGroups.of(repeated, ContextGroups::withoutRepetition)
                        .reduced(Reduction.MEAN);
        assertThat(ProfileDifference.between(profileOf("path rank0 rank1\nmain 2 6\n"), ranks))
                .isEmpty();
        Profile repetitions =
                ContextGroups.of(repeated, ContextGroups::repetitionOf).reduced(Reduction.MAX);
        assertThat(ProfileDifference.between(profileOf("path rep0 rep1\nmain 5 7\n"), repetitions))
                .isEmpty();
    }

    @Test
    void hostsAreKnownByName() {
        Context first = new Context("n1", 0, Context.NONE, Context.NONE, Context.NONE);
        assertThat(ContextGroups.hostOf(first).toString()).isEqualTo("n1");
        ContextGroups groups = ContextGroups.of(THREADS, ContextGroups::hostOf);
        assertThat(groups.groups()).hasSize(1);
        assertThat(groups.size(0)).isEqualTo(4);
        assertThat(groups.groupOf(3)).isZero();
    }

    @Test
    void everyContextAloneIsTheSameProfile() {
        for (int seed = 0; seed < 200; seed++) {
            Profile profile = RandomProfiles.of(seed);
            for (Reduction over : Reduction.values())
                assertThat(
                                ProfileDifference.between(
                                        profile,
                                        ContextGroups.of(profile, UnaryOperator.identity())
                                                .reduced(over)))
                        .as("seed %d", seed)
                        .isEmpty();
        }
    }

    @Test
    void groupsInAnyOrderAgreeWithTheDefinition() {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfile.exclusive(new java.util.Random(seed), 20, 9);
            ContextGroups groups =
                    ContextGroups.of(profile, context -> Context.ofRank(8 - context.rank() % 4));
            Profile sums = groups.reduced(Reduction.SUM);
            for (int node = 0; node < 20; node++) {
                double[] expected = new double[groups.groups().size()];
                for (int context = 0; context < 9; context++) {
                    double value = profile.column("time").at(context, node);
                    if (!Double.isNaN(value)) expected[groups.groupOf(context)] += value;
                }
                for (int group = 0; group < expected.length; group++) {
                    double found = sums.column("time").at(group, node);
                    assertThat(Double.isNaN(found) ? 0 : found).isEqualTo(expected[group]);
                }
            }
        }
    }
}
