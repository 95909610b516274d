package treeline.scaling;

import org.hipparchus.distribution.continuous.TDistribution;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What else the points may mean: which terms describe them about as well as the best, and how far
/// predictions may be off.
///
/// A term's exponents are one more number that is fitted, so all terms whose sum of squares is
/// below that of the best, times 1 + F(1, n - 3) / (n - 3), are in the region of that confidence
/// (the usual one of nonlinear regression). An interval holds the prediction intervals of all of
/// them: far from what was measured it is as wide as they disagree.
final class Likelihood {
    private final double level;
    private final Map<Integer, Double> quantiles = new ConcurrentHashMap<>();

    Likelihood(double level) {
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException("a confidence is between 0 and 1, not " + level);
        this.level = level;
    }

    double level() {
        return level;
    }

    /// Of Student's distribution, two-sided.
    private double quantile(int degrees) {
        return quantiles.computeIfAbsent(
                Math.max(1, degrees),
                n -> new TDistribution(n).inverseCumulativeProbability((1 + level) / 2));
    }

    /// The largest sum of squares of a plausible term. What repetitions scatter is never explained.
    double bound(double least, Points points) {
        int degrees = Math.max(1, points.size() - 3);
        double t = quantile(degrees);
        return Math.max(least, points.noise() * degrees) * (1 + t * t / degrees);
    }

    /// What a measurement there may be.
    Range range(List<Fit> plausible, Points points, double... at) {
        double lower = Double.POSITIVE_INFINITY;
        double upper = Double.NEGATIVE_INFINITY;
        for (Fit fit : plausible) {
            double[] row = fit.row(at);
            double value = fit.value(row);
            int degrees = points.size() - fit.coefficients();
            double variance = Math.max(fit.rss() / Math.max(1, degrees), points.noise());
            double apart = quantile(degrees) * Math.sqrt(variance * (1 + fit.leverage(row)));
            if (!Double.isFinite(value) || Double.isNaN(apart)) continue;
            lower = Math.min(lower, value - apart);
            upper = Math.max(upper, value + apart);
        }
        return new Range(lower, upper);
    }

    record Range(double lower, double upper) {}
}
