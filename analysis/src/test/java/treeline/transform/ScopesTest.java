package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.testkit.ProfileDifference;

import java.util.Random;

class ScopesTest {
    private static final Profile EXCLUSIVE =
            profileOf(
                    """
                    path            rank0  rank1
                    main                1      -
                    main/solve          -      2
                    main/solve/mpi      4      8
                    main/write         16      -
                    """);
    private static final Profile INCLUSIVE =
            profileOf(
                    """
                    metric time s inclusive
                    path            rank0  rank1
                    main               21     10
                    main/solve          4     10
                    main/solve/mpi      4      8
                    main/write         16      -
                    """);

    private static Metric first(Profile profile) {
        return profile.metrics().getFirst();
    }

    @Test
    void inclusiveValuesHoldWhatIsBelowAndReachEveryCaller() {
        assertThat(EXCLUSIVE.column(first(EXCLUSIVE).in(Scope.INCLUSIVE)))
                .isEqualTo(INCLUSIVE.column("time"));
    }

    @Test
    void exclusiveValuesAreWhatTheChildrenLeave() {
        assertThat(INCLUSIVE.column(first(INCLUSIVE).in(Scope.EXCLUSIVE)))
                .isEqualTo(
                        profileOf(
                                        """
                                        path            rank0  rank1
                                        main                1      0
                                        main/solve          0      2
                                        main/solve/mpi      4      8
                                        main/write         16      -
                                        """)
                                .column("time"));
    }

    @Test
    void aScopeThatIsThereIsTakenAsMeasured() {
        Profile both = Scopes.with(EXCLUSIVE, first(EXCLUSIVE), Scope.INCLUSIVE);
        assertThat(both.metrics())
                .extracting(Metric::scope)
                .containsExactly(Scope.EXCLUSIVE, Scope.INCLUSIVE);
        assertThat(Scopes.with(both, first(both), Scope.INCLUSIVE)).isSameAs(both);
    }

    @Test
    void afterNodesWereLeftOutInclusiveValuesCanBeRecomputed() {
        Profile both = Scopes.with(EXCLUSIVE, first(EXCLUSIVE), Scope.INCLUSIVE);
        Profile left =
                Scopes.recomputed(
                        NodeMapping.keeping(
                                        both.tree(), node -> !both.tree().name(node).equals("mpi"))
                                .of(both));
        assertThat(
                        ProfileDifference.between(
                                profileOf(
                                        """
                                        path            rank0  rank1
                                        main                1      -
                                        main/solve          -      2
                                        main/write         16      -

                                        metric time s inclusive
                                        path            rank0  rank1
                                        main               17      2
                                        main/solve          -      2
                                        main/write         16      -
                                        """),
                                left))
                .isEmpty();
    }

    @Test
    void readingsAtAPointHaveNoOtherScope() {
        Profile memory = profileOf("metric memory B point\npath rank0\nmain 3\n");
        assertThatThrownBy(() -> memory.column(first(memory).in(Scope.INCLUSIVE)))
                .hasMessage("metric 'memory' is a point reading and has no inclusive values");
    }

    @Test
    void whatAddsUpIsNoReadingAtAPoint() {
        assertThatThrownBy(() -> EXCLUSIVE.column(first(EXCLUSIVE).in(Scope.POINT)))
                .hasMessage("metric 'time' is additive over the tree and has no point readings");
    }

    @Test
    void nodesThatOnlyGroupHandTheirChildrenOnToTheirCaller() {
        Profile grouped =
                profileOf(
                        """
                        metric time s inclusive
                        path              rank0  rank1
                        main                 10     10
                        main/group            -      -
                        main/group/a          3      3
                        main/group/a/deep     1      1
                        main/group/b          4      -
                        """);
        assertThat(grouped.column(first(grouped).in(Scope.EXCLUSIVE)))
                .isEqualTo(
                        profileOf(
                                        """
                                        path              rank0  rank1
                                        main                  3      7
                                        main/group            -      -
                                        main/group/a          2      2
                                        main/group/a/deep     1      1
                                        main/group/b          4      -
                                        """)
                                .column("time"));
    }

    @Test
    void exclusiveOfInclusiveIsWhereItBegan() {
        var random = new Random(3);
        for (int round = 0; round < 200; round++) {
            Profile profile = RandomProfile.exclusive(random, 1 + random.nextInt(60), 5);
            Profile both = Scopes.with(profile, first(profile), Scope.INCLUSIVE);
            MetricColumn back = Scopes.exclusive(both.tree(), both.column(both.metrics().get(1)));
            for (int rank = 0; rank < 5; rank++)
                for (int node = 0; node < profile.tree().size(); node++)
                    assertThat(orZero(back.at(rank, node)))
                            .isEqualTo(orZero(profile.column("time").at(rank, node)));
        }
    }

    @Test
    void theOrderInWhichAColumnIsKeptDoesNotChangeItsExclusiveValues() {
        var random = new Random(5);
        for (int round = 0; round < 200; round++) {
            Profile drawn = RandomProfile.exclusive(random, 1 + random.nextInt(60), 5);
            MetricColumn byContext = drawn.column("time");
            MetricColumn byNode = MetricColumn.ofNodes(byContext.byNode(), 5);
            MetricColumn fresh = MetricColumn.ofContexts(byContext.byContext(), byContext.nodes());
            assertThat(Scopes.exclusive(drawn.tree(), byNode))
                    .isEqualTo(Scopes.exclusive(drawn.tree(), fresh));
        }
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
