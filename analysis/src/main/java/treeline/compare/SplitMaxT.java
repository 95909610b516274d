package treeline.compare;

import treeline.array.IndexSort;
import treeline.numbers.Sample;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The step-down maxT permutation test (Westfall and Young 1993, algorithm 4.1) of the best [Split]
/// of many stretches, which may belong to several series over the same builds. Builds are permuted
/// for all stretches together; each stretch takes its own builds in the order of the permutation.
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
    private final int[] exceededAlone;

    /// The result for one stretch.
    ///
    /// @param p the probability of such a split in an unchanged stretch
    /// @param adjusted the probability that any of the stretches shows a split as large, if all are
    ///   unchanged; 1 if no stretch can be below [ChangePoints#LEVEL]
    record Result(Split split, double p, double adjusted) {}

    /// One stretch: its values by build, NaN for builds without a value or outside the stretch.
    private static final class Series {
        private final double[] byBuild;
        private final HampelFilter spikes;
        private final double scale;
        private final double[] ordered;
        private final double[] calm;

        Series(double[] byBuild, Map<Integer, double[][]> buffers) {
            this.byBuild = byBuild;
            double[] present =
                    Arrays.stream(byBuild).filter(value -> !Double.isNaN(value)).toArray();
            this.spikes = new HampelFilter(present);
            double calmScale = spikes.scale();
            this.scale = calmScale > 0 ? calmScale : Sample.of(present).deviation();
            double[][] shared =
                    buffers.computeIfAbsent(present.length, length -> new double[2][length]);
            this.ordered = shared[0];
            this.calm = shared[1];
        }

        Split split(int[] builds) {
            int count = 0;
            for (int build : builds) {
                double value = byBuild[build];
                if (!Double.isNaN(value)) ordered[count++] = value;
            }
            return Split.best(ordered, spikes, calm);
        }

        /// The size of a split in units of the scale; 0 for a constant series.
        double statistic(Split split) {
            return scale == 0 ? 0 : split.size() / scale;
        }
    }

    private SplitMaxT(Series[] series, Split[] splits) {
        this.series = series;
        this.observed =
                IntStream.range(0, series.length)
                        .mapToDouble(i -> series[i].statistic(splits[i]))
                        .toArray();
        this.order = IndexSort.descending(observed);
        this.exceeded = new int[series.length];
        this.exceededAlone = new int[series.length];
    }

    /// The best split of each stretch with its p.
    ///
    /// @param stretches the values by build, NaN for builds without a value or outside the stretch
    static Result[] of(List<double[]> stretches, int builds) {
        Map<Integer, double[][]> buffers = new HashMap<>();
        Series[] series =
                stretches.stream()
                        .map(values -> new Series(values, buffers))
                        .toArray(Series[]::new);
        int[] permuted = IntStream.range(0, builds).toArray();
        Split[] splits =
                Arrays.stream(series).map(each -> each.split(permuted)).toArray(Split[]::new);
        double affordable = MAX_VALUES / ((double) series.length * builds);
        int permutations = (int) Math.clamp(affordable, MIN_PERMUTATIONS, MAX_PERMUTATIONS);
        var test = new SplitMaxT(series, splits);
        boolean isComplete = test.permute(permuted, permutations);
        return test.results(splits, isComplete ? permutations : 0);
    }

    /// Whether all permutations were drawn; they end as soon as no p can be below the level.
    private boolean permute(int[] builds, int permutations) {
        if (series.length == 0) return true;
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < permutations; i++) {
            shuffle(builds, random);
            count(builds);
            if (exceeded[0] + 1 > ChangePoints.LEVEL * (permutations + 1)) return false;
        }
        return true;
    }

    private void count(int[] builds) {
        double largest = 0;
        for (int rank = order.length - 1; rank >= 0; rank--) {
            int at = order[rank];
            double statistic = series[at].statistic(series[at].split(builds));
            double nearly = observed[at] * Split.NEARLY;
            if (statistic >= nearly) exceededAlone[at]++;
            largest = Math.max(largest, statistic);
            if (largest >= nearly) exceeded[rank]++;
        }
    }

    /// @param permutations 0 if no p can be below the level
    private Result[] results(Split[] splits, int permutations) {
        Result[] results = new Result[series.length];
        double largest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            int at = order[rank];
            largest = Math.max(largest, share(exceeded[rank], permutations));
            results[at] = new Result(splits[at], share(exceededAlone[at], permutations), largest);
        }
        return results;
    }

    private static double share(int exceeded, int permutations) {
        return permutations == 0 ? 1 : (exceeded + 1.0) / (permutations + 1);
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
