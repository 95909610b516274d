package treeline.scaling;

import treeline.scaling.ScalingFunction.Factor;
import treeline.scaling.ScalingFunction.Term;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Terms fitted to points, and how far from the points they are.
///
/// @param rss the sum of squares of what is left
final class Fit {
    private final List<List<Factor>> shape;
    private final LeastSquares solution;
    private final ScalingFunction function;
    private final double rss;

    private Fit(
            List<List<Factor>> shape,
            LeastSquares solution,
            ScalingFunction function,
            Points points) {
        this.shape = shape;
        this.solution = solution;
        this.function = function;
        this.rss = rss(function, points);
    }

    /// A constant and a coefficient for each term; empty where the points do not determine them.
    static Optional<Fit> of(List<List<Factor>> shape, Points points) {
        double[][] rows = new double[points.size()][];
        for (int point = 0; point < rows.length; point++)
            rows[point] = row(shape, points.at(point));
        return LeastSquares.of(rows, points.values())
                .map(solution -> new Fit(shape, solution, function(shape, solution), points));
    }

    /// The same terms with coefficients of another origin.
    Fit with(ScalingFunction other, Points points) {
        return new Fit(shape, solution, other, points);
    }

    private static ScalingFunction function(List<List<Factor>> shape, LeastSquares solution) {
        List<Term> terms = new ArrayList<>();
        for (int term = 0; term < shape.size(); term++)
            terms.add(new Term(solution.coefficient(term + 1), shape.get(term)));
        return new ScalingFunction(solution.coefficient(0), terms);
    }

    private static double[] row(List<List<Factor>> shape, double... at) {
        double[] row = new double[shape.size() + 1];
        row[0] = 1;
        for (int term = 0; term < shape.size(); term++)
            row[term + 1] = ScalingFunction.product(shape.get(term), at);
        return row;
    }

    static double rss(ScalingFunction function, Points points) {
        double rss = 0;
        for (int point = 0; point < points.size(); point++) {
            double left = function.at(points.at(point)) - points.value(point);
            rss += left * left;
        }
        return rss;
    }

    ScalingFunction function() {
        return function;
    }

    double rss() {
        return rss;
    }

    int coefficients() {
        return solution.coefficients();
    }

    double leverage(double... at) {
        return solution.leverage(row(shape, at));
    }

    /// Whether some term matters at some point.
    static boolean contributes(Term term, Points points) {
        double largest = 0;
        for (int point = 0; point < points.size(); point++)
            largest = Math.max(largest, Math.abs(term.at(points.at(point)) / points.value(point)));
        return term.coefficient() != 0 && !(largest < SingleSearch.NEGLIGIBLE);
    }

    boolean contributes(Points points) {
        return function.terms().stream().allMatch(term -> contributes(term, points));
    }
}
