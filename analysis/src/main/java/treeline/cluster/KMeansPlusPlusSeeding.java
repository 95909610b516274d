package treeline.cluster;

import java.util.Random;

/// Greedy k-means++ seeding (Arthur and Vassilvitskii, SODA 2007): candidates for the next centre
/// are drawn with probability proportional to their squared distance from the nearest centre, and
/// the candidate that leaves the smallest sum of squared distances is chosen.
final class KMeansPlusPlusSeeding {
    private final double[] values;
    private final int rows;
    private final int width;

    KMeansPlusPlusSeeding(double[] values, int rows) {
        this.values = values;
        this.rows = rows;
        this.width = values.length / rows;
    }

    /// The initial centres, one after the other. There must be at least as many different rows as
    /// clusters.
    double[] centres(int clusters, Random random) {
        double[] centres = new double[clusters * width];
        copyRow(random.nextInt(rows), centres, 0);
        double[] nearest = new double[rows];
        for (int row = 0; row < rows; row++) nearest[row] = squared(row, centres, 0);
        int draws = 2 + (int) Math.log(clusters);
        for (int cluster = 1; cluster < clusters; cluster++) {
            double[] best = nearest;
            double least = Double.POSITIVE_INFINITY;
            for (int draw = 0; draw < draws; draw++) {
                int drawn = draw(nearest, random);
                double[] left = nearestWith(drawn, nearest);
                double sum = sum(left);
                if (sum < least) {
                    least = sum;
                    best = left;
                    copyRow(drawn, centres, cluster);
                }
            }
            nearest = best;
        }
        return centres;
    }

    /// A row that is not a centre yet: its weight is above 0, as there are enough different rows.
    private static int draw(double[] weights, Random random) {
        double left = random.nextDouble() * sum(weights);
        int last = 0;
        for (int row = 0; row < weights.length; row++) {
            if (weights[row] == 0) continue;
            last = row;
            left -= weights[row];
            if (left < 0) break;
        }
        return last;
    }

    private double[] nearestWith(int centre, double[] nearest) {
        double[] left = new double[rows];
        for (int row = 0; row < rows; row++)
            left[row] = Math.min(nearest[row], squared(row, values, centre));
        return left;
    }

    static double sum(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return sum;
    }

    private double squared(int row, double[] others, int other) {
        return Lloyd.squaredDistance(values, row * width, others, other * width, width);
    }

    private void copyRow(int row, double[] centres, int cluster) {
        System.arraycopy(values, row * width, centres, cluster * width, width);
    }
}
