package treeline.view;

import treeline.model.CallTree;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;

import java.util.Arrays;

/// A call tree or subtree as columns for a viewer: node, row of the parent (-1 for a root), and the
/// number of omitted descendants per row. If there are too many nodes, the lightest subtrees are
/// omitted.
public record TreeArrays(
        CallTree tree, ImmutableInts node, ImmutableInts parent, ImmutableInts hidden) {
    public static final int WHOLE_FOREST = CallTree.NO_PARENT;

    /// The rows of a tree.
    ///
    /// @param top the node to start at, or [#WHOLE_FOREST]
    /// @param weights a value a node, by which the lightest are found
    /// @param limit the largest number of rows
    public static TreeArrays of(CallTree tree, int top, double[] weights, int limit) {
        int from = top == WHOLE_FOREST ? 0 : top;
        int end = top == WHOLE_FOREST ? tree.size() : tree.subtreeEnd(top);
        return rows(
                tree,
                from,
                end,
                end - from <= limit ? null : kept(tree, from, end, weights, limit));
    }

    public int length() {
        return node.size();
    }

    /// The nodes that have no parent among the rows.
    int[] tops() {
        int[] tops = new int[node.size()];
        int count = 0;
        for (int row = 0; row < node.size(); row++)
            if (parent.at(row) < 0) tops[count++] = node.at(row);
        return Arrays.copyOf(tops, count);
    }

    /// The row of a node, or -1 where it is not shown. Rows keep the order of nodes.
    int row(int wanted) {
        return Math.max(-1, node.find(wanted));
    }

    /// The values of the rows out of one a node.
    public ImmutableDoubles of(double[] byNode) {
        double[] byRow = new double[node.size()];
        Arrays.setAll(byRow, row -> byNode[node.at(row)]);
        return ImmutableDoubles.owning(byRow);
    }

    private static TreeArrays rows(
            CallTree tree, int from, int end, boolean @org.jspecify.annotations.Nullable [] kept) {
        int[] rowOf = new int[end - from];
        int[] node = new int[end - from];
        int[] parent = new int[end - from];
        int[] hidden = new int[end - from];
        int rows = 0;
        for (int at = from; at < end; ) {
            int up = tree.parent(at) < from ? -1 : rowOf[tree.parent(at) - from];
            if (kept != null && !kept[at - from]) {
                if (up >= 0) hidden[up] += tree.subtreeEnd(at) - at;
                at = tree.subtreeEnd(at);
                continue;
            }
            rowOf[at - from] = rows;
            node[rows] = at++;
            parent[rows++] = up;
        }
        return new TreeArrays(
                tree,
                ImmutableInts.owning(Arrays.copyOf(node, rows)),
                ImmutableInts.owning(Arrays.copyOf(parent, rows)),
                ImmutableInts.owning(Arrays.copyOf(hidden, rows)));
    }

    /// The heaviest nodes, none without its parent: a node counts as no heavier than its parent,
    /// and of equals the first stay, which are the parents.
    private static boolean[] kept(CallTree tree, int from, int end, double[] weights, int limit) {
        double[] effective = new double[end - from];
        for (int node = from; node < end; node++) {
            double weight = Double.isNaN(weights[node]) ? Double.NEGATIVE_INFINITY : weights[node];
            int up = tree.parent(node) - from;
            effective[node - from] = up < 0 ? weight : Math.min(weight, effective[up]);
        }
        double[] sorted = effective.clone();
        Arrays.sort(sorted);
        double least = sorted[sorted.length - limit];
        int room = limit;
        for (double each : effective) if (each > least) room--;
        boolean[] kept = new boolean[effective.length];
        for (int i = 0; i < kept.length; i++)
            kept[i] = effective[i] > least || (effective[i] == least && room-- > 0);
        return kept;
    }
}
