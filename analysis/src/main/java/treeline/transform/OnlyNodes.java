package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/// A profile restricted to the exclusive cost of selected nodes, such as all communication, and the
/// calls that lead to them. Unlike [NodeMapping#keeping], callers are kept; they hold the selected
/// cost below them.
public final class OnlyNodes {
    private OnlyNodes() {}

    /// The exclusive values and readings of these nodes alone. Their callers have no values of
    /// their own; all other nodes are left out.
    public static Profile of(Profile profile, IntPredicate chosen) {
        CallTree tree = profile.tree();
        int[] target = new int[tree.size()];
        for (int node = 0; node < target.length; node++)
            target[node] = chosen.test(node) ? node : NodeMapping.GONE;
        List<Metric> metrics = new ArrayList<>();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : profile.metrics()) {
            Metric own = metric.addsUp() ? metric.in(Scope.EXCLUSIVE) : metric;
            if (metrics.contains(own)) continue;
            metrics.add(own);
            columns.add(
                    new FoldedColumn(tree, target, tree.size(), own.scope())
                            .of(profile.column(own)));
        }
        Outline outline = profile.outline().withMetrics(metrics);
        return NodeMapping.keeping(tree, withCallers(tree, chosen)::get)
                .of(new Profile(outline, new MetricTable(metrics, columns)));
    }

    private static BitSet withCallers(CallTree tree, IntPredicate chosen) {
        var kept = new BitSet(tree.size());
        for (int node = tree.size() - 1; node >= 0; node--) {
            if (chosen.test(node)) kept.set(node);
            int parent = tree.parent(node);
            if (kept.get(node) && parent != CallTree.NO_PARENT) kept.set(parent);
        }
        return kept;
    }
}
