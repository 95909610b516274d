package treeline.compare;

import java.util.Arrays;

/// Single values far from all around them (Hampel's filter): one bad run is no change of a build.
/// Far is more than five standard deviations from the median of the seven values around, where the
/// deviation is taken from the differences of neighbours, in which a step counts once only.
final class Spikes {
    private static final int REACH = 3;
    private static final double FAR = 5;

    /// The median of absolute differences of two normal values over their standard deviation.
    private static final double MEDIAN_OF_DIFFERENCES = 0.6745 * Math.sqrt(2);

    private Spikes() {}

    static boolean[] of(double[] values) {
        boolean[] spike = new boolean[values.length];
        if (values.length < 2 * REACH) return spike;
        double far = far(values);
        for (int i = 0; i < values.length; i++) spike[i] = distance(values, i) > far;
        return spike;
    }

    /// How far a spike is from what surrounds it, at least.
    private static double far(double[] values) {
        return FAR * deviation(values);
    }

    /// Values near the level of their own stretch are no spikes: the first of a new level look like
    /// one from the old level.
    static void keepNear(boolean[] spike, double[] values, int from, int end, double level) {
        if (values.length < 2 * REACH) return;
        double far = far(values);
        for (int i = from; i < end; i++)
            if (spike[i] && Math.abs(values[i] - level) <= far) spike[i] = false;
    }

    /// The series with the median of their surroundings in the place of spikes.
    static double[] replaced(double[] values, boolean[] spike) {
        double[] calm = values.clone();
        for (int i = 0; i < values.length; i++) if (spike[i]) calm[i] = median(around(values, i));
        return calm;
    }

    private static double deviation(double[] values) {
        double[] differences = new double[values.length - 1];
        Arrays.setAll(differences, i -> Math.abs(values[i + 1] - values[i]));
        Arrays.sort(differences);
        return median(differences) / MEDIAN_OF_DIFFERENCES;
    }

    /// From the median of what surrounds a value. Near the ends of a series there may be two
    /// medians; between them the distance is 0, because half of the surroundings are like it.
    private static double distance(double[] values, int at) {
        double[] near = around(values, at);
        double lower = near[(near.length - 1) / 2];
        double upper = near[near.length / 2];
        return Math.max(lower - values[at], values[at] - upper);
    }

    private static double[] around(double[] values, int at) {
        int from = Math.max(0, at - REACH);
        double[] near = Arrays.copyOfRange(values, from, Math.min(values.length, at + REACH + 1));
        Arrays.sort(near);
        return near;
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
