package treeline.notebook;

import treeline.array.IndexSort;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.single.HotPath;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.BitSet;

/// The numbers of single tree nodes on demand. They equal those of [treeline.view.TreeRows], which
/// provides the first rows.
final class TreeNumbers {
    private final CallTree tree;
    private final double[] values;
    private final double[] weights;
    private final double total;
    private final BitSet hot = new BitSet();

    TreeNumbers(Profile profile, Metric metric, Reduction over) {
        Numbers numbers = Numbers.of(profile, metric);
        tree = profile.tree();
        values = numbers.values(metric.scope(), over);
        double[] inclusive = numbers.inclusive(over);
        weights = metric.addsUp() ? inclusive : values;
        total = numbers.total(inclusive);
        if (metric.addsUp())
            for (int node : HotPath.of(tree, inclusive, HotPath.DEFAULT_SHARE)) hot.set(node);
    }

    double value(int node) {
        return values[node];
    }

    double share(int node) {
        return total > 0 ? values[node] / total : Double.NaN;
    }

    boolean isHot(int node) {
        return hot.get(node);
    }

    /// The children of a node that are not among some, heaviest first.
    ///
    /// @param parent a node, or [CallTree#NO_PARENT] for roots
    int[] children(int parent, BitSet without) {
        return IndexSort.descending(
                Arrays.stream(tree.children(parent)).filter(child -> !without.get(child)).toArray(),
                child -> orZero(weights[child]));
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
