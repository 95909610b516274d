package treeline.scaling;

import treeline.scaling.ScalingFunction.Factor;
import treeline.scaling.ScalingFunction.Term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A constant and terms fitted to points, and how far from the points they are.
final class Fit {
    private final List<List<Factor>> shape;
    private final LeastSquares solution;
    private final double[] coefficients;
    private final double rss;

    private Fit(
            List<List<Factor>> shape,
            LeastSquares solution,
            double[] coefficients,
            double[][] rows,
            double[] values) {
        this.shape = shape;
        this.solution = solution;
        this.coefficients = coefficients;
        this.rss = rss(rows, values);
    }

    /// A coefficient for 1 and for each term; empty where the points do not determine them.
    static Optional<Fit> of(List<List<Factor>> shape, Points points) {
        return of(shape, rows(shape, points), points.values());
    }

    static Fit ofConstant(Points points) {
        return of(List.of(), points).orElseThrow();
    }

    /// @param rows 1 and the terms at each point, where they are known
    static Optional<Fit> of(List<List<Factor>> shape, double[][] rows, double[] values) {
        return LeastSquares.of(rows, values)
                .map(solution -> new Fit(shape, solution, solution.coefficients(), rows, values));
    }

    /// The same terms with coefficients of another origin.
    Fit with(Points points, double... others) {
        return new Fit(shape, solution, others, rows(shape, points), points.values());
    }

    private static double[][] rows(List<List<Factor>> shape, Points points) {
        double[][] rows = new double[points.size()][];
        Arrays.setAll(rows, point -> row(shape, points.at(point)));
        return rows;
    }

    private static double[] row(List<List<Factor>> shape, double... at) {
        double[] row = new double[shape.size() + 1];
        row[0] = 1;
        for (int term = 0; term < shape.size(); term++)
            row[term + 1] = ScalingFunction.product(shape.get(term), at);
        return row;
    }

    private double rss(double[][] rows, double[] values) {
        double squares = 0;
        for (int point = 0; point < values.length; point++) {
            double left = value(rows[point]) - values[point];
            squares += left * left;
        }
        return squares;
    }

    ScalingFunction function() {
        List<Term> terms = new ArrayList<>();
        for (int term = 0; term < shape.size(); term++)
            terms.add(new Term(coefficients[term + 1], shape.get(term)));
        return new ScalingFunction(coefficients[0], terms);
    }

    double rss() {
        return rss;
    }

    int coefficients() {
        return coefficients.length;
    }

    /// 1 and the terms at some parameters.
    double[] row(double... at) {
        return row(shape, at);
    }

    double value(double[] row) {
        double value = 0;
        for (int column = 0; column < row.length; column++)
            value += coefficients[column] * row[column];
        return value;
    }

    double leverage(double[] row) {
        return solution.leverage(row);
    }

    /// Whether every term matters at some point.
    boolean contributes(Points points) {
        return function().terms().stream().allMatch(term -> contributes(term, points));
    }

    private static boolean contributes(Term term, Points points) {
        double largest = 0;
        for (int point = 0; point < points.size(); point++)
            largest = Math.max(largest, Math.abs(term.at(points.at(point)) / points.value(point)));
        return term.coefficient() != 0 && !(largest < SingleSearch.NEGLIGIBLE);
    }
}
