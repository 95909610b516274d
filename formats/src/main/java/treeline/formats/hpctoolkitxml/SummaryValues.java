package treeline.formats.hpctoolkitxml;

import treeline.array.Doubles;
import treeline.array.Ints;

/// The `M` elements: node values by metric id, in document order, which is node order.
final class SummaryValues {
    private final Ints node = new Ints();
    private final Ints metric = new Ints();
    private final Doubles value = new Doubles();

    void add(int atNode, int ofMetric, double measured) {
        node.add(atNode);
        metric.add(ofMetric);
        value.add(measured);
    }

    int size() {
        return value.size();
    }

    /// Puts the values of one metric into an array by node, which is zero elsewhere.
    void fill(int ofMetric, double[] byNode) {
        for (int i = 0; i < size(); i++)
            if (metric.at(i) == ofMetric) byNode[node.at(i)] += value.at(i);
    }
}
