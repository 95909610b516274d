package treeline.numbers;

import java.io.Serializable;

/// Compensated summation (Neumaier): the result is accurate to the last digit in any order of
/// values. All sums over contexts use it.
final class CompensatedSums implements Serializable {
    private static final long serialVersionUID = 1;
    private double[] sum;
    private double[] lost;

    CompensatedSums(int size) {
        sum = new double[size];
        lost = new double[size];
    }

    int size() {
        return sum.length;
    }

    /// Makes room for more sums, of which some are before those that there are.
    void widen(int before, int size) {
        sum = wider(sum, before, size);
        lost = wider(lost, before, size);
    }

    static double[] wider(double[] values, int before, int size) {
        double[] wider = new double[size];
        System.arraycopy(values, 0, wider, before, values.length);
        return wider;
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

    /// Adds what was added up elsewhere.
    void add(int at, CompensatedSums other, int from) {
        add(at, other.sum[from]);
        lost[at] += other.lost[from];
    }

    double of(int at) {
        return Double.isFinite(sum[at]) ? sum[at] + lost[at] : sum[at];
    }
}
