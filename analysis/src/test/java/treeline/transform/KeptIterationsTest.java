package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;

class KeptIterationsTest {
    private static void assertOnly(int from, int to, String drawing, String expected) {
        Profile found = KeptIterations.only(profileOf(drawing), from, to);
        assertThat(ProfileDifference.between(profileOf(expected), found)).isEmpty();
    }

    private static final String LOOP =
            """
            path           rank0    rank1
            main               9        9
            main/step    1+2+4+8    1+3+5
            main/step/a  1+1+1+1        -
            main/write         5        5
            """;

    @Test
    void onlyTheChosenIterationsOfLoopsAreLeft() {
        assertOnly(
                1,
                3,
                LOOP,
                """
                path         rank0  rank1
                main             -      -
                main/step      2+4    3+5
                main/step/a    1+1      -
                main/write       -      -
                """);
    }

    @Test
    void iterationsThatAContextDidNotReachAreLeftOut() {
        Profile last = KeptIterations.only(profileOf(LOOP), 3, 99);
        assertThat(last.column("time").cells()).isEqualTo(2);
        assertThat(last.column("time").at(0, 1)).isEqualTo(8);
        assertThat(last.column("time").at(0, 2)).isEqualTo(1);
        assertThat(last.column("time").at(1, 1)).isNaN();
    }

    @Test
    void aLoopInsideOfALoopCountsItsOwnIterationsAndIsLeftOut() {
        assertOnly(
                0,
                2,
                """
                path            rank0
                step            1+2+3
                step/inner      1+1+1+1
                step/inner/b    1+1+1+1
                step/plain          7
                step/plain/c    4+5+6
                """,
                """
                path            rank0
                step              1+2
                step/inner          -
                step/inner/b        -
                step/plain          -
                step/plain/c      4+5
                """);
    }

    /// 10.000000001 is 10 after rounding, 12 is more than the loop took. What `step` took itself in
    /// two of its iterations is not known then.
    @Test
    void whatTakesLongerThanTheLoopAroundItCountsItsOwnIterations() {
        String inclusive =
                """
                metric time s inclusive
                path          rank0
                step          10+10+10
                step/all      10+10+10
                step/rounded  10+10.000000001+10
                step/inner    3+12+3
                """;
        assertOnly(
                0,
                2,
                inclusive,
                """
                metric time s inclusive
                path          rank0
                step          10+10
                step/all      10+10
                step/rounded  10+10.000000001
                step/inner        -

                metric time s exclusive
                path          rank0
                step              -
                step/all         20
                step/rounded     20.000000001
                step/inner        -
                """);
        assertOnly(
                0,
                2,
                inclusive.replace("inclusive", "exclusive"),
                """
                metric time s exclusive
                path          rank0
                step          10+10
                step/all      10+10
                step/rounded  10+10.000000001
                step/inner    3+12
                """);
    }

    @Test
    void aContextWithoutTheLoopDoesNotDecide() {
        assertOnly(
                0,
                2,
                """
                path     rank0  rank1
                step     1+2        -
                step/f   1+1    4+5+6
                """,
                """
                path     rank0  rank1
                step     1+2        -
                step/f   1+1      4+5
                """);
    }

    /// The value of `step` on rank 1 is of all iterations.
    @Test
    void aContextWithoutIterationsOfTheLoopDoesNotDecide() {
        assertOnly(
                0,
                2,
                """
                path     rank0  rank1
                step     1+2        9
                step/f   1+1    4+5+6
                """,
                """
                path     rank0  rank1
                step     1+2        -
                step/f   1+1      4+5
                """);
    }

    @Test
    void partsOfARunDecideTogether() {
        Profile run =
                profileOf(
                        """
                        path         rank0    rank1
                        step           1+2      1+2
                        step/inner     1+1  1+1+1+1
                        step/inner/b   1+1  1+1+1+1
                        step/plain     1+1        -
                        """);
        var nesting = LoopNesting.none(0, 2);
        for (int rank = 0; rank < 2; rank++)
            nesting =
                    nesting.merge(
                            LoopNesting.of(
                                    Slice.everything().withContexts(Selection.of(rank)).of(run),
                                    0,
                                    2));
        Profile found = nesting.kept(run.tree()).apply(run);
        assertThat(ProfileDifference.between(KeptIterations.only(run, 0, 2), found)).isEmpty();
        assertThat(found.column("time").cells()).isEqualTo(3);
    }

    @Test
    void oneMetricWithIterationsIsEnough() {
        String calls = "\nmetric calls - exclusive\npath rank0\nstep 3\n";
        Profile cut = KeptIterations.only(profileOf("path rank0\nstep 1+2+3\n" + calls), 0, 2);
        assertThat(cut.column("time").at(0, 0)).isEqualTo(3);
        assertThat(cut.column("calls").cells()).isZero();
    }

    @Test
    void iterationsThatNoLoopHasAreAMistake() {
        assertThatThrownBy(() -> KeptIterations.only(profileOf("path rank0\nmain 3\n"), 2, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no loop has recorded iterations; record a loop with Loop.EACH");
        assertThatThrownBy(() -> KeptIterations.only(profileOf("path rank0\nstep 1+2\n"), 2, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no loop has these iterations; available: 0 to 1");
    }

    @Test
    void exclusiveValuesAreMissingIfACalleeKeptNoIterations() {
        Profile only =
                KeptIterations.only(
                        profileOf(
                                """
                                metric time s inclusive
                                path             rank0  rank1
                                main                30     30
                                main/step        10+20  15+15
                                main/step/pack       9      -
                                main/step/send     1+2    3+4
                                """),
                        0,
                        1);
        Metric exclusive = only.metric("time:exclusive");
        assertThat(only.column(exclusive).at(1, only.tree().at("main/step"))).isNaN();
        assertThat(only.column(exclusive).at(0, only.tree().at("main/step/send"))).isEqualTo(1);
        assertThat(only.column(only.metric("time")).at(1, only.tree().at("main/step")))
                .isEqualTo(15);
    }
}
