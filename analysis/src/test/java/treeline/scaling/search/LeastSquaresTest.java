package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Offset;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.stat.descriptive.moment.Variance;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import treeline.model.ImmutableDoubles;
import treeline.scaling.search.ScalingFunction.Factor;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/// Fits, leverages and leave-one-out predictions against Hipparchus, on random columns whose scales
/// differ by orders of magnitude.
class LeastSquaresTest {
    private static final int ROUNDS = 50;
    private static final Offset<Double> CLOSE = within(1e-8);

    private final Random random = new Random(8);

    /// A column of ones and others, by row.
    private double[][] rows(int count, int columns) {
        double[][] rows = new double[count][columns];
        for (double[] row : rows) {
            Arrays.setAll(row, column -> Math.pow(10, column) * (random.nextDouble() - 0.3));
            row[0] = 1;
        }
        return rows;
    }

    private static OLSMultipleLinearRegression ols(double[][] rows, double[] values) {
        var regression = new OLSMultipleLinearRegression();
        regression.setNoIntercept(true);
        regression.newSampleData(values, rows);
        return regression;
    }

    /// `row (X'X)^-1 row'`.
    private static double leverage(double[][] rows, double[] row) {
        RealMatrix x = new Array2DRowRealMatrix(rows);
        RealMatrix inverse = MatrixUtils.inverse(x.transposeMultiply(x));
        RealMatrix r = MatrixUtils.createRowRealMatrix(row);
        return r.multiply(inverse).multiplyTransposed(r).getEntry(0, 0);
    }

    @Test
    void householderAgreesWithHipparchus() {
        for (int round = 0; round < ROUNDS; round++) {
            int columns = 1 + random.nextInt(4);
            double[][] rows = rows(columns + 1 + random.nextInt(5), columns);
            double[] values = random.doubles(rows.length, 1, 9).toArray();
            QrLeastSquares found = QrLeastSquares.of(rows, values).orElseThrow();
            assertThat(found.coefficients())
                    .containsExactly(ols(rows, values).estimateRegressionParameters(), CLOSE);
            double[] far = rows(1, columns)[0];
            assertThat(found.leverage(far)).isCloseTo(leverage(rows, far), within(1e-6));
        }
    }

    @Test
    void choleskyAgreesWithHipparchus() {
        for (int round = 0; round < ROUNDS; round++) {
            double[][] rows = rows(9, 4);
            for (double[] row : rows)
                for (int column = 1; column < 4; column++) row[column] /= Math.pow(10, column);
            double[] values = random.doubles(9, 1, 9).toArray();
            int[] chosen = round % 2 == 0 ? new int[] {0, 2, 3} : new int[] {0, 1};
            double[][] some =
                    Arrays.stream(rows)
                            .map(row -> Arrays.stream(chosen).mapToDouble(i -> row[i]).toArray())
                            .toArray(double[][]::new);
            double[][] columns =
                    IntStream.range(0, 4)
                            .mapToObj(i -> Arrays.stream(rows).mapToDouble(r -> r[i]).toArray())
                            .toArray(double[][]::new);
            CholeskyLeastSquares found =
                    Objects.requireNonNull(CholeskyLeastSquares.of(columns, chosen, values));
            OLSMultipleLinearRegression ols = ols(some, values);
            double[] expected = ols.estimateRegressionParameters();
            for (int i = 0; i < expected.length; i++)
                assertThat(found.coefficient(i)).isCloseTo(expected[i], CLOSE);
            assertThat(found.rss()).isCloseTo(ols.calculateResidualSumOfSquares(), CLOSE);
            assertThat(found.hasNegative())
                    .isEqualTo(Arrays.stream(expected).anyMatch(each -> each < 0));
            RealMatrix x = new Array2DRowRealMatrix(some);
            assertThat(found.logDeterminant())
                    .isCloseTo(
                            Math.log(new LUDecomposition(x.transposeMultiply(x)).getDeterminant()),
                            CLOSE);
            assertThat(found.leverage(some[3])).isCloseTo(leverage(some, some[3]), CLOSE);
            assertThat(found.value(some[3]))
                    .isCloseTo(values[3] - ols.estimateResiduals()[3], CLOSE);
        }
    }

    @Test
    void columnsThatDependOnEachOtherHaveNoSolution() {
        double[][] same = {{1, 2}, {1, 2}, {1, 2}};
        double[] values = {1, 2, 3};
        assertThat(QrLeastSquares.of(same, values)).isEmpty();
        assertThat(QrLeastSquares.of(new double[][] {{1, 2}}, new double[] {1})).isEmpty();
        assertThat(QrLeastSquares.of(new double[][] {{1, 2}, {1, 3}}, new double[] {5, 7}))
                .get()
                .extracting(QrLeastSquares::coefficients)
                .satisfies(each -> assertThat(each).containsExactly(new double[] {1, 2}, CLOSE));
        double[][] columns = {{1, 1, 1}, {2, 2, 2}};
        assertThat(CholeskyLeastSquares.of(columns, new int[] {0, 1}, values)).isNull();
    }

    /// Each point by the line through the others; a constant below 0.05 % of the smallest value
    /// counts as 0.
    @Test
    void leaveOneOutIsARegressionWithoutThePoint() {
        for (int round = 0; round < ROUNDS; round++) {
            int n = 3 + random.nextInt(6);
            double[] x = random.doubles(n, 1, 100).toArray();
            if (round % 5 == 0) x[n - 1] = 1e8; // the rest of the squares cancels
            double constant = round % 3 == 0 ? 0 : 20;
            double[] y = Arrays.stream(x).map(at -> constant + 2 * at).toArray();
            if (round % 2 == 0) for (int i = 0; i < n; i++) y[i] *= 0.9 + 0.2 * random.nextDouble();
            var line = new LeaveOneOutRegression(x);
            var spread = new CentredValues(y);
            double squares = new Variance(false).evaluate(x) * n;
            assertThat(line.squares()).isCloseTo(squares, withinPercentage(1e-9));
            for (int left = 0; left < n; left++) {
                var others = new SimpleRegression();
                double smallest = Double.POSITIVE_INFINITY;
                for (int i = 0; i < n; i++) {
                    if (i == left) continue;
                    others.addData(x[i], y[i]);
                    smallest = Math.min(smallest, y[i]);
                }
                boolean isNegligible = Math.abs(others.getIntercept()) < 0.0005 * smallest;
                double expected =
                        others.getSlope() * x[left] + (isNegligible ? 0 : others.getIntercept());
                assertThat(line.predicted(left, y, spread, line.products(spread)))
                        .as("round %d, point %d", round, left)
                        .isCloseTo(expected, within(1e-6 * Math.abs(expected)));
            }
        }
    }

    private static final List<List<Factor>> SHAPE =
            List.of(List.of(new Factor(0, Exponents.of("1:0"))));

    private static Fit fit(double[] x, double[] y) {
        double[][] rows =
                Arrays.stream(x).mapToObj(at -> new double[] {1, at}).toArray(double[][]::new);
        return Fit.of(SHAPE, rows, y).orElseThrow();
    }

    /// Standard errors of a fit by `SimpleRegression`: the interval of a new measurement at x is `t
    /// s sqrt(1 + 1/n + (x - mean)² / Sxx)`.
    @Test
    void aFitHasTheErrorsAndIntervalsOfLinearRegression() {
        double[] x = {1, 2, 4, 8, 16};
        double[] y = {3.1, 4.8, 9.3, 16.5, 33.2};
        Fit fit = fit(x, y);
        var regression = new SimpleRegression();
        for (int i = 0; i < 5; i++) regression.addData(x[i], y[i]);
        assertThat(fit.rss()).isCloseTo(regression.getSumSquaredErrors(), CLOSE);
        assertThat(fit.function().at(5)).isCloseTo(regression.predict(5), CLOSE);
        double mean = Arrays.stream(x).average().orElseThrow();
        double t = new TDistribution(3).inverseCumulativeProbability(0.975);
        double half =
                t
                        * Math.sqrt(regression.getMeanSquareError())
                        * Math.sqrt(
                                1
                                        + 1 / 5.0
                                        + (32 - mean) * (32 - mean) / regression.getXSumSquares());
        assertThat(fit.halfWidth(0.95, 32)).isCloseTo(half, CLOSE);
        assertThat(fit(new double[] {1, 2}, new double[] {3, 4}).halfWidth(0.95, 32)).isZero();
        double smape = 0;
        double leftOut = 0;
        for (int i = 0; i < 5; i++) {
            smape += GoodnessOfFit.difference(regression.predict(x[i]), y[i]) / 5;
            var others = new SimpleRegression();
            for (int j = 0; j < 5; j++) if (j != i) others.addData(x[j], y[j]);
            leftOut += GoodnessOfFit.difference(others.predict(x[i]), y[i]) / 5;
        }
        assertThat(fit.smape()).isCloseTo(smape, CLOSE);
        assertThat(fit.leaveOneOut()).isCloseTo(leftOut, CLOSE);
    }

    @Test
    void symmetricErrorsAreBetweenZeroAndTwoHundred() {
        assertThat(GoodnessOfFit.difference(3, 1)).isEqualTo(100);
        assertThat(GoodnessOfFit.difference(0, 5)).isEqualTo(200);
        assertThat(GoodnessOfFit.difference(-1, 1)).isEqualTo(200);
        assertThat(GoodnessOfFit.difference(0, 0)).isZero();
        assertThat(GoodnessOfFit.smape(new double[] {3, 2}, new double[] {1, 2})).isEqualTo(50);
        double[] y = {1, 2, 6};
        assertThat(SingleParameterSearch.leaveOneOutOfConstant(points(y)))
                .isCloseTo((200 * 3.0 / 5 + 200 * 1.5 / 5.5 + 200 * 4.5 / 7.5) / 3, within(1e-12));
        assertThat(GoodnessOfFit.variation(points(y))).isCloseTo(14, within(1e-12));
    }

    private static Points points(double... y) {
        double[][] at = new double[y.length][];
        Arrays.setAll(at, i -> new double[] {i + 1});
        return new Points(at, y, new double[y.length], new int[y.length]);
    }

    @Test
    void aTermContributesFromHalfAPerMille() {
        double[] x = {1, 2, 3};
        assertThat(fit(x, new double[] {1000, 1000.16, 1000.32}).contributes()).isFalse();
        assertThat(fit(x, new double[] {1000, 1000.18, 1000.36}).contributes()).isTrue();
        assertThat(fit(x, new double[] {5, 5, 5}).with(5, 0).contributes()).isFalse();
    }

    @Test
    void theSmallestWithoutAValueIsThatOfTheOthers() {
        var values = new CentredValues(new double[] {4, 2, 9, 3});
        assertThat(values.mean()).isEqualTo(4.5);
        assertThat(values.apart(2)).isEqualTo(4.5);
        assertThat(values.smallestWithout(2)).isEqualTo(3);
        assertThat(values.smallestWithout(9)).isEqualTo(2);
        assertThat(new CentredValues(new double[] {2, 2}).smallestWithout(2)).isEqualTo(2);
    }

    @Test
    void aBacktestMissesBySharesOfItsInterval() {
        var at = ImmutableDoubles.owning(64);
        var interval = new Prediction(10, 8, 12, 2);
        assertThat(new Backtest(at, 12, interval).miss()).isZero();
        assertThat(new Backtest(at, 12.5, interval).error()).isCloseTo(-0.2, within(1e-12));
        assertThat(new Backtest(at, 13, interval).miss()).isEqualTo(0.25);
        assertThat(new Backtest(at, 6, interval).miss()).isEqualTo(0.5);
        assertThat(new Backtest(at, 100, interval).miss()).isEqualTo(2);
        assertThat(new Backtest(at, 100, interval).with(new Prediction(100, 100, 100, 1)).holds())
                .isTrue();
        assertThat(interval.isExtrapolated()).isTrue();
        assertThat(Prediction.ZERO.isExtrapolated()).isFalse();
        assertThat(interval.holds(8)).isTrue();
        assertThat(interval.holds(7.99)).isFalse();
        assertThat(interval.holds(12.01)).isFalse();
    }

    private static double leftOut(double[] x, double[] y, int left) {
        var line = new LeaveOneOutRegression(x);
        var spread = new CentredValues(y);
        return line.predicted(left, y, spread, line.products(spread));
    }

    /// Lines through 0.3 or 0.7 whose smallest value is about 1,000, and through 0.0004 or 0.0006
    /// with a value of 0: there is no share of 0.
    @Test
    void aConstantCountsFromHalfAPerMilleOfTheSmallestValueOn() {
        double[] x = {1, 2, 3, 4, 5};
        assertThat(leftOut(x, values(x, 0.3, 1000), 4)).isCloseTo(5000, CLOSE);
        assertThat(leftOut(x, values(x, 0.7, 1000), 4)).isCloseTo(5000.7, CLOSE);
        double[] near = {-0.0004, 1, 2, 3};
        assertThat(leftOut(near, new double[] {0, 1.0004, 2.0004, 3.0004}, 3)).isCloseTo(3, CLOSE);
        double[] far = {-0.0006, 1, 2, 3};
        assertThat(leftOut(far, new double[] {0, 1.0006, 2.0006, 3.0006}, 3))
                .isCloseTo(3.0006, CLOSE);
    }

    private static double[] values(double[] x, double constant, double slope) {
        return Arrays.stream(x).map(at -> constant + slope * at).toArray();
    }

    /// Nothing is left to reflect, and a coefficient of 0 has no sign.
    @Test
    void aColumnThatIsTriangularAlreadyIsSolved() {
        double[][] rows = {{1, 0}, {0, 1}, {0, 0}};
        assertThat(QrLeastSquares.of(rows, new double[] {3, 4, 5}).orElseThrow().coefficients())
                .containsExactly(3, 4);
        assertThat(QrLeastSquares.of(rows, new double[3]).orElseThrow().coefficients())
                .containsExactly(0.0, 0.0);
    }

    @Test
    void oneDegreeOfFreedomIsEnoughForAnInterval() {
        var regression = new SimpleRegression();
        regression.addData(new double[][] {{1, 3.1}, {2, 4.8}, {4, 9.3}});
        double off = 8 - 7 / 3.0;
        double deviation =
                Math.sqrt(
                        regression.getMeanSquareError()
                                * (1 + 1 / 3.0 + off * off / regression.getXSumSquares()));
        assertThat(fit(new double[] {1, 2, 4}, new double[] {3.1, 4.8, 9.3}).halfWidth(0.95, 8))
                .isCloseTo(
                        new TDistribution(1).inverseCumulativeProbability(0.975) * deviation,
                        within(1e-6));
    }

    /// In the last twelfth digit.
    @Test
    void anIntervalHoldsAMeasurementUpToRounding() {
        var exact = new Prediction(1e6, 1e6, 1e6, 1);
        assertThat(exact.holds(1e6 + 5e-7)).isTrue();
        assertThat(exact.holds(1e6 - 5e-7)).isTrue();
        assertThat(exact.holds(1e6 + 2e-6)).isFalse();
        assertThat(Prediction.ZERO.holds(0)).isTrue();
    }
}
