package treeline.prune;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ImmutableDoubles;
import treeline.model.Outline;
import treeline.numbers.NodeTotals;
import treeline.transform.Reduction;

/// The input of pruning rules: a call tree and one inclusive value per node. Many formats store
/// these values separately from those of the ranks.
///
/// @param inclusive NaN if nothing was measured at or below a node
/// @param total the sum over all roots
public record TreeCosts(Outline outline, ImmutableDoubles inclusive, double total) {
    public TreeCosts {
        if (inclusive.size() != outline.tree().size())
            throw new IllegalArgumentException(
                    "%d values for %d nodes".formatted(inclusive.size(), outline.tree().size()));
    }

    /// All ranks together. Of a metric that was stored as exclusive, its sums up the tree.
    ///
    /// @throws IllegalArgumentException for readings at a point, which have no total
    public static TreeCosts of(Outline outline, NodeTotals totals) {
        if (totals.isPoint())
            throw new IllegalArgumentException(
                    "'%s' is a point reading and has no total to compute percentages of"
                            .formatted(totals.metric().name()));
        double[] inclusive = totals.inclusive(Reduction.SUM);
        return new TreeCosts(outline, ImmutableDoubles.owning(inclusive), totals.total(inclusive));
    }

    /// For rules that do not ask what nodes cost.
    public static TreeCosts none(Outline outline) {
        return new TreeCosts(
                outline, ImmutableDoubles.owning(new double[outline.tree().size()]), 0);
    }

    public CallTree tree() {
        return outline.tree();
    }

    public Frame frame(int node) {
        return tree().frame(node);
    }

    /// What a node and all below it cost, 0 where nothing was measured.
    public double cost(int node) {
        return Double.isNaN(inclusive.at(node)) ? 0 : inclusive.at(node);
    }
}
