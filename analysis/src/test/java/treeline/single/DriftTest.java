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
                                path         rank0    rank1
                                main             1        1
                                main/steady  2+2+2+2  2+2+2+2
                                main/grows   1+2+3+4  3+4+5+6
                                """))
                .isEqualTo(
                        """
                        path         iterations  mean    drift  rSquare  slowest    peak
                        main/grows            4   3.5  0.85714        1        3  1.4286
                        main/steady           4   2.0  0.00000        -        0  1.0000
                        """);
    }

    @Test
    void iterationsThatDidNotHappenAreLeftOut() {
        Profile loop = profileOf("path rank0\nmain _+5+_+4+3+2\n");
        var table = Drift.of(loop, loop.metrics().getFirst());
        assertThat(table.whole("iterations").at(0)).isEqualTo(6);
        assertThat(table.whole("slowest").at(0)).isEqualTo(1);
        assertThat(table.real("mean").at(0)).isEqualTo(3.5);
    }

    @Test
    void fewIterationsSayNothing() {
        Profile loop = profileOf("path rank0\nmain 1+2+3\nmain/a 1+_+_+_+_+9\n");
        assertThat(Drift.of(loop, loop.metrics().getFirst()).rows()).isZero();
    }
}
