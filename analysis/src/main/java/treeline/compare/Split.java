package treeline.compare;

/// The best split of a series into two parts with different means: the one with the smallest sum of
/// squares within the parts (Scott and Knott 1974).
///
/// @param at the first value of the second part
/// @param size the difference of the means times the root of `k (n - k) / n`, 0 if there is none
record Split(int at, double size) {
    /// The shortest part: one value may be noise.
    static final int SHORTEST = 2;

    /// Sizes that differ by rounding only count as equal.
    static final double NEARLY = 1 - 1e-12;

    private static final Split NONE = new Split(0, 0);

    static Split best(double[] values) {
        int n = values.length;
        if (n < 2 * SHORTEST) return NONE;
        double mean = 0;
        for (double value : values) mean += value;
        mean /= n;
        int at = 0;
        double largest = 0;
        double sum = values[0] - mean;
        for (int k = SHORTEST; k <= n - SHORTEST; k++) {
            sum += values[k - 1] - mean;
            double squared = sum * sum / ((double) k * (n - k));
            if (squared > largest) {
                largest = squared;
                at = k;
            }
        }
        double size = Math.sqrt(largest * n);
        return size > 1e-12 * Math.abs(mean) * Math.sqrt(n) ? new Split(at, size) : NONE;
    }

    /// The best split of a series without its outliers.
    ///
    /// @param calm where the filtered series is written
    static Split best(double[] values, Spikes spikes, double[] calm) {
        spikes.filter(values, calm);
        return best(calm);
    }
}
