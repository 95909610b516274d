package treeline.cluster;

import treeline.numbers.Spread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Ranks divided into clusters that are apart. K-means divides anything, and ranks that differ by
/// chance have a high silhouette where they lie on a line; so a division counts only if every two
/// of its clusters are [#APART] times the deviation within them from each other, and their ranks
/// spend at least [Spread#FLOOR] of their time otherwise. One even distribution cut into two has
/// 3.5, a normal one 2.7. Of the divisions that count, the one with the highest silhouette is
/// taken.
final class Divided {
    /// The distance of two clusters in deviations within them.
    static final double APART = 6;

    /// Fewer ranks say nothing about clusters.
    static final int FEWEST = 8;

    /// A single rank is no cluster, but stands out.
    static final int FEWEST_IN_CLUSTER = 2;

    /// Up to so many ranks all are looked at; of more, centres are found by so many that are drawn,
    /// and each rank belongs to the nearest.
    static final int SAMPLE = 4000;

    private static final int MOST_CLUSTERS = 8;

    private final Features features;
    private final double[][] centres;
    private final int[] clusterOf;
    private final double[] silhouette;
    private final int looked;

    /// @param features standardised
    /// @param silhouette of each cluster
    private Divided(Features features, double[][] centres, double[] silhouette, int looked) {
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
    static Divided of(Features shares, int clusters, long seed) {
        Features standard = shares.standardised();
        int[] some = sample(shares.rows(), seed);
        Features looked = standard.rows(some);
        if (clusters > 0) {
            Clustering asked = new KMeans(clusters, seed, starts(some.length)).on(looked);
            return of(standard, asked);
        }
        List<Clustering> clear =
                each(looked, seed).stream().filter(k -> isClear(k, shares.rows(some))).toList();
        if (clear.isEmpty()) return whole(standard, some.length);
        return of(standard, KMeans.best(clear));
    }

    private static List<Clustering> each(Features looked, long seed) {
        int most = Math.min(MOST_CLUSTERS, Lloyd.of(looked).different());
        if (looked.rows() < FEWEST || most < 2) return List.of();
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

    private static Divided whole(Features standard, int looked) {
        int width = standard.columns().size();
        return new Divided(standard, new double[1][width], new double[] {Double.NaN}, looked);
    }

    private static Divided of(Features standard, Clustering found) {
        int width = standard.columns().size();
        double[][] centres = new double[found.count()][width];
        double[] silhouette = new double[found.count()];
        for (int cluster = 0; cluster < centres.length; cluster++) {
            for (int column = 0; column < width; column++)
                centres[cluster][column] = found.centre(cluster, column);
            silhouette[cluster] = found.count() == 1 ? Double.NaN : found.silhouetteOf(cluster);
        }
        return new Divided(standard, centres, silhouette, found.features().rows());
    }

    private static boolean isClear(Clustering found, Features shares) {
        for (int one = 0; one < found.count(); one++) {
            if (found.size(one) < FEWEST_IN_CLUSTER) return false;
            for (int other = 0; other < one; other++)
                if (!areApart(found, one, other) || !isWorthAWord(found, shares, one, other))
                    return false;
        }
        return true;
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

    /// What one spends more and the other less; not all nodes are features, so one may be larger.
    private static boolean isWorthAWord(Clustering found, Features shares, int one, int other) {
        double more = 0;
        double less = 0;
        for (int column = 0; column < shares.columns().size(); column++) {
            double difference =
                    mean(found, shares, one, column) - mean(found, shares, other, column);
            more += Math.max(0, difference);
            less += Math.max(0, -difference);
        }
        return Math.max(more, less) >= Spread.FLOOR;
    }

    private static double mean(Clustering found, Features shares, int cluster, int column) {
        return IntStream.range(0, shares.rows())
                .filter(row -> found.of(row) == cluster)
                .mapToDouble(row -> shares.at(row, column))
                .average()
                .orElseThrow();
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
