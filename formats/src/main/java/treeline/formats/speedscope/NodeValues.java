package treeline.formats.speedscope;

import java.util.Arrays;

/// One value per node of a growing tree, NaN if missing.
final class NodeValues {
    private double[] values = new double[0];

    void add(int node, double value) {
        if (node >= values.length) {
            int length = values.length;
            values = Arrays.copyOf(values, Math.max(64, Math.max(node + 1, length * 2)));
            Arrays.fill(values, length, values.length, Double.NaN);
        }
        values[node] = Double.isNaN(values[node]) ? value : values[node] + value;
    }

    double[] toArray() {
        return values.clone();
    }
}
