package treeline.scaling;

import org.hipparchus.distribution.continuous.TDistribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Student's distributions of several predictions, each as likely as its hypothesis.
final class StudentMixture {
    private static final int MOST_STEPS = 60;
    private static final double PRECISION = 1e-5;

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
        return parts.size() == 1 ? from : between(from, to, share * sum);
    }

    /// By secants that keep the place between them (Illinois).
    private double between(double from, double to, double expected) {
        double least = PRECISION * (to - from);
        double below = below(from) - expected;
        double above = below(to) - expected;
        for (int step = 0; step < MOST_STEPS && to - from > least; step++) {
            double at = below < above ? to - (to - from) * above / (above - below) : from;
            double off = below(at) - expected;
            if (off < 0) {
                from = at;
                below = off;
                above /= 2;
            } else {
                to = at;
                above = off;
                below /= 2;
            }
            if (Math.abs(off) < PRECISION * expected) return at;
        }
        return to;
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
