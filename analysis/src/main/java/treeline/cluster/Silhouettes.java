package treeline.cluster;

import treeline.cores.Ranges;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Silhouette coefficients (Rousseeuw 1987): (b - a) / max(a, b), with the mean distance a of a row
/// from the other rows of its cluster and b from the rows of the nearest other cluster. Distances
/// are computed once for all partitions and never stored: n rows take O(n²) time but not O(n²)
/// memory.
///
/// Large inputs are sampled: the first rows of a fixed random order, with enough rows of each
/// cluster that small clusters are represented. The coefficient of a partition does not depend on
/// the other partitions.
final class Silhouettes {
    /// Up to so many rows all are looked at, and of more this many.
    static final int SAMPLE = 4000;

    /// At least so many rows of each cluster are in the sample, all of smaller ones.
    static final int OF_CLUSTER = 20;

    private static final long SEED = 1;

    private final double[] values;
    private final int width;
    private final List<Partition> partitions;

    /// The rows that any division looks at.
    private final int[] looked;

    /// By division and place in `looked`.
    private final List<BitSet> members = new ArrayList<>();

    private Silhouettes(double[] values, int rows, List<Partition> partitions) {
        this.values = values;
        this.width = values.length / rows;
        this.partitions = partitions;
        List<BitSet> samples = partitions.stream().map(each -> sample(each, rows)).toList();
        var any = new BitSet();
        samples.forEach(any::or);
        this.looked = any.stream().toArray();
        for (BitSet sample : samples) {
            var places = new BitSet();
            for (int i = 0; i < looked.length; i++) if (sample.get(looked[i])) places.set(i);
            members.add(places);
        }
    }

    /// By division and row, NaN for rows that are not in the sample.
    static double[][] of(double[] values, int rows, List<Partition> partitions) {
        double[][] silhouettes = new double[partitions.size()][rows];
        for (double[] each : silhouettes) Arrays.fill(each, Double.NaN);
        new Silhouettes(values, rows, partitions).fill(silhouettes);
        return silhouettes;
    }

    private static BitSet sample(Partition partition, int rows) {
        var sample = new BitSet(rows);
        if (rows <= SAMPLE) {
            sample.set(0, rows);
            return sample;
        }
        List<Integer> order = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
        Collections.shuffle(order, new Random(SEED));
        int[] count = new int[partition.count()];
        for (int i = 0; i < rows; i++) {
            int row = order.get(i);
            if (i < SAMPLE || count[partition.of(row)] < OF_CLUSTER) {
                sample.set(row);
                count[partition.of(row)]++;
            }
        }
        return sample;
    }

    private void fill(double[][] silhouettes) {
        Ranges.each(
                looked.length,
                Ranges.rowsPerTask(looked.length, (long) looked.length * looked.length),
                (from, to) -> {
                    for (int place = from; place < to; place++) fill(silhouettes, place);
                });
    }

    private void fill(double[][] silhouettes, int place) {
        double[] distance = distances(looked[place]);
        for (int i = 0; i < silhouettes.length; i++)
            if (members.get(i).get(place)) silhouettes[i][looked[place]] = of(i, place, distance);
    }

    private double[] distances(int row) {
        double[] distance = new double[looked.length];
        for (int other = 0; other < distance.length; other++)
            distance[other] =
                    Math.sqrt(
                            Lloyd.squaredDistance(
                                    values, row * width, values, looked[other] * width, width));
        return distance;
    }

    private double of(int division, int place, double[] distance) {
        Partition partition = partitions.get(division);
        if (partition.count() == 1) return Double.NaN;
        double[] sum = new double[partition.count()];
        int[] size = new int[partition.count()];
        BitSet sample = members.get(division);
        for (int other = 0; other < distance.length; other++) {
            if (!sample.get(other)) continue;
            int cluster = partition.of(looked[other]);
            sum[cluster] += distance[other];
            size[cluster]++;
        }
        int own = partition.of(looked[place]);
        if (size[own] == 1) return 0;
        double within = sum[own] / (size[own] - 1);
        double nearest = Double.POSITIVE_INFINITY;
        for (int cluster = 0; cluster < sum.length; cluster++)
            if (cluster != own) nearest = Math.min(nearest, sum[cluster] / size[cluster]);
        double larger = Math.max(within, nearest);
        return larger == 0 ? 0 : (nearest - within) / larger;
    }
}
