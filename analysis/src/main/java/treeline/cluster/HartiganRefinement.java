package treeline.cluster;

/// Hartigan's method (1975): moves single rows to another cluster as long as the sum of squared
/// distances decreases. It improves on a local optimum of [Lloyd], which compares distances from
/// fixed centroids and ignores that a moved row shifts both centroids.
final class HartiganRefinement {
    /// A gain below this part of what is at stake is rounding, and could go round in circles.
    private static final double MIN_GAIN = 1e-10;

    private static final int MAX_ROUNDS = 100;

    private final double[] values;
    private final int width;
    private final double[] centres;
    private final int[] clusterOf;
    private final int[] size;

    /// What the squared distance of a row counts by when it joins a cluster, and when it leaves it.
    private final double[] joining;

    private final double[] leaving;

    /// @param centres the means of the clusters; changed, as is `clusterOf`
    HartiganRefinement(double[] values, int width, double[] centres, int[] clusterOf) {
        this.values = values;
        this.width = width;
        this.centres = centres;
        this.clusterOf = clusterOf;
        this.size = new int[centres.length / width];
        for (int cluster : clusterOf) size[cluster]++;
        this.joining = new double[size.length];
        this.leaving = new double[size.length];
        for (int cluster = 0; cluster < size.length; cluster++) weigh(cluster);
    }

    private void weigh(int cluster) {
        joining[cluster] = size[cluster] / (size[cluster] + 1.0);
        leaving[cluster] = size[cluster] / (size[cluster] - 1.0);
    }

    /// Whether any row was moved.
    boolean moveAll() {
        boolean any = false;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            boolean moved = false;
            for (int row = 0; row < clusterOf.length; row++) moved |= move(row);
            if (!moved) break;
            any = true;
        }
        return any;
    }

    private boolean move(int row) {
        int own = clusterOf[row];
        if (size[own] == 1) return false;
        double saved = squared(row, own) * leaving[own];
        double least = saved * (1 - MIN_GAIN);
        int best = own;
        for (int cluster = 0; cluster < size.length; cluster++) {
            if (cluster == own) continue;
            double cost = squared(row, cluster) * joining[cluster];
            if (cost < least) {
                least = cost;
                best = cluster;
            }
        }
        if (best == own) return false;
        shift(own, row, -1);
        shift(best, row, 1);
        clusterOf[row] = best;
        return true;
    }

    /// The mean of a cluster with a row more or less.
    private void shift(int cluster, int row, int more) {
        size[cluster] += more;
        weigh(cluster);
        for (int i = 0; i < width; i++) {
            double difference = values[row * width + i] - centres[cluster * width + i];
            centres[cluster * width + i] += more * difference / size[cluster];
        }
    }

    private double squared(int row, int cluster) {
        return Lloyd.squaredDistance(values, row * width, centres, cluster * width, width);
    }
}
