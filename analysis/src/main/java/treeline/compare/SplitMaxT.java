package treeline.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The step-down maxT permutation test (Westfall and Young 1993, algorithm 4.1) of the best [Split]
/// of many series over the same builds. The cost is a few nanoseconds per series, build and
/// permutation.
final class SplitMaxT {
    private static final int MAX_PERMUTATIONS = 999;

    /// With many nodes and builds fewer permutations are drawn. The smallest p is then 0.0033.
    private static final int MIN_PERMUTATIONS = 299;

    private static final double MAX_VALUES = 1e8;
    private static final long SEED = 20_261_118;

    private final Series[] series;
    private final double[] observed;
    private final int[] order;
    private final int[] exceeded;

    /// One node: its values by build, NaN if a build has none.
    private static final class Series {
        private final double[] byBuild;
        private final Spikes spikes;
        private final double scale;
        private final double[] ordered;
        private final double[] calm;

        Series(double[] byBuild, Map<Integer, double[][]> buffers) {
            this.byBuild = byBuild;
            double[] present =
                    Arrays.stream(byBuild).filter(value -> !Double.isNaN(value)).toArray();
            this.spikes = new Spikes(present);
            this.scale = spikes.scale();
            double[][] shared =
                    buffers.computeIfAbsent(present.length, length -> new double[2][length]);
            this.ordered = shared[0];
            this.calm = shared[1];
        }

        /// The size of the best split in units of the scale; 0 for a constant series.
        double statistic(int[] builds) {
            if (scale == 0) return 0;
            int count = 0;
            for (int build : builds) {
                double value = byBuild[build];
                if (!Double.isNaN(value)) ordered[count++] = value;
            }
            return Split.best(ordered, spikes, calm).size() / scale;
        }
    }

    private SplitMaxT(double[][] nodes, int[] builds) {
        Map<Integer, double[][]> buffers = new HashMap<>();
        this.series =
                Arrays.stream(nodes)
                        .map(values -> new Series(values, buffers))
                        .toArray(Series[]::new);
        this.observed = Arrays.stream(series).mapToDouble(each -> each.statistic(builds)).toArray();
        this.order =
                IntStream.range(0, nodes.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(node -> -observed[node]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        this.exceeded = new int[nodes.length];
    }

    /// Adjusted p of each series; 1 if no series can be below [ChangePoints#LEVEL].
    ///
    /// @param nodes for each node the values by build, NaN if a build has none
    static double[] adjusted(double[][] nodes, int builds) {
        int[] permuted = IntStream.range(0, builds).toArray();
        var test = new SplitMaxT(nodes, permuted);
        double[] adjusted = new double[nodes.length];
        Arrays.fill(adjusted, 1);
        if (nodes.length == 0) return adjusted;
        double affordable = MAX_VALUES / ((double) nodes.length * builds);
        int permutations = (int) Math.clamp(affordable, MIN_PERMUTATIONS, MAX_PERMUTATIONS);
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < permutations; i++) {
            shuffle(permuted, random);
            test.count(permuted);
            if (test.exceeded[0] + 1 > ChangePoints.LEVEL * (permutations + 1)) return adjusted;
        }
        double largest = 0;
        for (int rank = 0; rank < test.order.length; rank++) {
            largest = Math.max(largest, (test.exceeded[rank] + 1.0) / (permutations + 1));
            adjusted[test.order[rank]] = largest;
        }
        return adjusted;
    }

    private void count(int[] builds) {
        double largest = 0;
        for (int rank = order.length - 1; rank >= 0; rank--) {
            int node = order[rank];
            largest = Math.max(largest, series[node].statistic(builds));
            if (largest >= observed[node] * Split.NEARLY) exceeded[rank]++;
        }
    }

    private static void shuffle(int[] builds, SplittableRandom random) {
        for (int i = builds.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int build = builds[i];
            builds[i] = builds[other];
            builds[other] = build;
        }
    }
}
