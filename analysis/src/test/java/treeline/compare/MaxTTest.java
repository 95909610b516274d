package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class MaxTTest {

    /// Enumerated with scipy's `ttest_ind` over all 35 assignments of seven runs: 1, 12 and 35 of
    /// them have a largest t of at least the observed one.
    @Test
    void adjustedPIsTheShareOfAssignmentsWithALargerMaximum() {
        double[][] values = {
            {10.1, 9.8, 10.3, 10.0, 10.9, 11.4, 10.6},
            {5.0, 5.2, 4.9, 5.1, 5.1, 5.6, 5.2},
            {1.0, 1.1, 0.9, 1.3, 1.05, 1.0, 1.2}
        };
        assertThat(MaxT.adjusted(values, 4)).containsExactly(1 / 35.0, 12 / 35.0, 1);
    }

    /// A caller and a callee that always differ by a constant are one test, not two.
    @Test
    void nodesThatVaryTogetherCostNoPower() {
        double[] one = {1.0, 1.1, 0.9, 1.2, 1.6, 1.7, 1.3};
        double[] other = Arrays.stream(one).map(value -> 3 * value + 1).toArray();
        double alone = MaxT.adjusted(new double[][] {one}, 4)[0];
        assertThat(MaxT.adjusted(new double[][] {one, other}, 4)).containsExactly(alone, alone);
    }

    /// The mirror image of an assignment is as extreme if both sides have the same size.
    @Test
    void theSmallestPIsThatOfThePermutationTest() {
        double[][] separated = {{1, 2, 3, 4, 11, 12, 13, 14}};
        assertThat(MaxT.adjusted(separated, 4)).containsExactly(2 / 70.0);
        assertThat(MaxT.adjusted(new double[][] {{1, 2, 3, 11, 12, 13, 14, 15}}, 3))
                .containsExactly(1 / 56.0);
    }

    @Test
    void manyAssignmentsAreDrawnAndTheSameOnesEveryTime() {
        var random = new Random(1);
        double[] values = random.doubles(60).toArray();
        for (int i = 30; i < 60; i++) values[i] += 1;
        double[][] nodes = {values};
        assertThat(MaxT.adjusted(nodes, 30)).containsExactly(1.0 / (MaxT.MAX_ASSIGNMENTS + 1));
        assertThat(MaxT.adjusted(nodes, 30)).isEqualTo(MaxT.adjusted(nodes, 30));
    }

    @Test
    void samplesWithoutTheNodeAreSkipped() {
        double[][] values = {{1, 2, 3, 4, 11, 12, 13, Double.NaN}, {7, 7, 7, 7, 7, 7, 7, 7}};
        double[] adjusted = MaxT.adjusted(values, 4);
        assertThat(adjusted[0]).isBetween(2 / 70.0, 8 / 70.0);
        assertThat(adjusted[1]).isEqualTo(1);
        assertThat(MaxT.adjusted(new double[0][], 4)).isEmpty();
    }
}
