package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.transform.Reduction;

/// One value a node of a metric, contexts put together, which is all that a call tree shows.
public sealed interface NodeTotals permits MetricValues, StoredSums {
    CallTree tree();

    /// As stored: the inclusive one if there are both.
    Metric metric();

    int contexts();

    /// One value a node, everything below included.
    double[] inclusive(Reduction over);

    /// One value a node, nothing below included.
    double[] exclusive(Reduction over);

    default boolean isPoint() {
        return metric().scope() == Scope.POINT;
    }

    /// What shares are shares of: the sum of some nodes that are not below each other or, for
    /// readings at a point, the largest reading at or below them.
    default double total(int[] tops, double[] inclusive) {
        double total = 0;
        for (int top : tops) {
            int end = isPoint() ? tree().subtreeEnd(top) : top + 1;
            for (int node = top; node < end; node++) {
                double value = Double.isNaN(inclusive[node]) ? 0 : inclusive[node];
                total = isPoint() ? Math.max(total, value) : total + value;
            }
        }
        return total;
    }
}
