package treeline.transform;

/// Percentiles of values that are already sorted, interpolated linearly between neighbours as numpy
/// and R do by default (Hyndman and Fan's type 7), so that numbers equal those of other tools.
public final class Percentiles {
    private Percentiles() {}

    /// @param share from 0 (the smallest) to 1 (the largest)
    public static double ofSorted(double[] sorted, int from, int to, double share) {
        if (from >= to) return Double.NaN;
        double place = share * (to - from - 1);
        int below = from + (int) Math.floor(place);
        int above = Math.min(below + 1, to - 1);
        double part = place - Math.floor(place);
        return part == 0 ? sorted[below] : sorted[below] + part * (sorted[above] - sorted[below]);
    }
}
