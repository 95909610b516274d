package treeline.single;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Permutation test for a change of level in a series: a single change, or a stretch at another
/// level that ends again (circular binary segmentation, Olshen et al. 2004).
///
/// The statistic is the difference of the means of both parts, scaled to equal variance.
final class Segmentation {
    /// The part of the level that is spent on one change; the rest is for a stretch that ends.
    private static final double ONE_CHANGE = 0.8;

    /// Permutations that may be as extreme by chance before a claim is dropped.
    private static final int EXTREME = 10;

    private static final int MAX_PERMUTATIONS = 200_000;
    private static final long SEED = 20_261_117;
    private static final double ROUNDING = 1 - 1e-9;

    private final double[] deviations;
    private final int shortest;
    private final double[] sums;

    private Segmentation(double[] values, int shortest) {
        double mean = Arrays.stream(values).average().orElseThrow();
        this.deviations = Arrays.stream(values).map(each -> each - mean).toArray();
        this.shortest = shortest;
        this.sums = new double[values.length + 1];
    }

    /// The first values of the second part, and of the third if there is one; empty without a
    /// change.
    ///
    /// @param shortest the fewest values of a part
    /// @param level the probability that a series without a change is split
    static int[] of(double[] values, int shortest, double level) {
        var test = new Segmentation(values, shortest);
        int[] one = test.change(false, ONE_CHANGE * level);
        return one.length > 0 ? one : test.change(true, (1 - ONE_CHANGE) * level);
    }

    private record Best(int from, int to, double size) {}

    private int[] change(boolean ends, double level) {
        Best best = best(deviations, ends);
        int extreme = (int) Math.min(EXTREME, level * MAX_PERMUTATIONS);
        if (best.size == 0 || extreme == 0) return new int[0];
        if (!isRare(best.size * ROUNDING, ends, extreme, level)) return new int[0];
        return java.util.stream.IntStream.of(best.from, best.to)
                .filter(at -> at > 0 && at < deviations.length)
                .toArray();
    }

    private boolean isRare(double size, boolean ends, int extreme, double level) {
        var random = new SplittableRandom(SEED);
        double[] permuted = deviations.clone();
        int permutations = (int) Math.ceil(extreme / level) - 1;
        int asLarge = 0;
        for (int i = 0; i < permutations; i++) {
            shuffle(permuted, random);
            if (best(permuted, ends).size >= size && ++asLarge >= extreme) return false;
        }
        return true;
    }

    private Best best(double[] series, boolean ends) {
        int count = series.length;
        for (int i = 0; i < count; i++) sums[i + 1] = sums[i] + series[i];
        int from = 0;
        int to = 0;
        double largest = 0;
        for (int start = 0; start <= (ends ? count - shortest : 0); start++) {
            if (start > 0 && start < shortest) continue;
            for (int end = start + shortest; end <= count; end++) {
                int length = end - start;
                if (count - length < shortest || (end < count && count - end < shortest)) continue;
                double sum = sums[end] - sums[start];
                double squared = sum * sum / ((double) length * (count - length));
                if (squared > largest) {
                    largest = squared;
                    from = start;
                    to = end;
                }
            }
        }
        return new Best(from, to, Math.sqrt(largest));
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
