package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

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

    /// All 3,003 assignments of 5 and 10 runs, and all 4,999 of 1 and 4,998 runs, are enumerated.
    @Test
    void upToFiveThousandAssignmentsAreEnumerated() {
        double[] fifteen = IntStream.range(0, 15).mapToDouble(i -> (15 - i) * (15 - i)).toArray();
        assertThat(MaxT.adjusted(new double[][] {fifteen}, 5)).containsExactly(1 / 3003.0);
        double[] many = IntStream.range(0, MaxT.MAX_ASSIGNMENTS).mapToDouble(i -> -i).toArray();
        many[0] = 1e6;
        assertThat(MaxT.adjusted(new double[][] {many}, 1))
                .containsExactly(1.0 / MaxT.MAX_ASSIGNMENTS);
    }

    /// Of 12,870 assignments of 8 and 8 runs 4,999 are drawn: p is a multiple of 1/5,000.
    @Test
    void moreAssignmentsAreDrawn() {
        double[] sixteen = IntStream.range(0, 16).mapToDouble(i -> i).toArray();
        double p = MaxT.adjusted(new double[][] {sixteen}, 8)[0];
        assertThat(p).isBetween(1 / 5000.0, 5 / 5000.0);
        assertThat(p * 5000).isCloseTo(Math.rint(p * 5000), within(1e-9));
    }

    /// Counters of cycles are large and differ little. Their mean is rounded.
    @Test
    void aLargeConstantDoesNotMatter() {
        double[] one = {1, 1.5, 2, 2.25, 3, 3.5, 2.75};
        double[] other = {4, 7, 5, 6, 8, 6.5, 9};
        double[] large = Arrays.stream(one).map(value -> value + (1L << 40)).toArray();
        assertThat(MaxT.adjusted(new double[][] {large, other}, 4))
                .containsExactly(writtenOut(new double[][] {one, other}, 4), within(1e-12));
    }

    /// With the samples of one side only there is nothing to compare.
    @Test
    void aNodeOfOneSideIsNotSignificant() {
        double nan = Double.NaN;
        double[][] values = {
            {1, 2, 3, 4, 11, 12, 13}, {1, 2, 9, 3, nan, nan, nan}, {nan, nan, nan, nan, 1, 2, 9}
        };
        double[] adjusted = MaxT.adjusted(values, 4);
        assertThat(adjusted).containsExactly(writtenOut(values, 4), within(1e-12));
        assertThat(adjusted[1]).isOne();
        assertThat(adjusted[2]).isOne();
    }

    /// Westfall and Young's algorithm written out over all subsets, with the absolute correlation
    /// by Hipparchus as the statistic; missing samples are left out of a node's correlation.
    @Test
    void adjustedPIsThatOfTheAlgorithmWrittenOut() {
        var random = new Random(4);
        for (int round = 0; round < 30; round++) {
            int size = 5 + random.nextInt(4);
            int before = 1 + random.nextInt(size - 2);
            double[][] values = new double[1 + random.nextInt(4)][];
            for (int node = 0; node < values.length; node++) {
                values[node] = random.doubles(size).toArray();
                for (int i = before; i < size; i++) values[node][i] += node * 0.5;
                if (node == 1) values[node][random.nextInt(size)] = Double.NaN;
            }
            assertThat(MaxT.adjusted(values, before))
                    .as("round %d", round)
                    .containsExactly(writtenOut(values, before), within(1e-12));
        }
    }

    private static double[] writtenOut(double[][] values, int before) {
        int size = values[0].length;
        double[] observed = statistics(values, (1 << before) - 1);
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> -observed[i]));
        double[] p = new double[values.length];
        int subsets = 0;
        for (int subset = 0; subset < 1 << size; subset++) {
            if (Integer.bitCount(subset) != before) continue;
            subsets++;
            double[] statistics = statistics(values, subset);
            for (int rank = 0; rank < order.length; rank++) {
                double largest = 0;
                for (int i = rank; i < order.length; i++)
                    largest = Math.max(largest, statistics[order[i]]);
                if (largest >= observed[order[rank]] - 1e-9) p[order[rank]]++;
            }
        }
        for (int i = 0; i < p.length; i++) p[i] /= subsets;
        for (int rank = 1; rank < order.length; rank++)
            p[order[rank]] = Math.max(p[order[rank]], p[order[rank - 1]]);
        return p;
    }

    private static double[] statistics(double[][] values, int subset) {
        double[] statistics = new double[values.length];
        for (int node = 0; node < values.length; node++) {
            double[] row = values[node];
            int[] there =
                    IntStream.range(0, row.length).filter(i -> !Double.isNaN(row[i])).toArray();
            double[] side = Arrays.stream(there).mapToDouble(i -> (subset >> i) & 1).toArray();
            double[] value = Arrays.stream(there).mapToDouble(i -> row[i]).toArray();
            double correlation = new PearsonsCorrelation().correlation(side, value);
            statistics[node] = Double.isNaN(correlation) ? 0 : Math.abs(correlation);
        }
        return statistics;
    }
}
