package treeline.scaling;

import treeline.model.Doubles;
import treeline.scaling.ScalingFunction.Factor;
import treeline.scaling.ScalingFunction.Term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The model of several parameters, as Extra-P chooses it: the best term of each parameter alone,
/// while the others do not change, then the best way to put these terms together.
final class SeveralSearch {
    /// Which parameters each product has, by how many parameters matter: `01+0` is AB + A.
    private static final List<String> OF_TWO = List.of("01", "0+1", "0+01", "1+01");

    private static final List<String> OF_THREE =
            List.of(
                    "012",
                    "0+1+2",
                    "012+0",
                    "012+1",
                    "012+2",
                    "012+01",
                    "012+12",
                    "012+02",
                    "012+01+2",
                    "012+12+0",
                    "012+02+1",
                    "012+0+1",
                    "012+0+2",
                    "012+1+2",
                    "01+2",
                    "01+2+1",
                    "01+2+0",
                    "02+1",
                    "02+1+0",
                    "02+1+2",
                    "12+0",
                    "12+0+1",
                    "12+0+2");

    private final List<Exponents> space;
    private final Points points;
    private final Likelihood likelihood;

    SeveralSearch(List<Exponents> space, Points points, Likelihood likelihood) {
        this.space = space;
        this.points = points;
        this.likelihood = likelihood;
    }

    Found best() {
        List<Factor> factors = new ArrayList<>();
        ScalingFunction last = new ScalingFunction(0, List.of());
        for (int parameter = 0; parameter < points.parameters(); parameter++) {
            Points alone = alone(points, parameter);
            ScalingFunction function =
                    new SingleSearch(space, alone.of(0)).best(alone, likelihood).function();
            if (function.isConstant()) continue;
            last = function;
            Factor found = function.terms().getFirst().factors().getFirst();
            factors.add(new Factor(parameter, found.exponents()));
        }
        if (factors.isEmpty()) return found(List.of(Fit.ofConstant(points)));
        return factors.size() == 1 ? ofOne(factors.getFirst(), last) : found(fits(factors));
    }

    /// The values along one parameter, averaged over all combinations of the others at which it was
    /// measured most.
    static Points alone(Points points, int parameter) {
        Map<Doubles, Map<Double, Double>> lines = new LinkedHashMap<>();
        for (int point = 0; point < points.size(); point++) {
            double[] others = points.at(point).clone();
            double x = others[parameter];
            others[parameter] = 0;
            lines.computeIfAbsent(Doubles.owning(others), _ -> new TreeMap<>())
                    .put(x, points.value(point));
        }
        int most = lines.values().stream().mapToInt(Map::size).max().orElse(0);
        List<Map<Double, Double>> longest =
                lines.values().stream().filter(line -> line.size() == most).toList();
        List<Map<Double, Double>> alike =
                longest.stream()
                        .filter(line -> line.keySet().equals(longest.getFirst().keySet()))
                        .toList();
        double[][] at = new double[most][];
        double[] values = new double[most];
        int row = 0;
        for (double x : longest.getFirst().keySet()) {
            at[row] = new double[] {x};
            for (Map<Double, Double> line : alike)
                values[row] += line.getOrDefault(x, Double.NaN) / alike.size();
            row++;
        }
        return new Points(at, values, points.noise() / alike.size());
    }

    /// The coefficients from that parameter alone, or from all points where these fit better.
    private Found ofOne(Factor factor, ScalingFunction alone) {
        List<List<Factor>> shape = List.of(List.of(factor));
        Optional<Fit> fitted = Fit.of(shape, points);
        if (fitted.isEmpty()) return found(List.of(Fit.ofConstant(points)));
        Fit all = fitted.get();
        double coefficient = alone.terms().getFirst().coefficient();
        Fit projected = all.with(points, alone.constant(), coefficient);
        boolean better =
                Quality.smape(all.function(), points) < Quality.smape(projected.function(), points);
        return found(List.of(better ? all : projected));
    }

    private List<Fit> fits(List<Factor> factors) {
        List<Fit> fits = new ArrayList<>();
        for (String shape : shapes(factors.size())) {
            List<List<Factor>> terms = new ArrayList<>();
            for (String product : shape.split("\\+"))
                terms.add(product.chars().mapToObj(each -> factors.get(each - '0')).toList());
            Fit.of(terms, points).ifPresent(fits::add);
        }
        return fits.isEmpty() ? List.of(Fit.ofConstant(points)) : fits;
    }

    private static List<String> shapes(int factors) {
        return switch (factors) {
            case 2 -> OF_TWO;
            case 3 -> OF_THREE;
            default -> {
                String all = "0123456789".substring(0, factors);
                yield List.of(all, String.join("+", all.split("")));
            }
        };
    }

    /// @param fits of which the first is taken unless another is better
    private Found found(List<Fit> fits) {
        Fit best = fits.getFirst();
        double smape = Quality.smape(best.function(), points);
        for (Fit fit : fits) {
            double other = Quality.smape(fit.function(), points);
            if (fit != best && other < smape && fit.contributes(points)) {
                best = fit;
                smape = other;
            }
        }
        double bound =
                likelihood.bound(fits.stream().mapToDouble(Fit::rss).min().orElse(0), points);
        Fit chosen = best;
        return new Found(
                best,
                quality(best, smape),
                () -> fits.stream().filter(fit -> fit == chosen || fit.rss() <= bound).toList());
    }

    private Quality quality(Fit fit, double smape) {
        double variation = Quality.variation(points);
        ScalingFunction function = fit.function();
        if (function.isConstant())
            return new Quality(smape, fit.rss(), 0, 1, SingleSearch.leaveOneOutOfConstant(points));
        int factors = function.terms().stream().mapToInt(term -> term.factors().size()).sum();
        int n = points.size();
        double left = fit.rss() / variation;
        return new Quality(
                smape,
                fit.rss(),
                1 - left,
                1 - left * (n - 1) / (n - factors - 1),
                leaveOneOut(function));
    }

    /// The terms stay, their coefficients are those of all other points.
    private double leaveOneOut(ScalingFunction function) {
        List<List<Factor>> shape = function.terms().stream().map(Term::factors).toList();
        double smape = 0;
        for (int left = 0; left < points.size(); left++) {
            int point = left;
            double predicted =
                    Fit.of(shape, points.where(each -> each != point))
                            .map(fit -> fit.function().at(points.at(point)))
                            .orElse(Double.NaN);
            smape += Quality.difference(predicted, points.value(point)) / points.size();
        }
        return smape;
    }

    /// Whether every parameter was measured at so many values.
    static boolean hasValues(Points points, int least) {
        for (int parameter = 0; parameter < points.parameters(); parameter++)
            if (points.distinct(parameter).length < least) return false;
        return points.size() > 0 && Arrays.stream(points.values()).allMatch(Double::isFinite);
    }
}
