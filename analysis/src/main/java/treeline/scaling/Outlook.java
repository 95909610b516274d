package treeline.scaling;

import org.hipparchus.special.Gamma;

import treeline.model.Ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What a measurement elsewhere may be, by all hypotheses and how likely the points make each.
///
/// Runs scatter by a share of their time, so errors count as shares. A term of a sum contributes
/// between nothing and everything at the point where it matters most, all alike likely before
/// anything was measured: so the likelihood of the points is known exactly (a linear regression
/// with these priors), and sums of more terms pay for what fits by chance. Sums that need a
/// coefficient below 0 are left out, because the same sum without that term is a hypothesis too.
/// Repetitions say how much runs scatter, but count no more than the points do: runs of one day are
/// alike. Powers of any exponent are a hypothesis too.
///
/// Predictions of a hypothesis have Student's distribution, all together a mixture of them.
final class Outlook {
    /// Values below this share of the largest scatter like it.
    private static final double LEAST_SHARE = 1e-3;

    /// Of the squares of relative errors: what is less is rounding.
    private static final double ROUNDING = 1e-28;

    private static final double NEVER = 1e-4;

    /// How likely a power of any exponent is, as a share of all sums of two terms: they describe
    /// more.
    private static final double FREE_POWER = 1.0 / 16;

    /// Of 10 parameters with a term each and a constant.
    private static final int MOST_TERMS = 11;

    private final Hypotheses hypotheses;
    private final Points points;
    private final double[] scale;
    private final double[][] columns;
    private final double power;
    private final double[] largest;
    private final double[] shares;
    private final double sign;
    private final double repeatedSquares;
    private final double repeatedDegrees;
    private final List<Likely> likely;

    /// A hypothesis that is not ruled out.
    ///
    /// @param weight the logarithm of how likely it is, up to a common summand
    private record Likely(Ints sum, SmallFit fit, double variance, double degrees, double weight) {}

    /// @param plan of these points
    static Outlook of(Points points, Plan plan) {
        if (plan.parameters() == 1) return new Outlook(plan.hypotheses(0), points);
        List<List<Exponents>> ofParameter = new ArrayList<>();
        for (int parameter = 0; parameter < plan.parameters(); parameter++)
            ofParameter.add(
                    new Outlook(plan.hypotheses(parameter), plan.along(points, parameter))
                            .mostLikely(Plan.tried(plan.parameters())));
        return new Outlook(Hypotheses.ofSeveral(points, ofParameter, plan.productSums()), points);
    }

    private Outlook(Hypotheses hypotheses, Points points) {
        this.hypotheses = hypotheses;
        this.points = points;
        this.sign = points.mean() < 0 ? -1 : 1;
        this.scale = scale(points.values());
        this.shares = new double[points.size()];
        Arrays.setAll(shares, point -> sign * points.value(point) / scale[point]);
        int terms = hypotheses.terms();
        this.power = points.parameters() == 1 ? power(points) : Double.NaN;
        this.columns = new double[Double.isNaN(power) ? terms : terms + 2][];
        this.largest = new double[columns.length];
        for (int term = 0; term < terms; term++)
            columns[term] = scaled(term, hypotheses.column(term).clone());
        for (int term = terms; term < columns.length; term++) {
            int free = term;
            columns[term] =
                    scaled(term, Arrays.stream(points.of(0)).map(x -> term(free, x)).toArray());
        }
        double degrees = 0;
        double squares = 0;
        for (int point = 0; point < points.size(); point++) {
            degrees += points.repeated(point);
            squares +=
                    points.repeated(point) * points.variance(point) / (scale[point] * scale[point]);
        }
        double counted = degrees == 0 ? 0 : Math.min(1, points.size() / degrees);
        this.repeatedDegrees = degrees * counted;
        this.repeatedSquares = squares * counted;
        this.likely = likely();
    }

    private static double[] scale(double[] values) {
        double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
        double least = largest == 0 ? 1 : LEAST_SHARE * largest;
        return Arrays.stream(values).map(each -> Math.max(Math.abs(each), least)).toArray();
    }

    /// The exponent of the power through the points; NaN where there is none.
    private static double power(Points points) {
        boolean isPositive =
                Arrays.stream(points.values()).allMatch(value -> value > 0)
                        && Arrays.stream(points.of(0)).allMatch(x -> x > 0);
        return isPositive ? LogSlope.of(points.of(0), points.values()) : Double.NaN;
    }

    /// The last two terms are that power and what changes where its exponent does.
    private double term(int term, double... at) {
        if (term < hypotheses.terms()) return ScalingFunction.product(hypotheses.term(term), at);
        double free = Math.pow(at[0], power);
        return term == hypotheses.terms() ? free : free * Math.log(at[0]);
    }

    /// Makes a column the share that a term has of each value where its largest is 1.
    private double[] scaled(int term, double[] column) {
        double most = 0;
        for (int point = 0; point < column.length; point++) {
            column[point] /= scale[point];
            most = Math.max(most, Math.abs(column[point]));
        }
        largest[term] = most;
        for (int point = 0; point < column.length; point++) column[point] /= most;
        return column;
    }

    private List<Likely> likely() {
        int[] alike = new int[MOST_TERMS + 1];
        for (int sum = 0; sum < hypotheses.sums(); sum++) alike[hypotheses.sum(sum).length]++;
        double[] known = new double[alike.length];
        double n = points.size() + repeatedDegrees;
        for (int size = 1; size < known.length; size++)
            known[size] =
                    n > size ? Gamma.logGamma((n - size) / 2) - Math.log(alike[size]) : Double.NaN;
        List<Likely> all = new ArrayList<>();
        for (int place = 0; place < hypotheses.sums(); place++) {
            int[] sum = hypotheses.sum(place);
            if (sum.length >= points.size()) continue;
            SmallFit fit = SmallFit.of(columns, sum, shares);
            if (fit != null && !fit.hasNegative()) all.add(likely(sum, fit, n, known[sum.length]));
        }
        if (columns.length > hypotheses.terms()) {
            int[] free = {hypotheses.terms(), hypotheses.terms() + 1};
            SmallFit fit = SmallFit.of(columns, free, shares);
            if (fit != null)
                all.add(likely(free, fit, n, known[2] + Math.log(FREE_POWER * alike[2])));
        }
        double best = all.stream().mapToDouble(Likely::weight).max().orElse(0);
        double least = best + Math.log(NEVER);
        return all.stream().filter(each -> each.weight >= least).toList();
    }

    private Likely likely(int[] sum, SmallFit fit, double n, double known) {
        double found = fit.rss() + repeatedSquares;
        double least = ROUNDING * n;
        double degrees = n - sum.length;
        double weight =
                known
                        - degrees / 2 * Math.log(Math.PI * Math.max(found, least))
                        - fit.logDeterminant() / 2;
        return new Likely(
                Ints.owning(sum), fit, found < least ? 0 : found / degrees, degrees, weight);
    }

    /// Empty where no hypothesis is left: values of both signs.
    StudentMixture at(double... parameters) {
        double best = likely.stream().mapToDouble(Likely::weight).max().orElse(0);
        var mixture = new StudentMixture();
        double[] terms = new double[columns.length];
        Arrays.fill(terms, Double.NaN);
        for (Likely each : likely) {
            double[] row = new double[each.sum.size()];
            for (int part = 0; part < row.length; part++) {
                int term = each.sum.at(part);
                if (Double.isNaN(terms[term])) terms[term] = term(term, parameters) / largest[term];
                row[part] = terms[term];
            }
            double value = each.fit.value(row);
            double variance = each.variance * (value * value + each.fit.leverage(row));
            mixture.add(
                    Math.exp(each.weight - best),
                    sign * value,
                    Math.sqrt(variance),
                    (int) Math.round(each.degrees));
        }
        return mixture;
    }

    /// The terms of one parameter that are most likely part of the sum, without the constant.
    private List<Exponents> mostLikely(int count) {
        double best = likely.stream().mapToDouble(Likely::weight).max().orElse(0);
        double[] weights = new double[columns.length];
        for (Likely each : likely)
            for (int part : each.sum.toArray()) weights[part] += Math.exp(each.weight - best);
        return IntStream.range(0, hypotheses.terms())
                .filter(term -> !hypotheses.term(term).getFirst().exponents().isOne())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer term) -> weights[term]).reversed())
                .limit(count)
                .map(term -> hypotheses.term(term).getFirst().exponents())
                .toList();
    }
}
