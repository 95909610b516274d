package treeline.numbers;

/// Sums that lose nothing to rounding but the last digit (Neumaier), so that the order of large and
/// small values does not matter. The one way in which values of contexts are added up.
final class CompensatedSums {
    private final double[] sum;
    private final double[] lost;

    CompensatedSums(int size) {
        sum = new double[size];
        lost = new double[size];
    }

    void set(int at, double value) {
        sum[at] = value;
        lost[at] = 0;
    }

    void add(int at, double next) {
        double before = sum[at];
        double total = before + next;
        lost[at] +=
                Math.abs(before) >= Math.abs(next)
                        ? (before - total) + next
                        : (next - total) + before;
        sum[at] = total;
    }

    double of(int at) {
        return Double.isFinite(sum[at]) ? sum[at] + lost[at] : sum[at];
    }
}
