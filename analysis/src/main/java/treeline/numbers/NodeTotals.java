package treeline.numbers;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.transform.Reduction;

/// One value per node and metric, reduced over contexts: the values of a call tree view.
public sealed interface NodeTotals permits Numbers, StoredSums {
    CallTree tree();

    Metric metric();

    /// Who the values are of.
    Population population();

    /// One value per node, NaN where nothing was measured.
    double[] values(Scope scope, Reduction over);

    /// With everything below the node.
    default double[] inclusive(Reduction over) {
        return values(Scope.INCLUSIVE, over);
    }

    /// Without what is below the node; readings at a point as they are.
    default double[] exclusive(Reduction over) {
        return values(Scope.EXCLUSIVE, over);
    }

    default boolean isPoint() {
        return !metric().addsUp();
    }

    /// What shares are shares of: what all roots have together.
    default double total(double[] inclusive) {
        return total(tree().children(CallTree.NO_PARENT), inclusive);
    }

    /// The sum of some nodes that are not below each other or, for readings at a point, the largest
    /// reading at or below them.
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
