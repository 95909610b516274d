package treeline.cluster;

import treeline.array.IndexSort;

import java.util.Arrays;
import java.util.Random;

/// Lloyd's algorithm over rows in the order of their values; one start of [KMeans] per call.
final class Lloyd {
    /// Lloyd's algorithm ends by itself; this guards against going round in circles by rounding.
    private static final int MAX_ROUNDS = 1000;

    private final double[] values;
    private final int rows;
    private final int width;

    private Lloyd(double[] values, int rows) {
        this.values = values;
        this.rows = rows;
        this.width = values.length / rows;
    }

    static Lloyd of(Features features) {
        return new Lloyd(features.values(features.canonicalOrder()), features.rows());
    }

    int rows() {
        return rows;
    }

    /// How many different rows there are. Equal rows stand beside each other.
    int different() {
        int different = 1;
        for (int row = 1; row < rows; row++)
            if (!Arrays.equals(
                    values, row * width, (row + 1) * width, values, (row - 1) * width, row * width))
                different++;
        return different;
    }

    /// A partition that starts from k-means++ seeds.
    Partition partition(int clusters, Random random) {
        return partition(new KMeansPlusPlusSeeding(values, rows).centres(clusters, random));
    }

    /// A division that starts from one that was found, with one centre moved to a row that is
    /// drawn.
    Partition swapped(Partition found, Random random) {
        double[] centres = found.centres();
        copyRow(random.nextInt(rows), centres, random.nextInt(found.count()));
        return partition(centres);
    }

    private Partition partition(double[] centres) {
        int[] clusterOf = new int[rows];
        double[] distance = new double[rows];
        assign(centres, clusterOf, distance);
        int round = 0;
        do {
            for (boolean changed = true; changed && round < MAX_ROUNDS; round++) {
                int[] before = clusterOf.clone();
                moveCentres(centres, clusterOf, distance);
                assign(centres, clusterOf, distance);
                changed = !Arrays.equals(before, clusterOf);
            }
        } while (round < MAX_ROUNDS
                && new HartiganRefinement(values, width, centres, clusterOf).moveAll());
        return numbered(centres, clusterOf, distance);
    }

    /// Each row to its nearest centre, the first one of equally near ones.
    private void assign(double[] centres, int[] clusterOf, double[] distance) {
        int clusters = centres.length / width;
        for (int row = 0; row < rows; row++) {
            distance[row] = Double.POSITIVE_INFINITY;
            for (int cluster = 0; cluster < clusters; cluster++) {
                double squared = squared(row, centres, cluster);
                if (squared < distance[row]) {
                    distance[row] = squared;
                    clusterOf[row] = cluster;
                }
            }
        }
    }

    private void moveCentres(double[] centres, int[] clusterOf, double[] distance) {
        int[] size = new int[centres.length / width];
        for (int cluster : clusterOf) size[cluster]++;
        for (int cluster = 0; cluster < size.length; cluster++)
            if (size[cluster] == 0) refill(cluster, size, clusterOf, distance);
        Arrays.fill(centres, 0);
        for (int row = 0; row < rows; row++)
            for (int i = 0; i < width; i++)
                centres[clusterOf[row] * width + i] += values[row * width + i];
        for (int i = 0; i < centres.length; i++) centres[i] /= size[i / width];
    }

    /// A cluster that lost all its rows gets the one that is farthest from its own centre, and not
    /// alone with it.
    private static void refill(int cluster, int[] size, int[] clusterOf, double[] distance) {
        int farthest = -1;
        for (int row = 0; row < clusterOf.length; row++)
            if (size[clusterOf[row]] > 1 && (farthest < 0 || distance[row] > distance[farthest]))
                farthest = row;
        size[clusterOf[farthest]]--;
        size[cluster] = 1;
        clusterOf[farthest] = cluster;
        distance[farthest] = 0;
    }

    /// Clusters in the order of their centres.
    private Partition numbered(double[] centres, int[] clusterOf, double[] distance) {
        int clusters = centres.length / width;
        int[] order =
                IndexSort.of(
                        clusters,
                        (cluster, other) ->
                                Arrays.compare(
                                        centres,
                                        cluster * width,
                                        (cluster + 1) * width,
                                        centres,
                                        other * width,
                                        (other + 1) * width));
        int[] number = new int[clusters];
        double[] sorted = new double[centres.length];
        for (int i = 0; i < clusters; i++) {
            number[order[i]] = i;
            System.arraycopy(centres, order[i] * width, sorted, i * width, width);
        }
        int[] numbered = new int[rows];
        for (int row = 0; row < rows; row++) numbered[row] = number[clusterOf[row]];
        return new Partition(numbered, sorted, clusters, KMeansPlusPlusSeeding.sum(distance));
    }

    private void copyRow(int row, double[] centres, int cluster) {
        System.arraycopy(values, row * width, centres, cluster * width, width);
    }

    private double squared(int row, double[] others, int other) {
        return squaredDistance(values, row * width, others, other * width, width);
    }

    static double squaredDistance(double[] one, int from, double[] other, int start, int width) {
        double sum = 0;
        for (int i = 0; i < width; i++) {
            double difference = one[from + i] - other[start + i];
            sum += difference * difference;
        }
        return sum;
    }
}
