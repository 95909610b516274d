package treeline.scaling.search;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

import treeline.model.ImmutableDoubles;
import treeline.scaling.search.ScalingFunction.Factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Bayesian model averaging by another route than [PosteriorPredictive]: fits by Hipparchus' QR
/// decomposition, and the marginal likelihood as the product of the densities with which each point
/// is predicted from those before it (Dawid, JRSS A 1984), not in closed form.
///
/// With as many points as coefficients, the likelihood is 1 over the determinant of their rows: the
/// prior of coefficients is uniform. The next points are predicted by Student's t, the first of
/// them with 0 degrees of freedom if nothing was repeated. Its density is 1 over the error, because
/// the prior of the deviation is 1 over the deviation.
final class SequentialModelAverage {
    /// One regression, in shares of the measured values.
    ///
    /// @param terms without the constant factor of each column
    private record Model(
            List<List<Factor>> terms, ImmutableDoubles unit, boolean isFree, double prior) {
        double[] row(double slope, double... at) {
            double[] row = new double[unit.size()];
            for (int term = 0; term < row.length; term++)
                row[term] =
                        isFree
                                ? Math.pow(at[0], slope) * (term == 0 ? 1 : Math.log(at[0]))
                                : product(terms.get(term), at);
            return row;
        }
    }

    private record Regression(RealMatrix rows, RealVector values) {
        RealVector coefficients() {
            return new QRDecomposition(rows).getSolver().solve(values);
        }

        double rss() {
            return rss(coefficients());
        }

        double rss(RealVector coefficients) {
            RealVector left = rows.operate(coefficients).subtract(values);
            return left.dotProduct(left);
        }

        double leverage(double[] row) {
            RealVector at = new ArrayRealVector(row);
            return at.dotProduct(MatrixUtils.inverse(rows.transposeMultiply(rows)).operate(at));
        }

        Regression first(int count) {
            return new Regression(
                    rows.getSubMatrix(0, count - 1, 0, rows.getColumnDimension() - 1),
                    values.getSubVector(0, count));
        }

        /// Of columns whose largest is 1.
        boolean isDependent() {
            RealMatrix upper = new QRDecomposition(rows).getR();
            for (int column = 0; column < rows.getColumnDimension(); column++)
                if (Math.pow(upper.getEntry(column, column), 2) <= 1e-10) return true;
            return false;
        }
    }

    private record Part(double weight, double mean, double deviation, int degrees) {}

    private final Points points;
    private final double slope;
    private final double[] scale;
    private final List<Model> models = new ArrayList<>();
    private final List<Regression> regressions = new ArrayList<>();
    private final double[] weights;
    private final double degrees;
    private final double squares;

    SequentialModelAverage(CandidateModels candidates, Points points) {
        this.points = points;
        this.scale = scale(points.values());
        boolean isPositive =
                Arrays.stream(points.values()).allMatch(value -> value > 0)
                        && Arrays.stream(points.of(0)).allMatch(x -> x > 0);
        this.slope = isPositive ? treeline.scaling.LogSlope.of(points.of(0), points.values()) : 0;
        for (int sum = 0; sum < candidates.sums(); sum++) addSum(candidates, candidates.sum(sum));
        if (points.parameters() == 1 && isPositive)
            add(List.of(List.of(), List.of()), true, 1 / 16.0);
        double repeated = 0;
        double scattered = 0;
        for (int point = 0; point < points.size(); point++) {
            double relative = points.variance(point) / Math.pow(scale[point], 2);
            repeated += points.repeated(point);
            scattered += points.repeated(point) * relative;
        }
        double counted = repeated == 0 ? 0 : counted(repeated, scattered / repeated);
        this.degrees = repeated * counted;
        this.squares = scattered * counted;
        double[] logs = new double[models.size()];
        Arrays.setAll(logs, model -> logPosterior(models.get(model), regressions.get(model)));
        double best = Arrays.stream(logs).max().orElse(0);
        this.weights = Arrays.stream(logs).map(log -> Math.exp(log - best)).toArray();
    }

    private static double[] scale(double[] values) {
        double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
        return Arrays.stream(values)
                .map(each -> Math.max(Math.abs(each), largest / 1000))
                .toArray();
    }

    private static double product(List<Factor> factors, double... at) {
        double product = 1;
        for (Factor factor : factors) {
            double x = at[factor.parameter()];
            Exponents of = factor.exponents();
            if (of.numerator() != 0)
                product *= Math.pow(x, of.numerator() / (double) of.denominator());
            for (int log = 0; log < of.log(); log++) product *= Math.log(x) / Math.log(2);
        }
        return product;
    }

    private void addSum(CandidateModels candidates, int[] sum) {
        if (sum.length >= points.size()) return;
        int alike = 0;
        for (int other = 0; other < candidates.sums(); other++)
            if (candidates.sum(other).length == sum.length) alike++;
        List<List<Factor>> terms = new ArrayList<>();
        double prior = 1.0 / alike;
        for (int term : sum) {
            terms.add(candidates.term(term));
            for (Factor factor : candidates.term(term)) {
                double power =
                        factor.exponents().numerator() / (double) factor.exponents().denominator();
                if (Math.abs(power) > 1) prior /= Math.exp(Math.abs(power) - 1);
            }
        }
        add(terms, false, prior);
    }

    private void add(List<List<Factor>> terms, boolean isFree, double prior) {
        double[] unit = new double[terms.size()];
        Arrays.fill(unit, 1);
        Model plain = new Model(terms, ImmutableDoubles.owning(unit), isFree, prior);
        double[][] rows = new double[points.size()][];
        Arrays.setAll(rows, point -> plain.row(slope, points.at(point)));
        double[] largest = new double[unit.length];
        for (int point = 0; point < rows.length; point++)
            for (int term = 0; term < unit.length; term++) {
                rows[point][term] /= scale[point];
                largest[term] = Math.max(largest[term], Math.abs(rows[point][term]));
            }
        for (double[] row : rows)
            for (int term = 0; term < row.length; term++) row[term] /= largest[term];
        double[] shares = new double[rows.length];
        Arrays.setAll(shares, point -> points.value(point) / scale[point]);
        int[] order = order(rows);
        Regression regression =
                new Regression(
                        new Array2DRowRealMatrix(
                                Arrays.stream(order)
                                        .mapToObj(row -> rows[row])
                                        .toArray(double[][]::new)),
                        new ArrayRealVector(
                                Arrays.stream(order).mapToDouble(row -> shares[row]).toArray()));
        if (regression.isDependent()) return;
        if (!isFree && !isPossible(terms, regression.coefficients())) return;
        models.add(new Model(terms, ImmutableDoubles.owning(largest), isFree, prior));
        regressions.add(regression);
    }

    /// The rows that differ most from those before them, by Gram and Schmidt: with others, the
    /// first points may not determine the coefficients. Then those of the largest values: a row of
    /// zeros says nothing. The likelihood is the same in any order.
    private static int[] order(double[][] rows) {
        double[][] rest = rows.clone();
        List<Integer> order = new ArrayList<>();
        while (order.size() < rows.length) {
            int next = -1;
            for (int row = 0; row < rows.length; row++)
                if (!order.contains(row) && (next < 0 || norm(rest[row]) > norm(rest[next])))
                    next = row;
            order.add(next);
            RealVector chosen = new ArrayRealVector(rest[next]);
            for (int row = 0; row < rows.length; row++) {
                RealVector each = new ArrayRealVector(rest[row]);
                rest[row] =
                        order.size() < chosen.getDimension()
                                ? each.subtract(each.projection(chosen)).toArray()
                                : rows[row];
            }
        }
        return order.stream().mapToInt(each -> each).toArray();
    }

    private static double norm(double[] row) {
        return new ArrayRealVector(row).getNorm();
    }

    /// Coefficients have the sign of the mean, but a constant under one growing term may have the
    /// other.
    private boolean isPossible(List<List<Factor>> terms, RealVector coefficients) {
        double sign = points.mean() < 0 ? -1 : 1;
        boolean[] isNegative = new boolean[terms.size()];
        boolean any = false;
        for (int term = 0; term < isNegative.length; term++) {
            isNegative[term] = sign * coefficients.getEntry(term) < 0;
            any |= isNegative[term];
        }
        if (!any) return true;
        if (points.parameters() > 1 || terms.size() != 2 || isNegative[1]) return false;
        return terms.get(0).getFirst().exponents().equals(new Exponents(0, 1, 0))
                && terms.get(1).getFirst().exponents().numerator() >= 0;
    }

    /// The share of the repetitions that counts.
    private double counted(double repeated, double variance) {
        double scatter = Double.POSITIVE_INFINITY;
        for (int model = 0; model < models.size(); model++) {
            int terms = models.get(model).unit.size();
            if (terms <= 2)
                scatter = Math.min(scatter, regressions.get(model).rss() / (points.size() - terms));
        }
        if (Double.isInfinite(scatter)) scatter = 0;
        double trusted = variance >= scatter ? 1 : Math.max(0.2, variance / scatter);
        return repeated > points.size() ? trusted * points.size() / repeated : trusted;
    }

    private double logPosterior(Model model, Regression regression) {
        int terms = model.unit.size();
        RealMatrix upper = new QRDecomposition(regression.first(terms).rows).getR();
        double log = Math.log(model.prior);
        for (int term = 0; term < terms; term++)
            log -= Math.log(Math.abs(upper.getEntry(term, term)));
        for (int point = terms; point < points.size(); point++) {
            Regression before = regression.first(point);
            RealVector coefficients = before.coefficients();
            double[] row = regression.rows.getRow(point);
            double error =
                    new ArrayRealVector(row).dotProduct(coefficients)
                            - regression.values.getEntry(point);
            double known = degrees + point - terms;
            if (known == 0) {
                log -= Math.log(Math.abs(error));
                continue;
            }
            double rss = point == terms ? 0 : before.rss(coefficients);
            double deviation = Math.sqrt((rss + squares) / known * (1 + before.leverage(row)));
            log += new TDistribution(known).logDensity(error / deviation) - Math.log(deviation);
        }
        return log;
    }

    private List<Part> parts(double... at) {
        List<Part> parts = new ArrayList<>();
        for (int model = 0; model < weights.length; model++) {
            if (weights[model] < 1e-4) continue;
            double[] row = models.get(model).row(slope, at);
            for (int term = 0; term < row.length; term++)
                row[term] /= models.get(model).unit.at(term);
            Regression regression = regressions.get(model);
            double value = regression.coefficients().dotProduct(new ArrayRealVector(row));
            double left = degrees + points.size() - row.length;
            double variance = (regression.rss() + squares) / left;
            double deviation = Math.sqrt(variance * (value * value + regression.leverage(row)));
            parts.add(new Part(weights[model], value, deviation, (int) Math.round(left)));
        }
        return parts;
    }

    /// The probability that a measurement is at most this.
    double probability(double value, double... at) {
        double below = 0;
        double all = 0;
        for (Part part : parts(at)) {
            double t = (value - part.mean) / part.deviation;
            below += part.weight * new TDistribution(part.degrees).cumulativeProbability(t);
            all += part.weight;
        }
        return below / all;
    }

    /// The terms other than the constant, those that are most likely part of the model first.
    List<Exponents> mostLikely(int count) {
        List<Exponents> terms = new ArrayList<>();
        List<Double> likely = new ArrayList<>();
        for (int model = 0; model < weights.length; model++) {
            if (weights[model] < 1e-4 || models.get(model).isFree) continue;
            for (List<Factor> factors : models.get(model).terms) {
                Exponents term = factors.getFirst().exponents();
                if (term.isOne()) continue;
                if (!terms.contains(term)) {
                    terms.add(term);
                    likely.add(0.0);
                }
                int place = terms.indexOf(term);
                likely.set(place, likely.get(place) + weights[model]);
            }
        }
        return java.util.stream.IntStream.range(0, terms.size())
                .boxed()
                .sorted(java.util.Comparator.comparingDouble(place -> -likely.get(place)))
                .limit(count)
                .map(terms::get)
                .toList();
    }
}
