package treeline.scaling.search;

import treeline.scaling.search.ScalingFunction.Factor;

import java.util.Arrays;
import java.util.List;

/// Extra-P's single-parameter modeller: a constant, or a constant and one term, chosen by
/// leave-one-out cross-validation (Calotoiu et al., SC 2013).
final class SingleParameterSearch {
    /// Coefficients below this share of the values count as 0.
    static final double NEGLIGIBLE = 0.0005;

    private final List<Exponents> terms;
    private final LeaveOneOutRegression[] lines;

    /// @param x the parameter at each point
    SingleParameterSearch(List<Exponents> space, double[] x) {
        boolean falls = space.stream().anyMatch(term -> term.log() < 0);
        double least = Arrays.stream(x).min().orElse(1);
        boolean logarithms = falls ? least > 1 : least >= 1;
        this.terms = space.stream().filter(term -> logarithms || term.log() == 0).toList();
        this.lines =
                terms.stream()
                        .map(
                                term ->
                                        new LeaveOneOutRegression(
                                                Arrays.stream(x).map(term::at).toArray()))
                        .toArray(LeaveOneOutRegression[]::new);
    }

    /// A candidate term with its cross-validation score.
    ///
    /// @param term its index in the search space, or -1 for the constant
    /// @param smape of the leave-one-out predictions
    /// @param rss of the leave-one-out predictions
    private record Scored(int term, double smape, double rss) {}

    /// @param points whose parameters are those of this search
    SearchResult best(Points points) {
        double[] values = points.values();
        double variation = GoodnessOfFit.variation(points);
        Scored best = new Scored(-1, constantSmape(points), variation);
        var spread = new CentredValues(values);
        if (variation > 0)
            for (int term = 0; term < lines.length; term++) {
                Scored scored = scored(term, values, spread);
                if (scored != null && scored.smape < best.smape) best = scored;
            }
        Fit chosen = fit(best, points);
        return new SearchResult(chosen, quality(best, chosen, variation, points));
    }

    private static double constantSmape(Points points) {
        return GoodnessOfFit.smape(new ScalingFunction(points.mean(), List.of()), points);
    }

    private Fit fit(Scored scored, Points points) {
        if (scored.term < 0) return Fit.ofConstant(points);
        double[] a = lines[scored.term].column();
        double[][] rows = new double[a.length][];
        Arrays.setAll(rows, point -> new double[] {1, a[point]});
        return Fit.of(
                        List.of(List.of(new Factor(0, terms.get(scored.term)))),
                        rows,
                        points.values())
                .orElseGet(() -> Fit.ofConstant(points));
    }

    private static GoodnessOfFit quality(Scored best, Fit fit, double variation, Points points) {
        if (best.term < 0)
            return new GoodnessOfFit(best.smape, best.rss, 0, 1, leaveOneOutOfConstant(points));
        int n = points.size();
        return new GoodnessOfFit(
                best.smape,
                best.rss,
                1 - fit.rss() / variation,
                1 - best.rss / variation * (n - 1) / (n - 2),
                best.smape);
    }

    static double leaveOneOutOfConstant(Points points) {
        int n = points.size();
        double sum = points.mean() * n;
        double smape = 0;
        for (double value : points.values())
            smape += GoodnessOfFit.difference((sum - value) / (n - 1), value) / n;
        return smape;
    }

    /// Null where the term says nothing of the values, or cannot be fitted.
    private @org.jspecify.annotations.Nullable Scored scored(
            int term, double[] values, CentredValues spread) {
        LeaveOneOutRegression line = lines[term];
        double[] a = line.column();
        double products = line.products(spread);
        double smape = 0;
        double rss = 0;
        for (int left = 0; left < values.length; left++) {
            double predicted = line.predicted(left, values, spread, products);
            double error = predicted - values[left];
            rss += error * error;
            smape += GoodnessOfFit.difference(predicted, values[left]) / values.length;
        }
        double slope = products / line.squares();
        if (!Double.isFinite(rss) || slope == 0) return null;
        double largest = 0;
        for (int point = 0; point < values.length; point++)
            largest = Math.max(largest, Math.abs(slope * a[point] / values[point]));
        return largest < NEGLIGIBLE ? null : new Scored(term, smape, rss);
    }
}
