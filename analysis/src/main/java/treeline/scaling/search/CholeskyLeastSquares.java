package treeline.scaling.search;

import org.jspecify.annotations.Nullable;

/// Least squares by Cholesky factorisation of the normal equations: fast enough to fit every
/// candidate model. Columns are pre-scaled, so the loss of accuracy against [QrLeastSquares] does
/// not matter.
final class CholeskyLeastSquares {
    private static final double DEPENDENT = 1e-10;

    private final double[][] lower;
    private final double[] coefficients;
    private final double rss;

    private CholeskyLeastSquares(double[][] lower, double[] coefficients, double rss) {
        this.lower = lower;
        this.coefficients = coefficients;
        this.rss = rss;
    }

    /// Null where columns depend on each other.
    ///
    /// @param chosen the columns that count
    static @Nullable CholeskyLeastSquares of(double[][] columns, int[] chosen, double[] values) {
        int count = chosen.length;
        double[][] lower = new double[count][count];
        double[] solution = new double[count];
        for (int row = 0; row < count; row++) {
            double[] column = columns[chosen[row]];
            for (int other = 0; other <= row; other++) {
                double rest = product(column, columns[chosen[other]]);
                for (int before = 0; before < other; before++)
                    rest -= lower[row][before] * lower[other][before];
                if (other < row) lower[row][other] = rest / lower[other][other];
                else if (rest > DEPENDENT) lower[row][row] = Math.sqrt(rest);
                else return null;
            }
            solution[row] = product(column, values);
        }
        forward(lower, solution);
        for (int row = count - 1; row >= 0; row--) {
            for (int after = row + 1; after < count; after++)
                solution[row] -= lower[after][row] * solution[after];
            solution[row] /= lower[row][row];
        }
        return new CholeskyLeastSquares(lower, solution, rss(columns, chosen, solution, values));
    }

    private static double product(double[] one, double[] other) {
        double product = 0;
        for (int i = 0; i < one.length; i++) product += one[i] * other[i];
        return product;
    }

    /// Solves the lower triangle for a right side, which it changes.
    private static void forward(double[][] lower, double[] right) {
        for (int row = 0; row < right.length; row++) {
            for (int before = 0; before < row; before++)
                right[row] -= lower[row][before] * right[before];
            right[row] /= lower[row][row];
        }
    }

    private static double rss(
            double[][] columns, int[] chosen, double[] coefficients, double[] values) {
        double squares = 0;
        for (int point = 0; point < values.length; point++) {
            double left = -values[point];
            for (int part = 0; part < chosen.length; part++)
                left += coefficients[part] * columns[chosen[part]][point];
            squares += left * left;
        }
        return squares;
    }

    double coefficient(int column) {
        return coefficients[column];
    }

    double rss() {
        return rss;
    }

    boolean hasNegative() {
        for (double each : coefficients) if (each < 0) return true;
        return false;
    }

    /// Of the products of the columns.
    double logDeterminant() {
        double root = 1;
        for (int row = 0; row < lower.length; row++) root *= lower[row][row];
        return 2 * Math.log(root);
    }

    double value(double[] row) {
        return product(coefficients, row);
    }

    /// How much of an error of the values comes back at a row of columns, squared.
    double leverage(double[] row) {
        double[] solution = row.clone();
        forward(lower, solution);
        return product(solution, solution);
    }
}
