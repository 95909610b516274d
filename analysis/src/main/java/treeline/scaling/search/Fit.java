package treeline.scaling.search;

import treeline.scaling.search.ScalingFunction.Factor;
import treeline.scaling.search.ScalingFunction.Term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A least-squares fit of a constant and terms, with its residuals.
final class Fit {
    private final List<List<Factor>> shape;
    private final double[][] rows;
    private final double[] values;
    private final QrLeastSquares solution;
    private final double[] coefficients;

    private Fit(
            List<List<Factor>> shape,
            double[][] rows,
            double[] values,
            QrLeastSquares solution,
            double[] coefficients) {
        this.shape = shape;
        this.rows = rows;
        this.values = values;
        this.solution = solution;
        this.coefficients = coefficients;
    }

    static Fit ofConstant(Points points) {
        double[][] rows = new double[points.size()][];
        Arrays.setAll(rows, _ -> new double[] {1});
        return of(List.of(), rows, points.values()).orElseThrow();
    }

    /// A coefficient for 1 and for each term; empty where the points do not determine them.
    ///
    /// @param rows 1 and the terms at each point
    static Optional<Fit> of(List<List<Factor>> shape, double[][] rows, double[] values) {
        return QrLeastSquares.of(rows, values)
                .map(solution -> new Fit(shape, rows, values, solution, solution.coefficients()));
    }

    /// The same terms with coefficients of another origin.
    Fit with(double... others) {
        return new Fit(shape, rows, values, solution, others);
    }

    ScalingFunction function() {
        List<Term> terms = new ArrayList<>();
        for (int term = 0; term < shape.size(); term++)
            terms.add(new Term(coefficients[term + 1], shape.get(term)));
        return new ScalingFunction(coefficients[0], terms);
    }

    private double value(int point) {
        return value(coefficients, rows[point]);
    }

    private static double value(double[] coefficients, double[] row) {
        double value = coefficients[0];
        for (int column = 1; column < row.length; column++)
            value += coefficients[column] * row[column];
        return value;
    }

    double rss() {
        double squares = 0;
        for (int point = 0; point < values.length; point++) {
            double left = value(point) - values[point];
            squares += left * left;
        }
        return squares;
    }

    double smape() {
        double sum = 0;
        for (int point = 0; point < values.length; point++)
            sum += GoodnessOfFit.difference(value(point), values[point]) / values.length;
        return sum;
    }

    /// The symmetric error of predicting each point from the others.
    double leaveOneOut() {
        return GoodnessOfFit.smape(leftOut(), values);
    }

    /// Each point as predicted by the same terms with coefficients from the other points. The
    /// residual of the whole fit and the leverage of the point give it without another fit.
    double[] leftOut() {
        double[] all = solution.coefficients();
        double[] predicted = new double[values.length];
        for (int point = 0; point < values.length; point++) {
            double error = value(all, rows[point]) - values[point];
            double rest = 1 - solution.leverage(rows[point]);
            predicted[point] = rest > 0 ? values[point] + error / rest : value(point);
        }
        return predicted;
    }

    /// Half the width of the prediction interval of linear regression at some parameters; 0 if no
    /// degree of freedom is left.
    double halfWidth(double level, double... parameters) {
        int degrees = values.length - coefficients.length;
        if (degrees < 1) return 0;
        double[] row = new double[coefficients.length];
        row[0] = 1;
        for (int term = 1; term < row.length; term++)
            row[term] = ScalingFunction.product(shape.get(term - 1), parameters);
        double t = StudentMixture.quantile(degrees, (1 + level) / 2);
        return t * Math.sqrt(rss() / degrees * (1 + solution.leverage(row)));
    }

    /// Whether every term matters at some point.
    boolean contributes() {
        for (int term = 1; term < coefficients.length; term++) {
            double largest = 0;
            for (int point = 0; point < values.length; point++)
                largest =
                        Math.max(
                                largest,
                                Math.abs(coefficients[term] * rows[point][term] / values[point]));
            if (coefficients[term] == 0 || largest < SingleParameterSearch.NEGLIGIBLE) return false;
        }
        return true;
    }
}
