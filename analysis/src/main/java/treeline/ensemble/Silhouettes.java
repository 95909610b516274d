package treeline.ensemble;

import java.util.List;
import java.util.stream.IntStream;

/// How well rows fit their clusters: (b - a) / max(a, b), with the mean distance a of a row from
/// the others of its cluster, and b from those of the nearest other one. Distances are computed
/// once for all divisions of the rows, and never kept: n rows take n^2 time but not n^2 memory.
final class Silhouettes {
    private Silhouettes() {}

    /// By division and row.
    static double[][] of(double[] values, int rows, List<Partition> partitions) {
        double[][] silhouettes = new double[partitions.size()][rows];
        IntStream.range(0, rows)
                .parallel()
                .forEach(
                        row -> {
                            double[] distance = distances(values, rows, row);
                            for (int i = 0; i < silhouettes.length; i++)
                                silhouettes[i][row] = of(row, distance, partitions.get(i));
                        });
        return silhouettes;
    }

    private static double[] distances(double[] values, int rows, int row) {
        int width = values.length / rows;
        double[] distance = new double[rows];
        for (int other = 0; other < rows; other++)
            distance[other] =
                    Math.sqrt(
                            Lloyd.squaredDistance(
                                    values, row * width, values, other * width, width));
        return distance;
    }

    private static double of(int row, double[] distance, Partition partition) {
        if (partition.count() == 1) return Double.NaN;
        double[] sum = new double[partition.count()];
        int[] size = new int[partition.count()];
        for (int other = 0; other < distance.length; other++) {
            sum[partition.of(other)] += distance[other];
            size[partition.of(other)]++;
        }
        int own = partition.of(row);
        if (size[own] == 1) return 0;
        double within = sum[own] / (size[own] - 1);
        double nearest = Double.POSITIVE_INFINITY;
        for (int cluster = 0; cluster < sum.length; cluster++)
            if (cluster != own) nearest = Math.min(nearest, sum[cluster] / size[cluster]);
        double larger = Math.max(within, nearest);
        return larger == 0 ? 0 : (nearest - within) / larger;
    }
}
