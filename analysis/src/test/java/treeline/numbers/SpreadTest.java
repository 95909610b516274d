package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;

class SpreadTest {
    private static final double NOTHING = Double.NaN;

    private static Spread spread(double... values) {
        return Spread.of(values, true);
    }

    private static int[] outliers(double... values) {
        return Spread.outliers(values);
    }

    @Test
    void aStoredNaNIsAPlaceThatDidNotRun() {
        Numbers numbers = Numbers.of(profileOf("path rank0 rank1 rank2\nmain 2 NaN 4\n"), "time");
        Moments spread = numbers.moments(numbers.ranks(), Scope.EXCLUSIVE).at(0, 3);
        assertThat(spread).isEqualTo(spread(2, NOTHING, 4).moments());
        assertThat(spread.present()).isEqualTo(2);
        assertThat(spread.population()).isEqualTo(3);
        assertThat(spread.min()).isZero();
        assertThat(spread.mean()).isEqualTo(2);
        assertThat(spread.max()).isEqualTo(4);
        assertThat(spread.deviation()).isEqualTo(2);
        assertThat(spread.slowest()).isEqualTo(2);
    }

    @Test
    void whatNoPlaceRanHasNoSpread() {
        Spread nothing = spread(NOTHING, NOTHING);
        assertThat(nothing.min()).isNaN();
        assertThat(nothing.median()).isNaN();
        assertThat(nothing.mean()).isNaN();
        assertThat(nothing.max()).isNaN();
        assertThat(nothing.slowest()).isEqualTo(-1);
        assertThat(nothing.imbalance()).isNaN();
    }

    @Test
    void valuesAroundZeroHaveNoImbalance() {
        assertThat(spread(-1, 1).imbalance()).isNaN();
        assertThat(spread(-3, -1).imbalance()).isNaN();
        assertThat(spread(1, 3).imbalance()).isEqualTo(1.5);
    }

    @Test
    void theSlowestIsWorthAWordFromMoreThanTwoPercentAboveTheMean() {
        assertThat(spread(98, 102).isImbalanced()).isFalse();
        assertThat(spread(97.9, 102.1).isImbalanced()).isTrue();
        assertThat(spread(-4, 0).isImbalanced()).isFalse();
    }

    @Test
    void coloursAreWorthItFromMoreThanTwoPercentOfTheMean() {
        assertThat(spread(99, 101).isWorthColours()).isFalse();
        assertThat(spread(98.9, 101.1).isWorthColours()).isTrue();
        assertThat(spread(-101, -99).isWorthColours()).isFalse();
        assertThat(spread(-102, -98).isWorthColours()).isTrue();
    }

    /// Of 0, 10, 20, 30 and the fifth, the quartiles are 10 and 30: the fence is 30 + 1.5 * 20.
    @Test
    void anOutlierIsBeyondTheFence() {
        assertThat(outliers(60, 20, NOTHING, 0, 30, 10)).isEmpty();
        assertThat(outliers(61, 20, NOTHING, 0, 30, 10)).containsExactly(0);
    }

    @Test
    void anOutlierIsMoreThanTwoPercentAboveTheMedian() {
        assertThat(outliers(100, 102, 100, 100, 100)).isEmpty();
        assertThat(outliers(100, 103, 100, 100, 100)).containsExactly(1);
        assertThat(outliers(-100, -98, -100, -100, -100)).isEmpty();
        assertThat(outliers(-100, -97, -100, -100, -100)).containsExactly(1);
    }

    @Test
    void ofOutliersTheSlowestComesFirst() {
        assertThat(outliers(200, 100, 100, 100, 300, 100, 100, 100)).containsExactly(4, 0);
    }

    @Test
    void fourPlacesMayHaveAnOutlierAndThreeNot() {
        assertThat(outliers(1, 1, 1, 9)).containsExactly(3);
        assertThat(outliers(1, 1, 9)).isEmpty();
        assertThat(outliers(1, NOTHING, 1, 9)).isEmpty();
        assertThat(outliers()).isEmpty();
    }
}
