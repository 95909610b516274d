package treeline.cluster;

/// A partition of rows into clusters, with the centroids.
final class Partition {
    private final int[] clusterOf;
    private final double[] centres;
    private final int count;
    private final double inertia;

    /// @param clusterOf by row
    /// @param centres cluster by cluster
    Partition(int[] clusterOf, double[] centres, int count, double inertia) {
        this.clusterOf = clusterOf;
        this.centres = centres;
        this.count = count;
        this.inertia = inertia;
    }

    int count() {
        return count;
    }

    int of(int row) {
        return clusterOf[row];
    }

    double centre(int cluster, int column) {
        return centres[cluster * (centres.length / count) + column];
    }

    /// A copy, cluster by cluster.
    double[] centres() {
        return centres.clone();
    }

    double inertia() {
        return inertia;
    }

    /// The same division of rows that stand in another order.
    ///
    /// @param rowOf where each of our rows goes
    Partition reordered(int[] rowOf) {
        int[] reordered = new int[clusterOf.length];
        for (int i = 0; i < rowOf.length; i++) reordered[rowOf[i]] = clusterOf[i];
        return new Partition(reordered, centres, count, inertia);
    }
}
