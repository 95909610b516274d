package treeline.scaling.search;

import org.hipparchus.special.Gamma;

import treeline.model.ImmutableInts;
import treeline.scaling.LogSlope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The posterior predictive distribution at unmeasured parameters, by Bayesian model averaging over
/// the candidate models (Hoeting, Madigan, Raftery and Volinsky, Statistical Science 1999).
///
/// - Errors are relative: run times scatter by a share of their value.
/// - A coefficient has a uniform prior between nothing and the whole value at the point where its
///   term matters most. So the marginal likelihood is that of a linear regression, and larger
///   models pay for what they fit by chance.
/// - Every model size has the same prior probability, less [#STEEP] for each power above 1. Without
///   it, steep terms that cannot be seen in the measured range make every interval wide.
/// - A model with a coefficient below 0 is not a candidate, except a constant below 0 with one
///   growing term: values often grow steeply first, such as between one node and two.
/// - Repetitions estimate the noise together with the residuals, but with no more degrees of
///   freedom than there are points. If points scatter around the candidates more than repetitions
///   do, the repetitions count less, down to [#MIN_COUNTED]: then the models do not fit, and runs
///   of one day say little about it.
/// - A power with any exponent is a candidate too.
///
/// The predictive distribution of a candidate is Student's t, all together are a mixture. The
/// constants were chosen by simulations and real scaling series (docs/evaluation/calibration.md).
final class PosteriorPredictive {
    /// The logarithm by which a candidate becomes less likely for each power of a term above 1.
    private static final double STEEP = 1;

    /// The least weight of repetitions that scatter less than the points do.
    private static final double MIN_COUNTED = 0.2;

    /// Candidates of at most this many terms say how much points scatter: larger ones go through
    /// few points.
    private static final int TERMS_OF_SCATTER = 2;

    /// Values below this share of the largest scatter like it.
    private static final double MIN_SHARE = 1e-3;

    /// Of the squares of relative errors: what is less is rounding.
    private static final double ROUNDING = 1e-28;

    private static final double NEVER = 1e-4;

    /// How likely a power of any exponent is, as a share of all sums of two terms: they describe
    /// more.
    private static final double FREE_POWER = 1.0 / 16;

    /// Of 10 parameters with a term each and a constant.
    private static final int MAX_TERMS = 11;

    private final CandidateModels hypotheses;
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

    /// A fitted model.
    ///
    /// @param prior the logarithm of its prior probability, up to a common summand
    private record Candidate(ImmutableInts sum, CholeskyLeastSquares fit, double prior) {}

    /// A candidate that is not ruled out.
    ///
    /// @param weight the logarithm of its posterior probability, up to a common summand
    private record Likely(
            ImmutableInts sum,
            CholeskyLeastSquares fit,
            double variance,
            double degrees,
            double weight) {}

    /// @param plan of these points
    static PosteriorPredictive of(Points points, ExperimentDesign plan) {
        if (plan.parameters() == 1) return new PosteriorPredictive(plan.hypotheses(0), points);
        List<List<Exponents>> ofParameter = new ArrayList<>();
        for (int parameter = 0; parameter < plan.parameters(); parameter++)
            ofParameter.add(
                    new PosteriorPredictive(
                                    plan.hypotheses(parameter), plan.along(points, parameter))
                            .mostLikely(ExperimentDesign.tried(plan.parameters())));
        return new PosteriorPredictive(
                CandidateModels.ofSeveral(points, ofParameter, plan.productSums()), points);
    }

    private PosteriorPredictive(CandidateModels hypotheses, Points points) {
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
        List<Candidate> candidates = candidates();
        double degrees = 0;
        double squares = 0;
        for (int point = 0; point < points.size(); point++) {
            degrees += points.repeated(point);
            squares +=
                    points.repeated(point) * points.variance(point) / (scale[point] * scale[point]);
        }
        double counted =
                degrees == 0
                        ? 0
                        : Math.min(1, points.size() / degrees)
                                * weightOfRepetitions(squares / degrees, candidates);
        this.repeatedDegrees = degrees * counted;
        this.repeatedSquares = squares * counted;
        this.likely = likely(candidates);
    }

    /// 1 if points scatter around the best candidate as repetitions do.
    private double weightOfRepetitions(double variance, List<Candidate> candidates) {
        double scatter =
                candidates.stream()
                        .filter(each -> each.sum.size() <= TERMS_OF_SCATTER)
                        .mapToDouble(each -> each.fit.rss() / (points.size() - each.sum.size()))
                        .min()
                        .orElse(0);
        return scatter <= variance ? 1 : Math.max(MIN_COUNTED, variance / scatter);
    }

    private static double[] scale(double[] values) {
        double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
        double least = largest == 0 ? 1 : MIN_SHARE * largest;
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

    private List<Candidate> candidates() {
        int[] alike = new int[MAX_TERMS + 1];
        for (int sum = 0; sum < hypotheses.sums(); sum++) alike[hypotheses.sum(sum).length]++;
        List<Candidate> all = new ArrayList<>();
        for (int place = 0; place < hypotheses.sums(); place++) {
            int[] sum = hypotheses.sum(place);
            if (sum.length >= points.size()) continue;
            CholeskyLeastSquares fit = CholeskyLeastSquares.of(columns, sum, shares);
            if (fit != null && isCandidate(sum, fit))
                all.add(
                        new Candidate(
                                ImmutableInts.owning(sum),
                                fit,
                                -Math.log(alike[sum.length]) - steep(sum)));
        }
        if (columns.length == hypotheses.terms()) return all;
        int[] free = {hypotheses.terms(), hypotheses.terms() + 1};
        CholeskyLeastSquares fit = CholeskyLeastSquares.of(columns, free, shares);
        if (fit != null)
            all.add(new Candidate(ImmutableInts.owning(free), fit, Math.log(FREE_POWER)));
        return all;
    }

    private boolean isCandidate(int[] sum, CholeskyLeastSquares fit) {
        if (!fit.hasNegative()) return true;
        if (sum.length != 2 || points.parameters() > 1) return false;
        Exponents constant = hypotheses.term(sum[0]).getFirst().exponents();
        Exponents growing = hypotheses.term(sum[1]).getFirst().exponents();
        return constant.isOne() && growing.power() >= 0 && fit.coefficient(1) > 0;
    }

    private double steep(int... sum) {
        double steep = 0;
        for (int term : sum)
            for (ScalingFunction.Factor factor : hypotheses.term(term))
                steep += Math.max(0, Math.abs(factor.exponents().power()) - 1);
        return STEEP * steep;
    }

    private List<Likely> likely(List<Candidate> candidates) {
        List<Likely> all = new ArrayList<>();
        for (Candidate each : candidates) all.add(likely(each));
        double best = all.stream().mapToDouble(Likely::weight).max().orElse(0);
        double least = best + Math.log(NEVER);
        return all.stream().filter(each -> each.weight >= least).toList();
    }

    private Likely likely(Candidate candidate) {
        double n = points.size() + repeatedDegrees;
        double found = candidate.fit.rss() + repeatedSquares;
        double least = ROUNDING * n;
        double degrees = n - candidate.sum.size();
        double weight =
                candidate.prior
                        + Gamma.logGamma(degrees / 2)
                        - degrees / 2 * Math.log(Math.PI * Math.max(found, least))
                        - candidate.fit.logDeterminant() / 2;
        return new Likely(
                candidate.sum, candidate.fit, found < least ? 0 : found / degrees, degrees, weight);
    }

    /// Empty if there is no candidate, as for values of both signs.
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
