package treeline.ensemble.statistics;

import treeline.ensemble.Normal;

import java.util.Arrays;

/// The Shapiro-Wilk test of normality for 3 to 5000 values, after Royston (Remark AS R94, Applied
/// Statistics 44, 1995), who approximates the weights and the distribution of W by polynomials.
///
/// @param w the test statistic, close to 1 for normal samples; NaN for fewer than 3 values or equal
///   values
/// @param p the probability of a W as small under normality
public record ShapiroWilk(double w, double p) {
    private static final int MIN_VALUES = 3;

    /// Up to this many values W itself is transformed, above it its logarithm.
    private static final int SMALL = 11;

    private static final double[] LAST_WEIGHT = {
        0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056
    };
    private static final double[] SECOND_LAST_WEIGHT = {
        0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633
    };
    private static final double[] SMALL_LIMIT = {-2.273, 0.459};
    private static final double[] SMALL_MEAN = {0.5440, -0.39978, 0.025054, -6.714e-4};
    private static final double[] SMALL_DEVIATION = {1.3822, -0.77857, 0.062767, -0.0020322};
    private static final double[] LARGE_MEAN = {-1.5861, -0.31082, -0.083751, 0.0038915};
    private static final double[] LARGE_DEVIATION = {-0.4803, -0.082676, 0.0030302};

    public static ShapiroWilk of(double[] sorted) {
        int n = sorted.length;
        if (n < MIN_VALUES || sorted[0] == sorted[n - 1])
            return new ShapiroWilk(Double.NaN, Double.NaN);
        double[] weight = weights(n);
        double range = sorted[n - 1] - sorted[0];
        double mean = Arrays.stream(sorted).map(value -> value / range).average().orElseThrow();
        double squares = 0;
        double weighted = 0;
        for (int i = 0; i < n; i++) {
            double distance = sorted[i] / range - mean;
            squares += distance * distance;
        }
        for (int i = 0; i < weight.length; i++)
            weighted += weight[i] * (sorted[n - 1 - i] - sorted[i]) / range;
        double w = Math.min(1, weighted * weighted / squares);
        return new ShapiroWilk(w, likelihood(w, n));
    }

    /// Of the pairs of smallest and largest, second and second last, and so on.
    private static double[] weights(int n) {
        if (n == MIN_VALUES) return new double[] {Math.sqrt(0.5)};
        double[] score = new double[n / 2];
        double squares = 0;
        for (int i = 0; i < score.length; i++) {
            score[i] = Normal.quantile((i + 1 - 0.375) / (n + 0.25));
            squares += 2 * score[i] * score[i];
        }
        double root = Math.sqrt(squares);
        double byRoot = 1 / Math.sqrt(n);
        double[] weight = new double[score.length];
        int exact = n > 5 ? 2 : 1;
        weight[0] = polynomial(LAST_WEIGHT, byRoot) - score[0] / root;
        double left = squares - 2 * score[0] * score[0];
        double ofWeights = 1 - 2 * weight[0] * weight[0];
        if (exact == 2) {
            weight[1] = polynomial(SECOND_LAST_WEIGHT, byRoot) - score[1] / root;
            left -= 2 * score[1] * score[1];
            ofWeights -= 2 * weight[1] * weight[1];
        }
        double factor = Math.sqrt(left / ofWeights);
        for (int i = exact; i < weight.length; i++) weight[i] = -score[i] / factor;
        return weight;
    }

    private static double likelihood(double w, int n) {
        if (n == MIN_VALUES)
            return Math.max(
                    0, 6 / Math.PI * (Math.asin(Math.sqrt(w)) - Math.asin(Math.sqrt(0.75))));
        double y = Math.log(1 - w);
        if (n > SMALL) {
            double logarithm = Math.log(n);
            return Normal.above(
                    (y - polynomial(LARGE_MEAN, logarithm))
                            / Math.exp(polynomial(LARGE_DEVIATION, logarithm)));
        }
        double limit = polynomial(SMALL_LIMIT, n);
        if (y >= limit) return 0;
        return Normal.above(
                (-Math.log(limit - y) - polynomial(SMALL_MEAN, n))
                        / Math.exp(polynomial(SMALL_DEVIATION, n)));
    }

    private static double polynomial(double[] coefficients, double x) {
        double value = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i];
        return value;
    }
}
