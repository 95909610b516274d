package treeline.scaling.search;

import java.util.Optional;

/// Linear least squares by Householder QR, which stays accurate for columns as different in scale
/// as 1 and p^3. Normal equations would lose those digits.
final class QrLeastSquares {
    private static final double SMALLEST = 1e-14;

    private final double[] coefficients;
    private final double[][] upper;
    private final double[] scale;

    private QrLeastSquares(double[] coefficients, double[][] upper, double[] scale) {
        this.coefficients = coefficients;
        this.upper = upper;
        this.scale = scale;
    }

    /// Empty where columns depend on each other, or are more than the values.
    ///
    /// @param columns by row
    static Optional<QrLeastSquares> of(double[][] columns, double[] values) {
        int rows = columns.length;
        int count = columns[0].length;
        if (rows < count) return Optional.empty();
        double[] scale = scale(columns);
        double[][] work = new double[rows][count];
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < count; column++)
                work[row][column] = columns[row][column] / scale[column];
        double[] right = values.clone();
        for (int column = 0; column < count; column++)
            if (!reflected(work, right, column)) return Optional.empty();
        double[] solution = new double[count];
        for (int row = count - 1; row >= 0; row--) {
            double rest = right[row];
            for (int column = row + 1; column < count; column++)
                rest -= work[row][column] * solution[column];
            solution[row] = rest / work[row][row];
        }
        for (int column = 0; column < count; column++)
            solution[column] = solution[column] / scale[column] + 0.0; // no -0
        return Optional.of(new QrLeastSquares(solution, work, scale));
    }

    private static double[] scale(double[][] columns) {
        double[] scale = new double[columns[0].length];
        for (double[] row : columns)
            for (int column = 0; column < scale.length; column++)
                scale[column] = Math.max(scale[column], Math.abs(row[column]));
        return scale;
    }

    /// Makes zeros below the diagonal of a column; false where nothing is left of it.
    private static boolean reflected(double[][] work, double[] right, int column) {
        double squares = 0;
        for (int row = column; row < work.length; row++)
            squares += work[row][column] * work[row][column];
        double norm = Math.sqrt(squares);
        if (!(norm > SMALLEST)) return false; // also NaN, of an infinite column
        double diagonal = work[column][column] > 0 ? -norm : norm;
        double[] mirror = new double[work.length];
        for (int row = column; row < work.length; row++) mirror[row] = work[row][column];
        mirror[column] -= diagonal;
        double length = 2 * (squares - diagonal * work[column][column]);
        for (int other = column; other < work[0].length; other++) {
            double product = 0;
            for (int row = column; row < work.length; row++)
                product += mirror[row] * work[row][other];
            for (int row = column; row < work.length; row++)
                work[row][other] -= 2 * product / length * mirror[row];
        }
        double product = 0;
        for (int row = column; row < work.length; row++) product += mirror[row] * right[row];
        for (int row = column; row < work.length; row++)
            right[row] -= 2 * product / length * mirror[row];
        work[column][column] = diagonal;
        return true;
    }

    double[] coefficients() {
        return coefficients.clone();
    }

    /// How much of an error of the values comes back at a row of columns, squared: small among the
    /// rows that were fitted, large far away.
    double leverage(double[] row) {
        double[] solution = new double[row.length];
        double sum = 0;
        for (int column = 0; column < row.length; column++) {
            double rest = row[column] / scale[column];
            for (int before = 0; before < column; before++)
                rest -= upper[before][column] * solution[before];
            solution[column] = rest / upper[column][column];
            sum += solution[column] * solution[column];
        }
        return sum;
    }
}
