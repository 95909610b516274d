package treeline.formats.hpctoolkitxml;

import java.util.Arrays;

/// The `M` elements: node values by metric id, in document order, which is node order.
final class SummaryValues {
    private int[] node = new int[64];
    private int[] metric = new int[64];
    private double[] value = new double[64];
    private int size;

    void add(int atNode, int ofMetric, double measured) {
        if (size == node.length) {
            node = Arrays.copyOf(node, 2 * size);
            metric = Arrays.copyOf(metric, 2 * size);
            value = Arrays.copyOf(value, 2 * size);
        }
        node[size] = atNode;
        metric[size] = ofMetric;
        value[size] = measured;
        size++;
    }

    int size() {
        return size;
    }

    /// Puts the values of one metric into an array by node, which is zero elsewhere.
    void fill(int ofMetric, double[] byNode) {
        for (int i = 0; i < size; i++) if (metric[i] == ofMetric) byNode[node[i]] += value[i];
    }
}
