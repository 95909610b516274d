package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.search.DrawnPoints.points;

import org.assertj.core.data.Offset;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Locale;

class SingleParameterSearchTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private static SearchResult best(List<Exponents> space, String drawn) {
        Points points = points(drawn);
        return new SingleParameterSearch(space, points.of(0)).best(points);
    }

    private static String text(List<Exponents> space, String drawn) {
        return best(space, drawn)
                .function()
                .shortText(List.of("p"), number -> String.format(Locale.ROOT, "%.4g", number));
    }

    /// The regression of a term without one point, -1 for all points.
    private static SimpleRegression regression(Exponents term, Points points, int left) {
        var regression = new SimpleRegression();
        for (int i = 0; i < points.size(); i++)
            if (i != left) regression.addData(term.at(points.at(i)[0]), points.value(i));
        return regression;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1=10.2 2=11.9 4=15.3 8=20.6 16=31.5 32=55.1",
                "2=5.1 4=6.2 8=6.8 16=8.3 32=8.9",
                "4=100 8=103 16=99 32=140 64=151 128=210 256=240",
                "1=-3 2=-1 4=4 8=9 16=30"
            })
    void theTermThatPredictsEachPointBestFromTheOthersIsFound(String drawn) {
        Points points = points(drawn);
        int n = points.size();
        double least = Double.POSITIVE_INFINITY;
        double leastSquares = 0;
        Exponents best = SearchSpace.GROWING.getFirst();
        for (Exponents term : SearchSpace.GROWING) {
            double smape = 0;
            double squares = 0;
            for (int left = 0; left < n; left++) {
                double predicted =
                        regression(term, points, left).predict(term.at(points.at(left)[0]));
                smape += GoodnessOfFit.difference(predicted, points.value(left)) / n;
                squares += Math.pow(predicted - points.value(left), 2);
            }
            if (smape >= least) continue;
            least = smape;
            leastSquares = squares;
            best = term;
        }
        SimpleRegression expected = regression(best, points, -1);
        SearchResult found = best(SearchSpace.GROWING, drawn);
        ScalingFunction.Term term = found.function().terms().getFirst();
        assertThat(term.factors().getFirst().exponents()).isEqualTo(best);
        assertThat(term.coefficient()).isCloseTo(expected.getSlope(), CLOSE);
        assertThat(found.function().constant()).isCloseTo(expected.getIntercept(), CLOSE);
        GoodnessOfFit quality = found.quality();
        assertThat(quality.smape()).isCloseTo(least, CLOSE);
        assertThat(quality.leaveOneOut()).isCloseTo(least, CLOSE);
        assertThat(quality.rss()).isCloseTo(leastSquares, within(1e-7));
        assertThat(quality.r2()).isCloseTo(expected.getRSquare(), CLOSE);
        assertThat(quality.adjustedR2())
                .isCloseTo(
                        1 - (leastSquares / (n - 2)) / (expected.getTotalSumSquares() / (n - 1)),
                        CLOSE);
    }

    /// The constant is compared by its fit, terms by leaving points out: 4, 5, 6 and 5.
    @Test
    void aConstantIsKeptUnlessATermPredictsBetter() {
        SearchResult found = best(SearchSpace.GROWING, "1=4 2=5 4=6 8=5");
        assertThat(found.function().isConstant()).isTrue();
        assertThat(found.function().constant()).isCloseTo(5, CLOSE);
        assertThat(found.quality().smape()).isCloseTo((200.0 / 9 + 200.0 / 11) / 4, CLOSE);
        assertThat(found.quality().rss()).isCloseTo(2, CLOSE);
        assertThat(found.quality().r2()).isZero();
        assertThat(found.quality().adjustedR2()).isOne();
        assertThat(found.quality().leaveOneOut())
                .isCloseTo(200 * (4.0 / 3 / (4 + 16.0 / 3) + 4.0 / 3 / (6 + 14.0 / 3)) / 4, CLOSE);
    }

    /// 1,000 and 0.4 or 0.6 more: a share of 0.0004 or 0.0006 at the largest point.
    @Test
    void aTermThatIsNegligibleIsNotFound() {
        assertThat(text(SearchSpace.terms("1:0"), "1=1000.1 2=1000.2 4=1000.4")).isEqualTo("1000");
        assertThat(text(SearchSpace.terms("1:0"), "1=1000.15 2=1000.3 4=1000.6"))
                .isEqualTo("1000 + 0.1500 * p");
    }

    /// The logarithm of 1 is 0, and infinite below a fraction bar.
    @Test
    void logarithmsNeedParametersFromOneOnAndAboveOneToDivide() {
        String fromOne = "1=3 2=4 4=5 8=6 16=7";
        assertThat(text(SearchSpace.GROWING, fromOne)).isEqualTo("3.000 + 1.000 * log2(p)");
        assertThat(text(SearchSpace.FINITE_FALLING, fromOne)).contains("log2(p)");
        assertThat(text(SearchSpace.ALSO_FALLING, fromOne)).doesNotContain("log2");
        assertThat(text(SearchSpace.ALSO_FALLING, "2=4 4=5 8=6 16=7 32=8")).contains("log2(p)");
        assertThat(text(SearchSpace.GROWING, "0.5=2 1=3 2=4 4=5 8=6")).doesNotContain("log2");
    }

    @Test
    void theFirstOfTermsThatFitAlikeIsFound() {
        assertThat(text(SearchSpace.terms("1:0 2:0"), "0=1 1=2 0=1 1=2")).endsWith(" * p");
        assertThat(text(SearchSpace.terms("2:0 1:0"), "0=1 1=2 0=1 1=2")).endsWith(" * p^2");
    }

    @Test
    void fallingTermsAreTheGrowingOnesBelowAFractionBar() {
        assertThat(SearchSpace.GROWING).hasSize(42);
        assertThat(SearchSpace.ALSO_FALLING).hasSize(84).doesNotHaveDuplicates();
        assertThat(SearchSpace.ALSO_FALLING.subList(0, 42)).isEqualTo(SearchSpace.GROWING);
        assertThat(SearchSpace.ALSO_FALLING.subList(42, 44))
                .isEqualTo(SearchSpace.terms("0:-1 0:-2"));
        assertThat(SearchSpace.ALSO_FALLING.getLast()).isEqualTo(Exponents.of("-3:0"));
        assertThat(SearchSpace.FINITE_FALLING)
                .containsAll(SearchSpace.GROWING)
                .contains(Exponents.of("-1/2:0"))
                .doesNotContain(Exponents.of("-1/2:-1"));
    }

    /// A line through the points is steeper than a double can tell.
    @Test
    void parametersThatHardlyDifferHaveAConstant() {
        Points points =
                points("1=1 1.0000000000000002=2 1.0000000000000004=3 1.0000000000000007=4");
        SearchResult found =
                new SingleParameterSearch(SearchSpace.terms("1:0"), points.of(0)).best(points);
        assertThat(found.function().isConstant()).isTrue();
        assertThat(found.function().constant()).isCloseTo(2.5, CLOSE);
    }
}
