package treeline.cluster;

import treeline.numbers.Moments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Ranks divided into clusters by k-means, if the clusters are clear. K-means divides anything, so
/// a division counts only if all of these hold:
///
/// - the centres of every two clusters are [#APART] standard deviations within them from each
///   other, on the line between them. A uniform distribution cut into two has 3.5, a normal one
///   2.7;
/// - its mean silhouette is above 0.5, which [Structure] calls clear. With many features and few
///   ranks, clusters of noise are apart on the line between them, but have a low silhouette;
/// - their ranks spend at least [Moments#FLOOR] of their time differently;
/// - every cluster has at least half the square root of the number of ranks, and two. Fewer ranks
///   are outliers: the tail of a skewed distribution is not a cluster.
///
/// Of the divisions that count, the one with the highest silhouette is chosen.
///
/// Features are shares of time and have the same unit, so they are not standardised: that would
/// raise the noise of nodes at which ranks hardly differ to the size of real differences.
final class RankPartition {
    /// The distance of two clusters in deviations within them.
    static final double APART = 6;

    /// The minimum number of ranks.
    static final int MIN_RANKS = 8;

    /// Maximum number of ranks to cluster directly. Beyond it, k-means runs on a random sample of
    /// this size, and every rank joins the nearest centroid.
    static final int SAMPLE = 4000;

    private static final int MAX_CLUSTERS = 8;

    private final Features features;
    private final double[][] centres;
    private final int[] clusterOf;
    private final double[] silhouette;
    private final int looked;

    /// @param silhouette of each cluster
    private RankPartition(Features features, double[][] centres, double[] silhouette, int looked) {
        this.features = features;
        this.centres = centres;
        this.silhouette = silhouette;
        this.looked = looked;
        this.clusterOf = new int[features.rows()];
        Arrays.parallelSetAll(clusterOf, row -> nearest(features, row));
    }

    /// Ranks divided.
    ///
    /// @param shares of each rank at nodes
    /// @param clusters how many, 0 for as many as are clear
    static RankPartition of(Features shares, int clusters, long seed) {
        int[] some = sample(shares.rows(), seed);
        Features looked = shares.rows(some);
        if (clusters > 0) {
            Clustering asked = new KMeans(clusters, seed, starts(some.length)).on(looked);
            return of(shares, asked);
        }
        List<Clustering> clear =
                each(looked, seed).stream().filter(RankPartition::isClear).toList();
        if (clear.isEmpty()) return whole(shares, some.length);
        return of(shares, KMeans.best(clear));
    }

    private static List<Clustering> each(Features looked, long seed) {
        int most = Math.min(MAX_CLUSTERS, Lloyd.of(looked).different());
        if (looked.rows() < MIN_RANKS || most < 2) return List.of();
        return KMeans.on(
                looked,
                IntStream.rangeClosed(2, most)
                        .mapToObj(k -> new KMeans(k, seed, starts(looked.rows())))
                        .toList());
    }

    private static int starts(int rows) {
        return rows > 1000 ? 8 : 32;
    }

    private static int[] sample(int rows, long seed) {
        if (rows <= SAMPLE) return IntStream.range(0, rows).toArray();
        List<Integer> order = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        return order.subList(0, SAMPLE).stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    private static RankPartition whole(Features shares, int looked) {
        int width = shares.columns().size();
        return new RankPartition(shares, new double[1][width], new double[] {Double.NaN}, looked);
    }

    private static RankPartition of(Features shares, Clustering found) {
        int width = shares.columns().size();
        double[][] centres = new double[found.count()][width];
        double[] silhouette = new double[found.count()];
        for (int cluster = 0; cluster < centres.length; cluster++) {
            for (int column = 0; column < width; column++)
                centres[cluster][column] = found.centre(cluster, column);
            silhouette[cluster] = found.count() == 1 ? Double.NaN : found.silhouetteOf(cluster);
        }
        return new RankPartition(shares, centres, silhouette, found.features().rows());
    }

    private static boolean isClear(Clustering found) {
        if (Structure.of(found.silhouette()) != Structure.CLEAR) return false;
        for (int one = 0; one < found.count(); one++) {
            if (found.size(one) < fewestInCluster(found.features().rows())) return false;
            for (int other = 0; other < one; other++)
                if (!areApart(found, one, other) || !isWorthAWord(found, one, other)) return false;
        }
        return true;
    }

    /// The minimum size of a cluster.
    static int fewestInCluster(int ranks) {
        return Math.max(2, (int) Math.ceil(Math.sqrt(ranks) / 2));
    }

    /// On the line between the centres.
    private static boolean areApart(Clustering found, int one, int other) {
        Features features = found.features();
        int width = features.columns().size();
        double[] line = new double[width];
        double length = 0;
        for (int column = 0; column < width; column++) {
            line[column] = found.centre(one, column) - found.centre(other, column);
            length += line[column] * line[column];
        }
        double within = 0;
        int rows = 0;
        for (int row = 0; row < features.rows(); row++) {
            int own = found.of(row);
            if (own != one && own != other) continue;
            double along = 0;
            for (int column = 0; column < width; column++)
                along += (features.at(row, column) - found.centre(own, column)) * line[column];
            within += along * along / length;
            rows++;
        }
        return length >= APART * APART * within / rows;
    }

    /// The share of time that ranks of one cluster spend elsewhere than ranks of the other. Not all
    /// nodes are features, so the sums of the shares may differ.
    private static boolean isWorthAWord(Clustering found, int one, int other) {
        double more = 0;
        double less = 0;
        for (int column = 0; column < found.features().columns().size(); column++) {
            double difference = found.centre(one, column) - found.centre(other, column);
            more += Math.max(0, difference);
            less += Math.max(0, -difference);
        }
        return Math.max(more, less) >= Moments.FLOOR;
    }

    private int nearest(Features rows, int row) {
        int nearest = 0;
        for (int cluster = 1; cluster < centres.length; cluster++)
            if (distance(rows, row, cluster) < distance(rows, row, nearest)) nearest = cluster;
        return nearest;
    }

    private double distance(Features rows, int row, int cluster) {
        double sum = 0;
        for (int column = 0; column < centres[cluster].length; column++) {
            double difference = rows.at(row, column) - centres[cluster][column];
            sum += difference * difference;
        }
        return sum;
    }

    int count() {
        return centres.length;
    }

    int of(int row) {
        return clusterOf[row];
    }

    double silhouette(int cluster) {
        return silhouette[cluster];
    }

    int looked() {
        return looked;
    }

    /// The row of a cluster that is nearest to its centre.
    int representative(int cluster) {
        int nearest = -1;
        for (int row = 0; row < clusterOf.length; row++)
            if (clusterOf[row] == cluster
                    && (nearest < 0
                            || distance(features, row, cluster)
                                    < distance(features, nearest, cluster))) nearest = row;
        return nearest;
    }
}
