package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

/// The numbers of a run after its nodes were folded into groups, such as functions. Extremes over
/// ranks are those of groups, not sums of the extremes of nodes.
///
/// @param fold from the nodes of the run to groups
/// @param numbers of groups
public record FoldedNumbers(NodeMapping fold, Numbers numbers) {

    public static FoldedNumbers of(
            Profile profile, Metric metric, NodeMapping fold, Reduction over) {
        Metric own = metric.in(Scope.EXCLUSIVE);
        Profile combined = Numbers.of(profile, own).combined(over);
        return new FoldedNumbers(fold, Numbers.of(fold.of(combined), own));
    }

    CallTree groups() {
        return fold.tree();
    }

    /// How many nodes of the run each group stands for.
    long[] nodes() {
        long[] nodes = new long[groups().size()];
        for (int node = 0; node < fold.nodes(); node++) nodes[fold.target(node)]++;
        return nodes;
    }
}
