package treeline.cluster;

import treeline.numbers.Sample;

/// Standardises features: subtracts the mean of each column and divides by its population standard
/// deviation (divisor n), as scikit-learn's `StandardScaler` does. A constant column becomes 0.
public final class StandardScaler {
    private final double[] mean;
    private final double[] deviation;

    private StandardScaler(double[] mean, double[] deviation) {
        this.mean = mean;
        this.deviation = deviation;
    }

    public static StandardScaler of(Features features) {
        int width = features.columns().size();
        double[] mean = new double[width];
        double[] deviation = new double[width];
        for (int column = 0; column < width; column++) {
            Sample values = Sample.of(features.column(column));
            mean[column] = values.mean();
            deviation[column] = deviation(values);
        }
        return new StandardScaler(mean, deviation);
    }

    /// 0 where values differ by no more than rounding does, so that noise is not blown up.
    private static double deviation(Sample values) {
        double n = values.size();
        double deviation = n < 2 ? 0 : Math.sqrt(values.variance() * (n - 1) / n);
        return deviation <= n * Math.ulp(values.mean()) ? 0 : deviation;
    }

    public double mean(int column) {
        return mean[column];
    }

    /// 0 for a column of one value.
    public double deviation(int column) {
        return deviation[column];
    }

    /// Features with the same columns, measured by what these were.
    public Features apply(Features features) {
        int width = features.columns().size();
        if (width != mean.length)
            throw new IllegalArgumentException(
                    "%d features cannot be standardised by %d".formatted(width, mean.length));
        double[] values = new double[features.rows() * width];
        for (int row = 0; row < features.rows(); row++)
            for (int column = 0; column < width; column++)
                values[row * width + column] =
                        deviation[column] == 0
                                ? 0
                                : (features.at(row, column) - mean[column]) / deviation[column];
        return features.with(features.columns(), values);
    }
}
