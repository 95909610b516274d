package treeline.table;

/// Compensated sums and counts per group: Neumaier's method with Knuth's branch-free error term.
final class Sums {
    private final double[] sum;
    private final int[] count;

    private Sums(double[] sum, int[] count) {
        this.sum = sum;
        this.count = count;
    }

    static Sums of(double[] values, KeyCodes codes) {
        int[] codeOf = codes.codeOf();
        int[] count = new int[codes.count()];
        double[] sumAndLost = new double[2 * count.length]; // side by side: one cache line a group
        for (int row = 0; row < values.length; row++) {
            double value = values[row];
            if (Double.isNaN(value)) continue;
            int group = codeOf[row];
            count[group]++;
            double sum = sumAndLost[2 * group];
            double total = sum + value;
            double added = total - sum;
            sumAndLost[2 * group] = total;
            sumAndLost[2 * group + 1] += (sum - (total - added)) + (value - added);
        }
        return new Sums(rounded(sumAndLost), count);
    }

    /// Beyond the range of doubles the lost part is not a number, and the sum stands alone.
    private static double[] rounded(double[] sumAndLost) {
        double[] rounded = new double[sumAndLost.length / 2];
        for (int group = 0; group < rounded.length; group++) {
            double sum = sumAndLost[2 * group];
            rounded[group] = Double.isFinite(sum) ? sum + sumAndLost[2 * group + 1] : sum;
        }
        return rounded;
    }

    double sum(int group) {
        return count[group] == 0 ? Double.NaN : sum[group];
    }

    double mean(int group) {
        return sum[group] / count[group];
    }

    /// The standard deviations, by a second pass over the distances to the mean: exact where all
    /// values are large and close together.
    double[] deviations(double[] values, KeyCodes codes) {
        int[] codeOf = codes.codeOf();
        double[] squares = new double[count.length];
        for (int row = 0; row < values.length; row++) {
            if (Double.isNaN(values[row])) continue;
            double distance = values[row] - mean(codeOf[row]);
            squares[codeOf[row]] += distance * distance;
        }
        for (int group = 0; group < squares.length; group++)
            squares[group] =
                    count[group] < 2 ? Double.NaN : Math.sqrt(squares[group] / (count[group] - 1));
        return squares;
    }
}
