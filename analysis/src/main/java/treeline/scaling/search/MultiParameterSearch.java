package treeline.scaling.search;

import treeline.scaling.search.ScalingFunction.Factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Extra-P's multi-parameter modeller: the best term of each parameter alone, the others held
/// fixed, then the best combination of these terms (Calotoiu et al., CLUSTER 2016).
public final class MultiParameterSearch {
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

    private final ExperimentDesign plan;
    private final Form form;
    private final Points points;

    /// @param plan of these points
    MultiParameterSearch(ExperimentDesign plan, Form form, Points points) {
        this.plan = plan;
        this.form = form;
        this.points = points;
    }

    SearchResult best() {
        List<Factor> factors = new ArrayList<>();
        ScalingFunction last = new ScalingFunction(0, List.of());
        for (int parameter = 0; parameter < points.parameters(); parameter++) {
            ScalingFunction function =
                    plan.search(form, parameter).best(plan.along(points, parameter)).function();
            if (function.isConstant()) continue;
            last = function;
            Factor found = function.terms().getFirst().factors().getFirst();
            factors.add(new Factor(parameter, found.exponents()));
        }
        if (factors.isEmpty()) return found(List.of(Fit.ofConstant(points)));
        return factors.size() == 1 ? ofOne(factors.getFirst(), last) : found(fits(factors));
    }

    /// The coefficients from that parameter alone, or from all points where these fit better.
    private SearchResult ofOne(Factor factor, ScalingFunction alone) {
        Optional<Fit> fitted = fit("0", List.of(factor), columns(List.of(factor)));
        if (fitted.isEmpty()) return found(List.of(Fit.ofConstant(points)));
        Fit all = fitted.get();
        Fit projected = all.with(alone.constant(), alone.terms().getFirst().coefficient());
        return found(List.of(all.smape() < projected.smape() ? all : projected));
    }

    private List<Fit> fits(List<Factor> factors) {
        double[][] columns = columns(factors);
        List<Fit> fits = new ArrayList<>();
        for (String shape : shapes(factors.size()))
            fit(shape, factors, columns).ifPresent(fits::add);
        return fits.isEmpty() ? List.of(Fit.ofConstant(points)) : fits;
    }

    /// Each factor at all points.
    private double[][] columns(List<Factor> factors) {
        double[][] columns = new double[factors.size()][points.size()];
        for (int factor = 0; factor < columns.length; factor++)
            for (int point = 0; point < points.size(); point++)
                columns[factor][point] =
                        ScalingFunction.product(List.of(factors.get(factor)), points.at(point));
        return columns;
    }

    private Optional<Fit> fit(String shape, List<Factor> factors, double[][] columns) {
        String[] products = shape.split("\\+");
        double[][] rows = new double[points.size()][products.length + 1];
        for (int point = 0; point < rows.length; point++) {
            rows[point][0] = 1;
            for (int term = 0; term < products.length; term++) {
                double product = 1;
                for (int each = 0; each < products[term].length(); each++)
                    product *= columns[products[term].charAt(each) - '0'][point];
                rows[point][term + 1] = product;
            }
        }
        return Fit.of(products(shape, factors), rows, points.values());
    }

    /// The factors of each term of a shape.
    static List<List<Factor>> products(String shape, List<Factor> factors) {
        List<List<Factor>> products = new ArrayList<>();
        for (String product : shape.split("\\+"))
            products.add(product.chars().mapToObj(each -> factors.get(each - '0')).toList());
        return products;
    }

    static List<String> shapes(int factors) {
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
    private SearchResult found(List<Fit> fits) {
        Fit best = fits.getFirst();
        double smape = best.smape();
        for (Fit fit : fits) {
            double other = fit.smape();
            if (fit != best && other < smape && fit.contributes()) {
                best = fit;
                smape = other;
            }
        }
        return new SearchResult(best, quality(best, smape));
    }

    private GoodnessOfFit quality(Fit fit, double smape) {
        double variation = GoodnessOfFit.variation(points);
        ScalingFunction function = fit.function();
        if (function.isConstant())
            return new GoodnessOfFit(
                    smape, fit.rss(), 0, 1, SingleParameterSearch.leaveOneOutOfConstant(points));
        int factors = function.terms().stream().mapToInt(term -> term.factors().size()).sum();
        int n = points.size();
        double left = fit.rss() / variation;
        return new GoodnessOfFit(
                smape,
                fit.rss(),
                1 - left,
                1 - left * (n - 1) / (n - factors - 1),
                fit.leaveOneOut());
    }

    /// Whether every parameter was measured at so many values.
    public static boolean hasValues(Points points, int least) {
        for (int parameter = 0; parameter < points.parameters(); parameter++)
            if (points.distinct(parameter).length < least) return false;
        return Arrays.stream(points.values()).allMatch(Double::isFinite);
    }
}
