package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.search.DrawnPoints.design;
import static treeline.scaling.search.DrawnPoints.points;

import org.assertj.core.data.Offset;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Against Hipparchus' multiple regression, one for each combination of terms.
class MultiParameterSearchTest {
    private static final Offset<Double> CLOSE = within(1e-8);

    /// Near 2 + log2(p) q / 2, 3 p^1/2 + q, 2 p + p q / 4 and q + p q / 8.
    private static final String PRODUCT =
            """
            2;10=7.1 4;10=12.2 8;10=16.8 16;10=22.3 32;10=26.7
            2;20=12.3 4;20=21.8 8;20=32.4 16;20=41.7 32;20=52.6
            2;30=16.8 4;30=32.3 8;30=46.6 16;30=62.2 32;30=77.4
            2;40=22.2 4;40=41.7 8;40=62.5 16;40=81.6 32;40=102.3
            2;50=26.7 4;50=52.4 8;50=76.8 16;50=102.5 32;50=126.5
            """;

    private static final String SUM =
            """
            2;10=14.3 4;10=15.9 8;10=18.6 16;10=21.9 32;10=27.1
            2;20=24.1 4;20=26.2 8;20=28.3 16;20=32.2 32;20=36.8
            2;30=34.4 4;30=35.8 8;30=38.6 16;30=41.9 32;30=47.1
            2;40=44.1 4;40=46.1 8;40=48.4 16;40=52.1 32;40=56.9
            2;50=54.3 4;50=55.9 8;50=58.6 16;50=61.8 32;50=67.1
            """;

    private static final String ONE_AND_PRODUCT =
            """
            2;10=9.1 4;10=17.9 8;10=36.2 16;10=71.8 32;10=144.3
            2;20=13.9 4;20=28.2 8;20=55.9 16;20=112.3 32;20=223.6
            2;30=19.1 4;30=37.8 8;30=76.3 16;30=151.8 32;30=304.4
            2;40=23.9 4;40=48.2 8;40=95.8 16;40=192.4 32;40=383.7
            2;50=29.1 4;50=57.8 8;50=116.2 16;50=231.7 32;50=464.3
            """;

    private static double at(Exponents term, double x) {
        return Math.pow(x, term.numerator() / (double) term.denominator())
                * Math.pow(Math.log(x) / Math.log(2), term.log());
    }

    /// The regressors of a combination, such as `0+01`, at each point.
    private static double[][] rows(String shape, List<Exponents> terms, Points points) {
        double[][] rows = new double[points.size()][];
        for (int point = 0; point < rows.length; point++) {
            double[] at = points.at(point);
            rows[point] =
                    Arrays.stream(shape.split("\\+"))
                            .mapToDouble(
                                    product ->
                                            product.chars()
                                                    .map(each -> each - '0')
                                                    .mapToDouble(
                                                            each -> at(terms.get(each), at[each]))
                                                    .reduce(1, (one, other) -> one * other))
                            .toArray();
        }
        return rows;
    }

    private static OLSMultipleLinearRegression regression(double[][] rows, double[] values) {
        var regression = new OLSMultipleLinearRegression();
        regression.newSampleData(values, rows);
        return regression;
    }

    private static double smape(double[] residuals, double[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> GoodnessOfFit.difference(values[i] - residuals[i], values[i]))
                .average()
                .orElseThrow();
    }

    private static <T> T[] without(T[] rows, int left) {
        T[] others = Arrays.copyOf(rows, rows.length - 1);
        System.arraycopy(rows, left + 1, others, left, others.length - left);
        return others;
    }

    private static double leaveOneOut(double[][] rows, double[] values) {
        double sum = 0;
        for (int left = 0; left < values.length; left++) {
            int without = left;
            double[] others =
                    IntStream.range(0, values.length)
                            .filter(i -> i != without)
                            .mapToDouble(i -> values[i])
                            .toArray();
            double[] beta = regression(without(rows, left), others).estimateRegressionParameters();
            double predicted = beta[0];
            for (int i = 0; i < rows[left].length; i++) predicted += beta[i + 1] * rows[left][i];
            sum += GoodnessOfFit.difference(predicted, values[left]);
        }
        return sum / values.length;
    }

    @ParameterizedTest
    @ValueSource(strings = {PRODUCT, SUM, ONE_AND_PRODUCT})
    void theCombinationWithTheSmallestErrorIsFound(String drawn) {
        Points points = points(drawn);
        ExperimentDesign design = design(points);
        List<Exponents> terms =
                IntStream.range(0, 2)
                        .mapToObj(
                                each ->
                                        design.search(Form.MEASURED, each)
                                                .best(design.along(points, each))
                                                .function()
                                                .terms()
                                                .getFirst()
                                                .factors()
                                                .getFirst()
                                                .exponents())
                        .toList();
        String best = "";
        double least = Double.POSITIVE_INFINITY;
        for (String shape : List.of("01", "0+1", "0+01", "1+01")) {
            double[] left =
                    regression(rows(shape, terms, points), points.values()).estimateResiduals();
            if (smape(left, points.values()) >= least) continue;
            least = smape(left, points.values());
            best = shape;
        }
        double[][] rows = rows(best, terms, points);
        OLSMultipleLinearRegression expected = regression(rows, points.values());
        SearchResult found = new MultiParameterSearch(design, Form.MEASURED, points).best();
        double[] beta = expected.estimateRegressionParameters();
        assertThat(found.function().constant()).isCloseTo(beta[0], CLOSE);
        assertThat(found.function().terms()).hasSize(beta.length - 1);
        for (int term = 1; term < beta.length; term++)
            assertThat(found.function().terms().get(term - 1).coefficient())
                    .isCloseTo(beta[term], CLOSE);
        GoodnessOfFit quality = found.quality();
        int factors = best.replace("+", "").length();
        int n = points.size();
        double left = expected.calculateResidualSumOfSquares();
        double all = expected.calculateTotalSumOfSquares();
        assertThat(quality.smape()).isCloseTo(least, CLOSE);
        assertThat(quality.rss()).isCloseTo(left, CLOSE);
        assertThat(quality.r2()).isCloseTo(expected.calculateRSquared(), CLOSE);
        assertThat(quality.adjustedR2())
                .isCloseTo(1 - (left / (n - factors - 1)) / (all / (n - 1)), CLOSE);
        assertThat(quality.leaveOneOut())
                .isCloseTo(leaveOneOut(rows, points.values()), within(1e-6));
    }

    /// Along p with q = 30, values are 1 + p. With p = 2, those of other q are 4 instead of 3, or
    /// one of them is 5: a line through all points is nearer to most, or farther from them.
    @ParameterizedTest
    @CsvSource({
        "2;10=4.02 2;20=3.97 2;30=3 2;40=4.03 2;50=3.98, true",
        "2;10=3.001 2;20=5 2;30=3 2;40=2.999 2;50=3, false"
    })
    void oneTermIsFittedToAllPointsOrAlongItsParameter(String atTwo, boolean isOfAll) {
        Points points = points(atTwo + " 4;30=5 8;30=9 16;30=17 32;30=33");
        var all = new SimpleRegression();
        for (int i = 0; i < points.size(); i++) all.addData(points.at(i)[0], points.value(i));
        double ofAll = 0;
        double alone = 0;
        for (int i = 0; i < points.size(); i++) {
            double p = points.at(i)[0];
            ofAll += GoodnessOfFit.difference(all.predict(p), points.value(i)) / points.size();
            alone += GoodnessOfFit.difference(1 + p, points.value(i)) / points.size();
        }
        assertThat(ofAll < alone).isEqualTo(isOfAll);
        SearchResult found = new MultiParameterSearch(design(points), Form.MEASURED, points).best();
        assertThat(found.function().text(List.of("p", "q"))).contains("p^(1)").doesNotContain("q");
        assertThat(found.function().at(64, 50)).isCloseTo(isOfAll ? all.predict(64) : 65, CLOSE);
        assertThat(found.quality().smape()).isCloseTo(Math.min(ofAll, alone), CLOSE);
    }

    @Test
    void parametersThatDoNotMatterLeaveAConstant() {
        Points points =
                points(
                        """
                        2;10=4 4;10=4 8;10=4 16;10=4 32;10=4
                        2;20=4 2;30=4 2;40=4 2;50=13
                        """);
        SearchResult found = new MultiParameterSearch(design(points), Form.MEASURED, points).best();
        if (!found.function().isConstant()) return;
        assertThat(found.function().constant()).isCloseTo(5, CLOSE);
        assertThat(found.quality().rss()).isCloseTo(8 + 64, CLOSE);
        assertThat(found.quality().r2()).isZero();
        assertThat(found.quality().adjustedR2()).isOne();
    }

    @Test
    void everyParameterNeedsItsValues() {
        Points points = points("1;10=4 2;10=4 4;10=4 1;20=5");
        assertThat(MultiParameterSearch.hasValues(points, 2)).isTrue();
        assertThat(MultiParameterSearch.hasValues(points, 3)).isFalse();
        Points infinite = points("1;10=4 2;20=Infinity");
        assertThat(MultiParameterSearch.hasValues(infinite, 1)).isFalse();
    }

    @Test
    void shapesOfManyParametersAreOneProductAndOneSum() {
        assertThat(MultiParameterSearch.shapes(4)).containsExactly("0123", "0+1+2+3");
        assertThat(MultiParameterSearch.shapes(2)).hasSize(4);
        assertThat(MultiParameterSearch.shapes(3)).hasSize(23);
    }
}
