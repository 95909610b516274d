package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

class DriftTest {

    private static String drift(String drawing) {
        Profile profile = profileOf(drawing);
        return Drift.of(profile, profile.metrics().getFirst()).toString();
    }

    @Test
    void loopsThatBecomeSlowerComeFirst() {
        assertThat(
                        drift(
                                """
                                path         rank0        rank1
                                main                 1            1
                                main/steady      2+2+2+2      2+2+2+2
                                main/grows   1+2+3+4+5+6  3+4+5+6+7+8
                                """))
                .isEqualTo(
                        """
                        path         iterations  mean   drift         p  slowest    peak  unknown
                        main/grows            6   4.5  1.1111  0.002778        5  1.5556
                        main/steady           4   2.0  0.0000         -        0  1.0000
                        """);
    }

    @Test
    void iterationsThatDidNotHappenAreLeftOut() {
        Profile loop = profileOf("path rank0\nmain _+5+_+4+3+2\n");
        var table = Drift.of(loop, loop.metrics().getFirst());
        assertThat(table.whole("iterations").at(0)).isEqualTo(5);
        assertThat(table.whole("slowest").at(0)).isEqualTo(1);
        assertThat(table.real("mean").at(0)).isEqualTo(3.5);
    }

    @Test
    void fewIterationsSayNothing() {
        Profile loop = profileOf("path rank0\nmain 1+2+3\nmain/a 1+_+_+_+_+9\n");
        assertThat(Drift.of(loop, loop.metrics().getFirst()).rows()).isZero();
    }

    /// Two loops are tested, so p-values double.
    @Test
    void pValuesAreAdjustedForTheNumberOfLoops() {
        Profile two = profileOf("path rank0\na 1+2+3+4+5+6\nb 1+1+1+1+1+1\nc 1+2+3+4+5\n");
        assertThat(Drift.loops(two, two.metrics().getFirst()))
                .extracting(Drift.Loop::p)
                .containsExactly(2 / 360.0, 1.0, Double.NaN);
    }

    @Test
    void aLoopWhoseIterationsAreUnknownSaysBecauseOfWhichCallee() {
        Profile loop =
                profileOf("metric time s inclusive\npath rank0\nstep 9+9+9+9\nstep/pack 27\n");
        var exclusive =
                Drift.of(loop, loop.metrics().getFirst().in(treeline.model.Metric.Scope.EXCLUSIVE));
        assertThat(exclusive.text("unknown").at(0)).isEqualTo("step/pack");
        assertThat(exclusive.real("mean").at(0)).isNaN();
        assertThat(Drift.of(loop, loop.metrics().getFirst()).real("mean").at(0)).isEqualTo(9);
    }
}
