package treeline.prune;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ImmutableDoubles;
import treeline.model.Outline;
import treeline.numbers.NodeTotals;
import treeline.transform.Reduction;

/// What rules decide by: a call tree and one inclusive value per node, which many files keep beside
/// the values of ranks.
///
/// @param inclusive NaN where nothing was measured at or below a node
/// @param total of all roots together
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
                    "'%s' is read at points and has no total to take shares of"
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
