package treeline.scaling;

import treeline.model.CallTree;

import java.util.Arrays;

/// What models say along a tree, so that no node takes less than what it calls: with callees, a
/// node takes the sum of what the models without callees say of it and of all below it. Where one
/// of these has no model, it takes what its own model with callees says, and at least the sum of
/// its callees. A model below 0 of values that never were counts as 0.
final class TreeTotals {
    private final CallTree tree;
    private final double[] totals;
    private final double[] ofCallees;
    private final boolean[] isKnown;

    private TreeTotals(CallTree tree) {
        this.tree = tree;
        this.totals = new double[tree.size()];
        this.ofCallees = new double[tree.size()];
        this.isKnown = new boolean[tree.size()];
    }

    /// By node; NaN of those without a model.
    ///
    /// @param whole with callees
    /// @param own without them
    static double[] of(CallTree tree, ModelResult whole, ModelResult own, double... at) {
        var sums = new TreeTotals(tree);
        Arrays.fill(sums.isKnown, true);
        double[] direct = values(tree, whole, at);
        double[] alone = values(tree, own, at);
        own.withoutValues().forEach(node -> alone[node] = 0);
        for (int node = tree.size() - 1; node >= 0; node--)
            sums.add(node, direct[node], alone[node]);
        return sums.totals;
    }

    /// Children always follow their parent, so a node is complete when it is met.
    private void add(int node, double direct, double alone) {
        isKnown[node] &= !Double.isNaN(alone);
        totals[node] = isKnown[node] ? ofCallees[node] + alone : Math.max(ofCallees[node], direct);
        int parent = tree.parent(node);
        if (parent == CallTree.NO_PARENT) return;
        isKnown[parent] &= isKnown[node];
        if (!Double.isNaN(totals[node])) ofCallees[parent] += totals[node];
    }

    /// What each model says by itself, by node; NaN of those without one.
    static double[] values(CallTree tree, ModelResult models, double... at) {
        double[] values = new double[tree.size()];
        Arrays.fill(values, Double.NaN);
        for (NodeModel model : models.models()) values[model.node()] = model.expected(at);
        return values;
    }
}
