package treeline.plot.draw;

import java.util.List;

/// Gaussian kernel density estimate: the outline of a violin plot. The bandwidth follows
/// Silverman's rule of thumb (Density Estimation, 1986, equation 3.31).
public final class Density {
    public static final int STEPS = 60;

    private final List<Double> values;
    private final double bandwidth;

    private Density(List<Double> values, double bandwidth) {
        this.values = values;
        this.bandwidth = bandwidth;
    }

    /// The density estimate of values.
    ///
    /// @param values ascending, one at least
    public static Density of(List<Double> values) {
        double mean = values.stream().mapToDouble(each -> each).average().orElseThrow();
        double squares = values.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
        double deviation = Math.sqrt(squares / Math.max(1, values.size() - 1));
        double quartiles = (at(values, 0.75) - at(values, 0.25)) / 1.34;
        double spread = quartiles > 0 ? Math.min(deviation, quartiles) : deviation;
        return new Density(values, 0.9 * spread * Math.pow(values.size(), -0.2));
    }

    private static double at(List<Double> sorted, double share) {
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /// Whether there is an outline to draw: one value, or equal ones, have none.
    public boolean isDrawable() {
        return bandwidth > 0;
    }

    /// Not to scale: all that counts is how places compare.
    public double at(double place) {
        double sum = 0;
        for (double value : values) {
            double distance = (place - value) / bandwidth;
            sum += Math.exp(-distance * distance / 2);
        }
        return sum / values.size();
    }
}
