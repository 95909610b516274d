package treeline.scaling.search;

import org.hipparchus.distribution.continuous.TDistribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A mixture of Student's t distributions: the predictive distributions of the candidate models,
/// weighted by their posterior probabilities.
final class StudentMixture {
    private static final int MAX_STEPS = 200;
    private static final double PRECISION = 1e-7;

    private record Quantile(int degrees, double share) {}

    private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

    private record Part(double weight, double mean, double deviation, int degrees) {}

    private final List<Part> parts = new ArrayList<>();
    private double sum;

    void add(double weight, double mean, double deviation, int degrees) {
        if (!Double.isFinite(mean) || !Double.isFinite(deviation)) return;
        parts.add(new Part(weight, mean, deviation, degrees));
        sum += weight;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /// What a prediction is below of with a probability. It is between those of the parts.
    double quantile(double share) {
        double from = Double.POSITIVE_INFINITY;
        double to = Double.NEGATIVE_INFINITY;
        for (Part part : parts) {
            double at = part.mean + part.deviation * quantile(part.degrees, share);
            from = Math.min(from, at);
            to = Math.max(to, at);
        }
        return parts.size() == 1 ? from : between(from, to, share);
    }

    /// By secants and bisections in turn. Distances count relative to the quantile: of mixtures
    /// with a few wide parts, the range is many orders of magnitude larger than the quantile.
    private double between(double from, double to, double share) {
        double precision = PRECISION * Math.min(share, 1 - share);
        double below = probability(from) - share;
        double above = probability(to) - share;
        for (int step = 0; step < MAX_STEPS; step++) {
            if (to - from <= PRECISION * Math.min(Math.abs(from), Math.abs(to))) break;
            double at =
                    step % 2 == 0 && below < above
                            ? to - (to - from) * above / (above - below)
                            : from + (to - from) / 2;
            double off = probability(at) - share;
            if (Math.abs(off) < precision) return at;
            if (off < 0) {
                from = at;
                below = off;
            } else {
                to = at;
                above = off;
            }
        }
        return to;
    }

    /// The probability of values up to this one.
    double probability(double value) {
        return below(value) / sum;
    }

    private double below(double value) {
        double below = 0;
        for (Part part : parts)
            below +=
                    part.weight
                            * (part.deviation == 0
                                    ? (value < part.mean ? 0 : 1)
                                    : probability(
                                            (value - part.mean) / part.deviation, part.degrees));
        return below;
    }

    static double quantile(int degrees, double share) {
        return QUANTILES.computeIfAbsent(
                new Quantile(degrees, share),
                key -> new TDistribution(key.degrees).inverseCumulativeProbability(key.share));
    }

    /// That Student's t is below a value. Of whole degrees of freedom it is a finite sum
    /// (Abramowitz and Stegun 26.7.3 and 26.7.4).
    static double probability(double t, int degrees) {
        double cosine2 = degrees / (degrees + t * t);
        double sine = t / Math.sqrt(degrees + t * t);
        boolean odd = degrees % 2 == 1;
        double term = odd ? Math.sqrt(cosine2) : 1;
        double series = degrees == 1 ? 0 : term;
        for (int i = odd ? 3 : 2; i <= degrees - 2; i += 2) {
            term *= cosine2 * (i - 1) / i;
            series += term;
        }
        double within =
                odd
                        ? 2 / Math.PI * (Math.atan(t / Math.sqrt(degrees)) + sine * series)
                        : sine * series;
        return (1 + within) / 2;
    }
}
