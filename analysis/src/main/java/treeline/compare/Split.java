package treeline.compare;

/// The best split of a series into stretches with different means, by one step of circular binary
/// segmentation (Olshen, Venkatraman, Lucito and Wigler 2004): the arc whose mean differs most from
/// the mean of all other values. An arc that reaches the end of the series is a single step (Scott
/// and Knott 1974); one that does not is a bump, which a single step cannot see.
///
/// A bump has one free parameter more than a step, so its size is multiplied by [#BUMP]. Otherwise
/// a step in the last two builds would be no rarer than two slow builds in a row anywhere.
///
/// All arcs are examined in a series of up to [#ALL_ARCS] values, at a cost of n² / 2 additions. In
/// longer series the lengths of arcs and their distances grow by an eighth (seeded intervals,
/// Kovács, Bühlmann, Li and Munk 2023), at a cost of about 15 n.
///
/// @param at the first value of the arc
/// @param end one past the last value of the arc; the length of the series if it is a single step
/// @param size the difference of the means times the root of `k (n - k) / n`, 0 if there is none
record Split(int at, int end, double size) {
    /// The shortest stretch: one value may be noise.
    static final int SHORTEST = 2;

    /// Sizes that differ by rounding only count as equal.
    static final double NEARLY = 1 - 1e-12;

    static final int ALL_ARCS = 100;

    static final Split NONE = new Split(0, 0, 0);

    private static final double BUMP = 0.9;
    private static final int SEEDS_PER_LENGTH = 8;

    /// The best split of a series without its outliers.
    ///
    /// @param calm where the filtered series is written
    static Split best(double[] values, HampelFilter spikes, double[] calm) {
        spikes.filter(values, calm);
        return best(calm);
    }

    static Split best(double[] values) {
        int n = values.length;
        if (n < 2 * SHORTEST) return NONE;
        double mean = 0;
        for (double value : values) mean += value;
        mean /= n;
        double[] sums = new double[n + 1];
        for (int i = 0; i < n; i++) sums[i + 1] = sums[i] + (values[i] - mean);
        Split step = bestStep(sums);
        Split bump = bestBump(sums);
        Split best = bump.size > step.size ? bump : step;
        return best.size > 1e-12 * Math.abs(mean) * Math.sqrt(n) ? best : NONE;
    }

    /// @param sums of the first values without their mean
    private static Split bestStep(double[] sums) {
        int n = sums.length - 1;
        int at = 0;
        double largest = 0;
        for (int k = SHORTEST; k <= n - SHORTEST; k++) {
            double squared = sums[k] * sums[k] / ((double) k * (n - k));
            if (squared > largest) {
                largest = squared;
                at = k;
            }
        }
        return new Split(at, n, Math.sqrt(largest * n));
    }

    private static Split bestBump(double[] sums) {
        int n = sums.length - 1;
        boolean isLong = n > ALL_ARCS;
        double largest = 0;
        int[] best = {};
        int stride = 1;
        for (int length = SHORTEST; length <= n - 2 * SHORTEST; length += stride) {
            if (isLong) stride = Math.max(1, length / SEEDS_PER_LENGTH);
            double sum = largestOfLength(length, stride, sums);
            double size = BUMP * sum * Math.sqrt(n / ((double) length * (n - length)));
            if (size > largest) {
                largest = size;
                best = new int[] {length, stride};
            }
        }
        if (best.length == 0) return NONE;
        int at = largestAt(best[0], best[1], sums);
        var found = new Split(at, at + best[0], largest);
        return isLong ? refined(found, sums) : found;
    }

    private static double largestOfLength(int length, int stride, double[] sums) {
        int last = sums.length - 1 - SHORTEST - length;
        double largest = 0;
        for (int from = SHORTEST; from <= last; from += stride)
            largest = Math.max(largest, Math.abs(sums[from + length] - sums[from]));
        return largest;
    }

    private static int largestAt(int length, int stride, double[] sums) {
        int at = SHORTEST;
        for (int from = at; from <= sums.length - 1 - SHORTEST - length; from += stride)
            if (Math.abs(sums[from + length] - sums[from]) > Math.abs(sums[at + length] - sums[at]))
                at = from;
        return at;
    }

    /// Moves both ends of an arc to the best place between the arcs that were examined.
    private static Split refined(Split coarse, double[] sums) {
        int reach = 1 + (coarse.end - coarse.at) / SEEDS_PER_LENGTH;
        Split best = coarse;
        for (int at = Math.max(SHORTEST, coarse.at - reach); at <= coarse.at + reach; at++)
            best = larger(best, at, best.end, sums);
        int last = Math.min(sums.length - 1 - SHORTEST, coarse.end + reach);
        for (int end = coarse.end - reach; end <= last; end++)
            best = larger(best, best.at, end, sums);
        return best;
    }

    private static Split larger(Split best, int at, int end, double[] sums) {
        if (end - at < SHORTEST) return best;
        double size = bumpSize(at, end, sums);
        return size > best.size ? new Split(at, end, size) : best;
    }

    private static double bumpSize(int at, int end, double[] sums) {
        int n = sums.length - 1;
        int k = end - at;
        return BUMP * Math.abs(sums[end] - sums[at]) * Math.sqrt(n / ((double) k * (n - k)));
    }
}
