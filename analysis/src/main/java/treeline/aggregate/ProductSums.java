package treeline.aggregate;

import java.io.Serializable;

/// Means, squares and products of pairs of values about their means (Welford's way, merged as Chan
/// does), which stay exact where values are large and differ little.
public final class ProductSums implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int COUNT = 0;
    private static final int MEAN_X = 1;
    private static final int MEAN_Y = 2;
    private static final int XX = 3;
    private static final int YY = 4;
    private static final int XY = 5;

    private final double[][][] sums;

    ProductSums(int metrics) {
        sums = new double[metrics][metrics][6];
    }

    void add(int i, int j, double x, double y) {
        double[] s = sums[i][j];
        s[COUNT]++;
        double dx = x - s[MEAN_X];
        double dy = y - s[MEAN_Y];
        s[MEAN_X] += dx / s[COUNT];
        s[MEAN_Y] += dy / s[COUNT];
        s[XX] += dx * (x - s[MEAN_X]);
        s[YY] += dy * (y - s[MEAN_Y]);
        s[XY] += dx * (y - s[MEAN_Y]);
    }

    void merge(ProductSums other) {
        for (int i = 0; i < sums.length; i++)
            for (int j = 0; j <= i; j++) merge(sums[i][j], other.sums[i][j]);
    }

    private static void merge(double[] to, double[] from) {
        double count = to[COUNT] + from[COUNT];
        if (count == 0) return;
        double dx = from[MEAN_X] - to[MEAN_X];
        double dy = from[MEAN_Y] - to[MEAN_Y];
        double weight = to[COUNT] * from[COUNT] / count;
        to[XX] += from[XX] + dx * dx * weight;
        to[YY] += from[YY] + dy * dy * weight;
        to[XY] += from[XY] + dx * dy * weight;
        to[MEAN_X] += dx * from[COUNT] / count;
        to[MEAN_Y] += dy * from[COUNT] / count;
        to[COUNT] = count;
    }

    double[][] correlations() {
        double[][] matrix = new double[sums.length][sums.length];
        for (int i = 0; i < sums.length; i++)
            for (int j = 0; j <= i; j++) matrix[i][j] = matrix[j][i] = correlation(sums[i][j]);
        return matrix;
    }

    private static double correlation(double[] s) {
        if (s[COUNT] < 2 || !(s[XX] > 0) || !(s[YY] > 0)) return Double.NaN;
        return Math.clamp(s[XY] / Math.sqrt(s[XX]) / Math.sqrt(s[YY]), -1, 1);
    }
}
