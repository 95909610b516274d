package treeline.cluster;

import treeline.cores.Ranges;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// K-means clustering by [Lloyd]'s algorithm, [HartiganRefinement] and random swaps. It starts
/// several times from k-means++ seeds (Arthur and Vassilvitskii 2007), because Lloyd's algorithm
/// finds only a local minimum. The best starts are improved by random swap (Fränti 2018): a random
/// centroid is replaced by a random row, and the result is kept if it is better.
///
/// The same seed gives the same clusters on every machine. The order of the rows does not matter:
/// random choices index the rows sorted by value.
///
/// @param clusters the number of clusters
/// @param starts the number of starts
public record KMeans(int clusters, long seed, int starts) {
    public static final long DEFAULT_SEED = 1;

    /// The most clusters that are tried where nobody says how many there are.
    public static final int DEFAULT_MAX_CLUSTERS = 8;

    private static final int DEFAULT_STARTS = 64;

    /// How many of the starts go on, and how often each of them tries another place for a centre:
    /// together they take about as long as the starts. Of many rows they try less often.
    private static final int IMPROVED = 4;

    private static final int SWAPS = 32;
    private static final int MIN_SWAPS = 4;
    private static final int ROWS_OF_ALL_SWAPS = 100_000;
    private static final double SAME_SILHOUETTE = 1e-12;

    public KMeans {
        if (clusters < 1)
            throw new IllegalArgumentException(
                    "cannot divide rows into %d clusters".formatted(clusters));
        if (starts < 1) throw new IllegalArgumentException("starting %d times".formatted(starts));
    }

    public static KMeans of(int clusters) {
        return new KMeans(clusters, DEFAULT_SEED, DEFAULT_STARTS);
    }

    public KMeans withSeed(long other) {
        return new KMeans(clusters, other, starts);
    }

    /// The rows divided, the best of all starts.
    ///
    /// @throws IllegalArgumentException if there are fewer different rows than clusters
    public Clustering on(Features features) {
        return on(features, List.of(this)).getFirst();
    }

    /// The division with the highest silhouette, the one of fewer clusters where two are equal.
    ///
    /// @param from the fewest clusters, at least 2
    /// @param to the most; fewer are tried where there are fewer different rows
    public static Clustering best(Features features, int from, int to) {
        return best(each(features, from, to, DEFAULT_SEED));
    }

    public static Clustering best(List<Clustering> clusterings) {
        Clustering best = clusterings.getFirst();
        for (Clustering each : clusterings)
            if (each.silhouette() > best.silhouette() + SAME_SILHOUETTE) best = each;
        return best;
    }

    /// A division for each number of clusters from `from` to `to`. All rows need not be alone, so
    /// there are at most as many clusters as different rows, and one fewer than rows.
    public static List<Clustering> each(Features features, int from, int to, long seed) {
        if (from < 2 || from > to)
            throw new IllegalArgumentException(
                    "the cluster count must be at least 2, found %d to %d".formatted(from, to));
        int different = Lloyd.of(features).different();
        int most = Math.min(different, features.rows() - 1);
        if (most < from)
            throw new IllegalArgumentException(
                    "too few rows: %d rows, %d of them distinct, for at least %d clusters"
                            .formatted(features.rows(), different, from));
        return on(
                features,
                IntStream.rangeClosed(from, Math.min(to, most))
                        .mapToObj(clusters -> of(clusters).withSeed(seed))
                        .toList());
    }

    /// Several divisions of the same rows, which share the distances for their silhouettes.
    static List<Clustering> on(Features features, List<KMeans> each) {
        int[] order = features.canonicalOrder();
        Lloyd lloyd = Lloyd.of(features);
        List<Partition> partitions = each.stream().map(means -> means.best(lloyd)).toList();
        double[][] silhouettes =
                Silhouettes.of(features.values(order), features.rows(), partitions);
        List<Clustering> clusterings = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            double[] ofRow = new double[order.length];
            for (int row = 0; row < order.length; row++) ofRow[order[row]] = silhouettes[i][row];
            clusterings.add(new Clustering(features, partitions.get(i).reordered(order), ofRow));
        }
        return clusterings;
    }

    private Partition best(Lloyd lloyd) {
        if (lloyd.different() < clusters)
            throw new IllegalArgumentException(
                    "%d rows, %d of them distinct, cannot be divided into %d clusters"
                            .formatted(lloyd.rows(), lloyd.different(), clusters));
        long[] seeds = new Random(seed).longs(2L * starts).toArray();
        List<Partition> found =
                Ranges.map(
                                starts,
                                1,
                                (start, _) -> lloyd.partition(clusters, new Random(seeds[start])))
                        .stream()
                        .sorted(Comparator.comparingDouble(Partition::inertia))
                        .toList();
        return Ranges.map(
                        Math.min(starts, IMPROVED),
                        1,
                        (at, _) -> improved(lloyd, found.get(at), new Random(seeds[starts + at])))
                .stream()
                .min(Comparator.comparingDouble(Partition::inertia))
                .orElseThrow();
    }

    private static Partition improved(Lloyd lloyd, Partition found, Random random) {
        Partition best = found;
        int swaps = Math.clamp(ROWS_OF_ALL_SWAPS / lloyd.rows(), MIN_SWAPS, SWAPS);
        for (int swap = 0; swap < swaps; swap++) {
            Partition other = lloyd.swapped(best, random);
            if (other.inertia() < best.inertia()) best = other;
        }
        return best;
    }
}
