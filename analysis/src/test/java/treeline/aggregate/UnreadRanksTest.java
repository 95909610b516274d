package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;
import org.junit.jupiter.api.Test;

import treeline.numbers.Moments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private static Moments nothing(int ranks) {
        return new Moments(
                0, ranks, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, -1);
    }

    /// Ten ranks have 40 s, the three sampled ones 6 s.
    @Test
    void theRestOfTheStoredSumIsOfTheUnreadRanks() {
        var unread = new UnreadRanks(sample(1, 2, 3), 4, 10, MOST);
        assertThat(unread.sum()).isEqualTo(34);
        assertThat(unread.largestMax()).isEqualTo(34);
        assertThat(new UnreadRanks(nothing(3), 4, 10, MOST).sum()).isEqualTo(40);
        assertThat(new UnreadRanks(nothing(3), 4, 10, MOST).largestMax()).isEqualTo(40);
    }

    /// 34 s of seven ranks are 13 s beyond 3 s each; two ranks are above 3 s at most.
    @Test
    void theSlowestUnreadRankHasAtLeastAnEqualPartOfTheExcess() {
        assertThat(new UnreadRanks(sample(1, 2, 3), 4, 10, 2).leastMax()).isEqualTo(3 + 13 / 2.0);
        assertThat(new UnreadRanks(sample(1, 2, 3), 4, 10, 0).leastMax()).isEqualTo(3 + 13);
        assertThat(new UnreadRanks(sample(1, 2, 3), 4, 10, MOST).leastMax())
                .isEqualTo(3 + 13 / 7.0);
        assertThat(new UnreadRanks(nothing(3), 4, 10, 4).leastMax()).isEqualTo(10);
    }

    /// 14 s of seven ranks are 2 s each.
    @Test
    void withoutExcessTheSampledMaximumIsTheBound() {
        assertThat(new UnreadRanks(sample(1, 2, 3), 2, 10, 1).leastMax()).isEqualTo(3);
        assertThat(new UnreadRanks(sample(1, 2, 3), 0.7, 10, 1).largestMax()).isEqualTo(3);
        assertThat(new UnreadRanks(sample(1, 2, 3), 2, 3, 1).leastMax()).isEqualTo(3);
    }

    /// 1 s of 1,000,000,000 s is exactly the largest rounding error.
    @Test
    void aRestOfABillionthIsRounding() {
        assertThat(new UnreadRanks(sample(999_999_999), 5e8, 2, 1).sum()).isZero();
        assertThat(new UnreadRanks(sample(999_999_998), 5e8, 2, 1).sum()).isEqualTo(2);
        assertThat(new UnreadRanks(sample(-999_999_999), -5e8, 2, 1).sum()).isZero();
        assertThat(new UnreadRanks(sample(1_000_000_002), 5e8, 2, 1).sum()).isEqualTo(-2);
        assertThat(new UnreadRanks(sample(1_000_000_002), 5e8, 2, 1).largestMax()).isNaN();
    }

    @Test
    void negativeValuesLeaveTheMaximumUnbounded() {
        assertThat(new UnreadRanks(sample(-1, 3), 5, 10, 1).largestMax()).isNaN();
        assertThat(new UnreadRanks(sample(-1e-10, 3), 5, 10, 1).largestMax())
                .isCloseTo(47, within(1e-9));
        assertThat(new UnreadRanks(sample(0, 3), 5, 10, 1).largestMax()).isEqualTo(47);
    }

    /// -1 s besides 1,000,000,000 s is exactly the largest rounding error.
    @Test
    void aValueOfABillionthBelowZeroIsRounding() {
        assertThat(new UnreadRanks(sample(-1, 1e9), 5e8, 10, 1).largestMax()).isNotNaN();
        assertThat(new UnreadRanks(sample(-2, 1e9), 5e8, 10, 1).largestMax()).isNaN();
    }

    @Test
    void unreadRanksWithoutAnythingAreBelowTheSampledMaximum() {
        assertThat(new UnreadRanks(sample(1, 2, 3), 0.6, 10, 1).sum()).isZero();
        assertThat(new UnreadRanks(sample(1, 2, 3), 0.6, 10, 1).largestMax()).isEqualTo(3);
    }

    /// The mean of the sample is 2 s, its standard error `sqrt(1/3 (1 - 3/10))` = 0.483 s: of the
    /// 20 s beyond ten times 2 s, chance explains 3 times 4.83 s.
    @Test
    void threeStandardErrorsOfTheExcessAreExplained() {
        assertThat(new UnreadRanks(sample(1, 2, 3), 4, 10, MOST).unexplained())
                .isCloseTo(20 - 14.491376746189438, within(1e-12));
        assertThat(new UnreadRanks(sample(1, 2, 3), 3.4, 10, MOST).unexplained()).isZero();
        assertThat(new UnreadRanks(sample(1, 2, 3), 1, 10, MOST).unexplained()).isZero();
        assertThat(new UnreadRanks(sample(2, 2, 2), 2.5, 10, MOST).unexplained()).isEqualTo(5);
    }

    @Test
    void allOfANodeThatNoSampledRankRanIsUnexplained() {
        assertThat(new UnreadRanks(nothing(3), 4, 10, MOST).unexplained()).isEqualTo(40);
    }

    @Test
    void nothingIsUnexplainedIfAllRanksWereRead() {
        assertThat(new UnreadRanks(sample(1, 2, 3), 4, 3, MOST).unexplained()).isZero();
    }

    /// Two ranks with 1,000,000,000 s, of which one has 500,000,000 s but for a half or a whole
    /// second: twice that is missing.
    @Test
    void anExcessOfABillionthIsRounding() {
        Moments half = new Moments(1, 1, 0, 0, 5e8 - 0.5, 0, 0, 0);
        assertThat(new UnreadRanks(half, 5e8, 2, 1).unexplained()).isZero();
        Moments one = new Moments(1, 1, 0, 0, 5e8 - 1, 0, 0, 0);
        assertThat(new UnreadRanks(one, 5e8, 2, 1).unexplained()).isEqualTo(2);
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
