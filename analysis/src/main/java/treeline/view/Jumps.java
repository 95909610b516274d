package treeline.view;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Iterations from which on a series stays at another level: an outlier is no jump, a slow drift
/// neither. The medians of a few iterations before and after are compared.
final class Jumps {
    private static final int WINDOW = 5;
    private static final int MOST = 100;

    /// A jump is at least this share of the mean, and larger than usual steps by this factor.
    private static final double LEAST = 0.1;

    private static final double ABOVE_NOISE = 4;

    private Jumps() {}

    /// @param iteration the number of each value
    static int[] of(int[] iteration, double[] mean) {
        int count = mean.length;
        if (count < 2 * WINDOW) return new int[0];
        double[] step = new double[count];
        for (int i = WINDOW; i <= count - WINDOW; i++)
            step[i] = Math.abs(median(mean, i, i + WINDOW) - median(mean, i - WINDOW, i));
        double least =
                Math.max(
                        LEAST * Arrays.stream(mean).average().orElse(0), ABOVE_NOISE * noise(mean));
        return IntStream.range(WINDOW, count - WINDOW + 1)
                .filter(i -> step[i] > least && isPeak(step, mean, i))
                .limit(MOST)
                .map(i -> iteration[i])
                .toArray();
    }

    /// The median difference of neighbours: jumps are rare and do not count in it.
    private static double noise(double[] mean) {
        double[] differences = new double[mean.length - 1];
        Arrays.setAll(differences, i -> Math.abs(mean[i + 1] - mean[i]));
        return median(differences, 0, differences.length);
    }

    /// Within a window the largest step and, of equal ones, that between the farthest neighbours.
    private static boolean isPeak(double[] step, double[] mean, int at) {
        for (int i = Math.max(1, at - WINDOW + 1); i < Math.min(step.length, at + WINDOW); i++) {
            if (step[i] > step[at]) return false;
            double here = Math.abs(mean[at] - mean[at - 1]);
            double there = Math.abs(mean[i] - mean[i - 1]);
            if (step[i] == step[at] && (there > here || (there == here && i < at))) return false;
        }
        return true;
    }

    private static double median(double[] values, int from, int to) {
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
