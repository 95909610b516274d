package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;
import org.junit.jupiter.api.Test;

import treeline.numbers.Moments;
import treeline.testkit.Calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// What a stored sum reveals of the ranks that were not sampled, by hand.
class UnreadRanksTest {
    private static final int MOST = Integer.MAX_VALUE;

    private static Moments sample(double... values) {
        double max = Arrays.stream(values).max().orElseThrow();
        return new Moments(
                values.length,
                values.length,
                Arrays.stream(values).sum(),
                Arrays.stream(values).min().orElseThrow(),
                new Mean().evaluate(values),
                max,
                new Variance().evaluate(values),
                0);
    }

    private static UnreadRanks unread(Moments sample, double mean, int ranks, int slower) {
        return new UnreadRanks(sample, mean, ranks, slower, 3);
    }

    private static Moments nothing(int ranks) {
        return new Moments(
                0, ranks, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, -1);
    }

    /// Ten ranks have 40 s, the three sampled ones 6 s.
    @Test
    void theRestOfTheStoredSumIsOfTheUnreadRanks() {
        var unread = unread(sample(1, 2, 3), 4, 10, MOST);
        assertThat(unread.sum()).isEqualTo(34);
        assertThat(unread.largestMax()).isEqualTo(34);
        assertThat(unread(nothing(3), 4, 10, MOST).sum()).isEqualTo(40);
        assertThat(unread(nothing(3), 4, 10, MOST).largestMax()).isEqualTo(40);
    }

    /// 34 s of seven ranks are 13 s beyond 3 s each; two ranks are above 3 s at most.
    @Test
    void theSlowestUnreadRankHasAtLeastAnEqualPartOfTheExcess() {
        assertThat(unread(sample(1, 2, 3), 4, 10, 2).leastMax()).isEqualTo(3 + 13 / 2.0);
        assertThat(unread(sample(1, 2, 3), 4, 10, 0).leastMax()).isEqualTo(3 + 13);
        assertThat(unread(sample(1, 2, 3), 4, 10, MOST).leastMax()).isEqualTo(3 + 13 / 7.0);
        assertThat(unread(nothing(3), 4, 10, 4).leastMax()).isEqualTo(10);
    }

    /// 14 s of seven ranks are 2 s each.
    @Test
    void withoutExcessTheSampledMaximumIsTheBound() {
        assertThat(unread(sample(1, 2, 3), 2, 10, 1).leastMax()).isEqualTo(3);
        assertThat(unread(sample(1, 2, 3), 0.7, 10, 1).largestMax()).isEqualTo(3);
        assertThat(unread(sample(1, 2, 3), 2, 3, 1).leastMax()).isEqualTo(3);
    }

    /// 1 s of 1,000,000,000 s is exactly the largest rounding error.
    @Test
    void aRestOfABillionthIsRounding() {
        assertThat(unread(sample(999_999_999), 5e8, 2, 1).sum()).isZero();
        assertThat(unread(sample(999_999_998), 5e8, 2, 1).sum()).isEqualTo(2);
        assertThat(unread(sample(-999_999_999), -5e8, 2, 1).sum()).isZero();
        assertThat(unread(sample(1_000_000_002), 5e8, 2, 1).sum()).isEqualTo(-2);
        assertThat(unread(sample(1_000_000_002), 5e8, 2, 1).largestMax()).isNaN();
    }

    @Test
    void negativeValuesLeaveTheMaximumUnbounded() {
        assertThat(unread(sample(-1, 3), 5, 10, 1).largestMax()).isNaN();
        assertThat(unread(sample(-1e-10, 3), 5, 10, 1).largestMax()).isCloseTo(47, within(1e-9));
        assertThat(unread(sample(0, 3), 5, 10, 1).largestMax()).isEqualTo(47);
    }

    /// -1 s besides 1,000,000,000 s is exactly the largest rounding error.
    @Test
    void aValueOfABillionthBelowZeroIsRounding() {
        assertThat(unread(sample(-1, 1e9), 5e8, 10, 1).largestMax()).isNotNaN();
        assertThat(unread(sample(-2, 1e9), 5e8, 10, 1).largestMax()).isNaN();
    }

    @Test
    void unreadRanksWithoutAnythingAreBelowTheSampledMaximum() {
        assertThat(unread(sample(1, 2, 3), 0.6, 10, 1).sum()).isZero();
        assertThat(unread(sample(1, 2, 3), 0.6, 10, 1).largestMax()).isEqualTo(3);
    }

    /// The mean of the sample is 2 s, its standard error `sqrt(1/3 (1 - 3/10))` = 0.483 s: of the
    /// 20 s beyond ten times 2 s, chance explains 3 times 4.83 s.
    @Test
    void someStandardErrorsOfTheExcessAreExplained() {
        assertThat(unread(sample(1, 2, 3), 4, 10, MOST).unexplained())
                .isCloseTo(20 - 14.491376746189438, within(1e-12));
        assertThat(unread(sample(1, 2, 3), 3.4, 10, MOST).unexplained()).isZero();
        assertThat(unread(sample(1, 2, 3), 1, 10, MOST).unexplained()).isZero();
        assertThat(unread(sample(2, 2, 2), 2.5, 10, MOST).unexplained()).isEqualTo(5);
    }

    @Test
    void allOfANodeThatNoSampledRankRanIsUnexplained() {
        assertThat(unread(nothing(3), 4, 10, MOST).unexplained()).isEqualTo(40);
    }

    @Test
    void nothingIsUnexplainedIfAllRanksWereRead() {
        assertThat(unread(sample(1, 2, 3), 4, 3, MOST).unexplained()).isZero();
    }

    /// Two ranks with 1,000,000,000 s, of which one has 500,000,000 s but for a half or a whole
    /// second: twice that is missing.
    @Test
    void anExcessOfABillionthIsRounding() {
        Moments half = new Moments(1, 1, 0, 0, 5e8 - 0.5, 0, 0, 0);
        assertThat(unread(half, 5e8, 2, 1).unexplained()).isZero();
        Moments one = new Moments(1, 1, 0, 0, 5e8 - 1, 0, 0, 0);
        assertThat(unread(one, 5e8, 2, 1).unexplained()).isEqualTo(2);
    }

    /// Quantiles of printed tables of Student's distribution: 0.95 and 0.995 with 15 degrees of
    /// freedom.
    @Test
    void moreNodesAllowMoreStandardErrors() {
        assertThat(UnreadRanks.errors(16, 1, 0.95)).isCloseTo(1.753, within(0.001));
        assertThat(UnreadRanks.errors(16, 10, 0.95)).isCloseTo(2.947, within(0.001));
        assertThat(UnreadRanks.errors(16, 0, 0.95)).isCloseTo(1.753, within(0.001));
        assertThat(UnreadRanks.errors(16, 100_000, 0.95)).isBetween(7.0, 8.5);
    }

    /// Of 200 balanced nodes, none holds more in unread ranks than 16 of 500 ranks predict, in 95 %
    /// of all samples; by three standard errors it would be one of two.
    @Test
    void noneOfManyBalancedNodesIsUnexplained() {
        var random = new Random(6);
        double errors = UnreadRanks.errors(16, 200, 0.95);
        assertThat(errors).isGreaterThan(4);
        new Calibration("no unexplained time at 200 balanced nodes")
                .rate("normal, 16 ranks", 400, () -> isExplained(random, 200, errors))
                .requireAtLeast(0.95);
    }

    private static boolean isExplained(Random random, int nodes, double errors) {
        for (int node = 0; node < nodes; node++) {
            double[] values = random.doubles(500).map(_ -> 5 + random.nextGaussian()).toArray();
            Moments sample = sample(Arrays.copyOf(values, 16));
            double mean = new Mean().evaluate(values);
            if (new UnreadRanks(sample, mean, 500, MOST, errors).unexplained() > 0) return false;
        }
        return true;
    }

    /// Cochran's estimate is unbiased: over all samples of three of six ranks, its mean square is
    /// the variance of the sampled means.
    @Test
    void theStandardErrorIsThatOfAllSamples() {
        double[] ranks = {1, 2, 4, 8, 16, 3};
        List<Double> means = new ArrayList<>();
        List<Double> squares = new ArrayList<>();
        for (int subset = 0; subset < 1 << ranks.length; subset++) {
            if (Integer.bitCount(subset) != 3) continue;
            int chosen = subset;
            double[] values =
                    IntStream.range(0, ranks.length)
                            .filter(rank -> (chosen >> rank & 1) == 1)
                            .mapToDouble(rank -> ranks[rank])
                            .toArray();
            means.add(new Mean().evaluate(values));
            squares.add(Math.pow(UnreadRanks.standardError(sample(values), ranks.length), 2));
        }
        assertThat(means).hasSize(20);
        assertThat(new Mean().evaluate(array(squares)))
                .isCloseTo(new Variance(false).evaluate(array(means)), within(1e-12));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
