package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;

import treeline.compare.ComparisonBuilder.Side;
import treeline.model.Profile;

import java.util.Optional;

/// Which repetitions are samples of the whole run.
class RepetitionTotalsTest {
    /// The thread did not run in the last repetition of either side. With it, the totals would be
    /// 13, 14, 15, 10 and 15, 16, 17, 10.
    @Test
    void aRepetitionInWhichARootDidNotRunIsNoSampleOfTheTotal() {
        Profile before =
                profileOf(
                        """
                        path    rank0rep0  rank0rep1  rank0rep2  rank0rep3
                        main           10         10         10         10
                        thread          3          4          5          -
                        """);
        Profile after =
                profileOf(
                        """
                        path    rank0rep0  rank0rep1  rank0rep2  rank0rep3
                        main           10         10         10         10
                        thread          5          6          7          -
                        """);
        for (String metric : new String[] {"time:inclusive", "time:exclusive"}) {
            ComparedNode total = total(metric, before, after);
            assertThat(total.p())
                    .isCloseTo(
                            new TTest()
                                    .homoscedasticTTest(
                                            new double[] {13, 14, 15}, new double[] {15, 16, 17}),
                            within(1e-12));
        }
    }

    /// Main did nothing of its own in one repetition, but ran.
    @Test
    void aRootThatOnlyCalledOthersDidRun() {
        Profile before =
                profileOf(
                        """
                        path    rank0rep0  rank0rep1  rank0rep2
                        main            1          -          1
                        main/a          3          4          5
                        """);
        Profile after =
                profileOf(
                        """
                        path    rank0rep0  rank0rep1  rank0rep2
                        main            1          1          -
                        main/a          6          7          8
                        """);
        assertThat(total("time:exclusive", before, after).p())
                .isCloseTo(
                        new TTest()
                                .homoscedasticTTest(new double[] {4, 4, 6}, new double[] {7, 8, 8}),
                        within(1e-12));
    }

    private static ComparedNode total(String metric, Profile before, Profile after) {
        return new ComparisonBuilder(Optional.of(metric))
                .add(Side.BASELINE, "old", before)
                .add(Side.CANDIDATE, "new", after)
                .compare(GatePolicy.DEFAULT)
                .total()
                .orElseThrow();
    }
}
