package treeline.record.overhead;

import java.util.Arrays;

/// An estimate with a 95 % confidence interval.
public record Estimate(double value, double low, double high) {
    private static final double NORMAL_QUANTILE = 1.959964;

    /// The weighted mean of independent values, with a t interval from their weighted scatter. The
    /// degrees of freedom follow from Kish's effective sample size. At least two values are
    /// required.
    public static Estimate weightedMean(double[] values, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            mean += weights[i] * values[i] / sum;
            squares += weights[i] * weights[i];
        }
        double scatter = 0;
        for (int i = 0; i < values.length; i++) {
            double off = weights[i] * (values[i] - mean);
            scatter += off * off;
        }
        double size = sum * sum / squares;
        double error =
                Math.sqrt(scatter * size / Math.max(1e-9, size - 1))
                        / sum
                        * studentQuantile(Math.max(1, size - 1));
        return new Estimate(mean, mean - error, mean + error);
    }

    /// The 97.5 % quantile of Student's t distribution by the Cornish-Fisher expansion (Abramowitz
    /// and Stegun, 26.7.5); within 2 % from 3 degrees of freedom on.
    static double studentQuantile(double degrees) {
        double z = NORMAL_QUANTILE;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        double z7 = z5 * z * z;
        return z
                + (z3 + z) / (4 * degrees)
                + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees)
                + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
    }

    public Estimate times(double factor) {
        return new Estimate(value * factor, low * factor, high * factor);
    }

    /// The interval with an upper end that is higher by `bias`.
    public Estimate upTo(double bias) {
        return new Estimate(value, low, high + bias);
    }

    public Estimate clamped(double min, double max) {
        return new Estimate(
                Math.clamp(value, min, max), Math.clamp(low, min, max), Math.clamp(high, min, max));
    }
}
