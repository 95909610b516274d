package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.query.NodeSet;
import treeline.transform.Reduction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The rows of a call tree for query results: matches, which are marked, and their callers. Values
/// and shares are those of the whole tree.
public final class MatchRows {
    private final CallTree tree;
    private final NodeSet matches;
    private final NodeSet shown;
    private final double[] values;
    private final double total;

    private MatchRows(CallTree tree, NodeSet matches, double[] values, double total) {
        this.tree = tree;
        this.matches = matches;
        this.shown = matches.withCallers(tree);
        this.values = values;
        this.total = total;
    }

    /// The nodes that were found, and their callers.
    ///
    /// @param population who the values are of
    /// @param total what shares are of
    public static TreeRows of(
            Profile profile,
            Metric metric,
            Reduction over,
            Population population,
            double total,
            NodeSet matches) {
        double[] values = Numbers.of(profile, metric).values(metric.scope(), over);
        var rows = new MatchRows(profile.tree(), matches, values, total);
        return new TreeRows(metric, over, population, total, Double.NaN, rows.rows());
    }

    /// Walks the tree with a stack of its own: call paths may be deeper than a thread's stack.
    private List<TreeRows.Row> rows() {
        List<TreeRows.Row> rows = new ArrayList<>();
        Deque<TreeRows.Shown> ahead = new ArrayDeque<>();
        pushChildren(ahead, CallTree.NO_PARENT, 0);
        while (!ahead.isEmpty()) {
            TreeRows.Shown row = ahead.pop();
            rows.add(row);
            pushChildren(ahead, row.node(), row.depth() + 1);
        }
        return rows;
    }

    private void pushChildren(Deque<TreeRows.Shown> ahead, int parent, int depth) {
        List<Integer> children = new ArrayList<>();
        for (int child : tree.children(parent)) if (shown.contains(child)) children.add(child);
        children.sort((a, b) -> Double.compare(orZero(values[b]), orZero(values[a])));
        for (int i = children.size() - 1; i >= 0; i--)
            ahead.push(row(children.get(i), depth, i == children.size() - 1));
    }

    private TreeRows.Shown row(int node, int depth, boolean last) {
        double share = total > 0 ? values[node] / total : Double.NaN;
        return new TreeRows.Shown(
                node, depth, last, values[node], share, Double.NaN, matches.contains(node), 0);
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
