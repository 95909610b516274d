package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.search.DrawnPoints.points;

import org.assertj.core.data.Offset;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class FittedTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private static SearchSettings settings(Form form, double level) {
        return new SearchSettings(
                List.of("p"), Optional.of(form), level, SearchSpace.FINITE_FALLING);
    }

    private static Fitted fitted(String drawn, Form form, double level) {
        Points points = points(drawn);
        SearchSettings settings = settings(form, level);
        return Fitted.of(points, settings, new ExperimentDesign(points, settings));
    }

    /// Near 5 + 2 p.
    private static final String LINE = "1=7.1 2=8.8 4=13.2 8=20.7 16=37.4 32=68.9";

    /// Near 100 / p: lines fall below 0 soon.
    private static final String FALLING = "1=101 2=49 4=25.5 8=12.2 16=6.4 32=3.1";

    /// `t s sqrt(1 + 1/n + (x - mean)² / Sxx)` of the line through the points.
    private static double halfWidth(Points points, Exponents term, double level, double at) {
        var line = new SimpleRegression();
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
            double x = term.at(points.at(i)[0]);
            line.addData(x, points.value(i));
            sum += x;
        }
        int n = points.size();
        double off = term.at(at) - sum / n;
        double t = new TDistribution(n - 2).inverseCumulativeProbability((1 + level) / 2);
        return t
                * Math.sqrt(
                        line.getMeanSquareError()
                                * (1 + 1.0 / n + off * off / line.getXSumSquares()));
    }

    /// The function is on one side of the median of the outlook. There, the interval holds that of
    /// the function's own regression at the level at which the outlook just holds the function.
    @Test
    void anIntervalHoldsTheOutlookAndTheFunction() {
        int below = 0;
        int above = 0;
        for (String drawn : List.of(LINE, FALLING, "1=3 2=3.4 4=5.5 8=5.9 16=6.8 32=9.4"))
            for (Form form : List.of(Form.MEASURED, Form.FALLING))
                for (double level : new double[] {0.2, 0.5, 0.95})
                    for (double at : new double[] {2, 24, 64, 256}) {
                        Fitted fitted = fitted(drawn, form, level);
                        ScalingFunction function = fitted.function();
                        if (function.isConstant()) continue;
                        double value = Math.max(0, function.at(at));
                        StudentMixture outlook = fitted.outlook().get().at(at);
                        double tail = (1 - level) / 2;
                        double lower = outlook.quantile(tail);
                        double upper = outlook.quantile(1 - tail);
                        double beyondMedian = 2 * outlook.probability(value) - 1;
                        double half =
                                halfWidth(
                                        fitted.points(),
                                        function.terms()
                                                .getFirst()
                                                .factors()
                                                .getFirst()
                                                .exponents(),
                                        Math.min(level, Math.abs(beyondMedian)),
                                        at);
                        if (beyondMedian < 0) {
                            lower = Math.min(lower, value - half);
                            below++;
                        } else {
                            upper = Math.max(upper, value + half);
                            above++;
                        }
                        Prediction found = fitted.at(at);
                        assertThat(found.value()).isCloseTo(value, CLOSE);
                        assertThat(found.lower())
                                .isCloseTo(Math.max(0, Math.min(lower, value)), within(1e-6));
                        assertThat(found.upper()).isCloseTo(Math.max(upper, value), within(1e-6));
                    }
        assertThat(below).isGreaterThan(5);
        assertThat(above).isGreaterThan(5);
    }

    @Test
    void anIntervalIsWidenedOnBothSidesByAShareOfItsLength() {
        Fitted fitted = fitted(LINE, Form.MEASURED, 0.95);
        Prediction narrow = fitted.at(64);
        Prediction wide = fitted.widened(0.5, 64);
        double length = narrow.upper() - narrow.lower();
        assertThat(wide.value()).isEqualTo(narrow.value());
        assertThat(wide.beyond()).isEqualTo(2);
        assertThat(wide.lower()).isCloseTo(narrow.lower() - length / 2, CLOSE);
        assertThat(wide.upper()).isCloseTo(narrow.upper() + length / 2, CLOSE);
        assertThat(fitted.widened(100, 64).lower()).isZero();
        assertThat(fitted.widened(0, 64)).isEqualTo(narrow);
    }

    /// Values are at least 0 if all measured values are.
    @Test
    void valuesBelowZeroArePossibleIfSomeWereMeasured() {
        assertThat(fitted("1=4 2=3 4=2 8=1 16=0", Form.MEASURED, 0.95).value(64)).isZero();
        assertThat(fitted("1=3 2=2 4=1 8=0 16=-1", Form.MEASURED, 0.95).value(64))
                .isCloseTo(-3, CLOSE);
    }

    /// 100 s on one rank are 100 s of all ranks together.
    @Test
    void totalsArePerRank() {
        Fitted fitted = fitted("1=100 2=50 4=25 8=12.5 16=6.25", Form.TOTAL, 0.95);
        assertThat(fitted.value(32)).isCloseTo(3.125, CLOSE);
        assertThat(fitted.function().at(32)).isCloseTo(3.125, CLOSE);
        assertThat(fitted.leftOut()).containsExactly(new double[] {100, 50, 25, 12.5, 6.25}, CLOSE);
        Prediction at32 = fitted.at(32);
        assertThat(at32.lower()).isCloseTo(3.125, within(1e-6));
        assertThat(at32.upper()).isCloseTo(3.125, within(1e-6));
    }

    /// Each left-out point by the line through the others, 0 instead of less.
    @Test
    void pointsThatAreLeftOutAreNotBelowZero() {
        double[] leftOut = fitted("1=9 2=6 4=4 8=1 16=0", Form.MEASURED, 0.95).leftOut();
        var others = new SimpleRegression();
        for (int p = 0; p < 4; p++) others.addData(p, new double[] {9, 6, 4, 1}[p]);
        assertThat(others.predict(4)).isNegative();
        assertThat(leftOut[4]).isZero();
        assertThat(leftOut[0]).isPositive();
    }

    @Test
    void aFunctionThatIsInfiniteHasNoPrediction() {
        Points points = points("2=11 4=6 8=4.4 16=3.4 32=3.1");
        var settings =
                new SearchSettings(
                        List.of("p"), Optional.of(Form.FALLING), 0.95, SearchSpace.terms("0:-1"));
        Fitted fitted = Fitted.of(points, settings, new ExperimentDesign(points, settings));
        assertThat(fitted.value(1)).isNaN();
        Prediction at1 = fitted.at(1);
        assertThat(at1.value()).isNaN();
        assertThat(at1.lower()).isNaN();
        assertThat(at1.upper()).isNaN();
        assertThat(at1.beyond()).isEqualTo(2);
    }

    @Test
    void distancesAreFactorsBeyondTheMeasuredRange() {
        Points points = points("2;10=1 4;10=2 4;30=3");
        var settings =
                new SearchSettings(
                        List.of("p", "q"),
                        Optional.of(Form.MEASURED),
                        0.95,
                        SearchSpace.FINITE_FALLING);
        Fitted fitted = Fitted.of(points, settings, new ExperimentDesign(points, settings));
        assertThat(fitted.beyond(2, 30)).isEqualTo(1);
        assertThat(fitted.beyond(3, 20)).isEqualTo(1);
        assertThat(fitted.beyond(16, 90)).isEqualTo(4);
        assertThat(fitted.beyond(16, 150)).isEqualTo(5);
        assertThat(fitted.beyond(0.5, 5)).isEqualTo(4);
        assertThat(fitted.beyond(1, 1)).isEqualTo(10);
        assertThat(fitted.beyond(0, 0)).isEqualTo(1);
        assertThat(fitted.largest()).containsExactly(4, 30);
    }

    @Test
    void theLargestPointsAreLeftOutOfABacktest() {
        Points points = points("1;10=1 2;10=2 4;10=2,4 8;10=4 8;20=7 2;20=8");
        Points smaller = Fitted.withoutLargest(points);
        assertThat(smaller.values()).containsExactly(1, 2, 3, 8);
        assertThat(smaller.variance(2)).isEqualTo(1);
        assertThat(smaller.repeated(2)).isEqualTo(1);
        assertThat(smaller.of(1)).containsExactly(10, 10, 10, 20);
    }

    /// Without 32 ranks, the line goes on to 69.
    @Test
    void aBacktestNeedsFourSmallerPoints() {
        Backtest test = backtest("1=7 2=9 4=13 8=21 32=80").orElseThrow();
        assertThat(test.at().toArray()).containsExactly(32);
        assertThat(test.measured()).isEqualTo(80);
        assertThat(test.predicted().value()).isCloseTo(69, within(1e-6));
        assertThat(backtest("1=7 2=9 4=13 32=80")).isEmpty();
    }

    private static Optional<Backtest> backtest(String drawn) {
        Points points = points(drawn);
        SearchSettings settings = settings(Form.MEASURED, 0.95);
        Searches searches = Searches.of(points, settings);
        Fitted fitted = Fitted.of(points, settings, searches.whole());
        return fitted.beforeLargest(searches).map(fitted::backtest);
    }

    @Test
    void theLevelOfAnIntervalMayBeAnother() {
        assertThat(fitted(LINE, Form.MEASURED, 0.95).atLevel(0.5).at(64))
                .isEqualTo(fitted(LINE, Form.MEASURED, 0.5).at(64))
                .isNotEqualTo(fitted(LINE, Form.MEASURED, 0.95).at(64));
    }

    /// Relative to its size, the first value weighs least.
    @Test
    void valuesOfBothSignsMayHaveNoBounds() {
        Prediction found = fitted("1=10 2=-1 4=-1 8=-1 16=-1", Form.MEASURED, 0.95).at(32);
        assertThat(found.value()).isFinite();
        assertThat(found.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(found.upper()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(found.beyond()).isEqualTo(2);
    }
}
