package treeline.single;

import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/// Hot path analysis: follows the heaviest child while it holds at least a given share of its
/// parent's value, as in hpcviewer. The last node holds the cost itself or spreads it over many
/// callees.
public final class HotPath {
    public static final double DEFAULT_SHARE = 0.5;

    private HotPath() {}

    /// The hot path from the heaviest root; empty where nothing has a value above 0.
    ///
    /// @param inclusive a value a node; exclusive ones would lead to any leaf
    public static int[] of(CallTree tree, double[] inclusive, double share) {
        int root = heaviest(tree.children(CallTree.NO_PARENT), inclusive);
        return root < 0 ? new int[0] : from(tree, root, inclusive, share);
    }

    public static int[] from(CallTree tree, int start, double[] inclusive, double share) {
        if (!(share > 0 && share <= 1))
            throw new IllegalArgumentException(
                    "the threshold of a hot path must be above 0 and at most 1, found " + share);
        var path = new Ints();
        int at = inclusive[start] > 0 ? start : -1;
        while (at >= 0) {
            path.add(at);
            int next = heaviest(tree.children(at), inclusive);
            at = next >= 0 && inclusive[next] >= share * inclusive[at] ? next : -1;
        }
        return path.toArray();
    }

    /// One hot path for each root of a forest that has a value, heaviest root first.
    public static List<int[]> ofAllRoots(CallTree tree, double[] inclusive, double share) {
        List<int[]> paths = new ArrayList<>();
        int[] roots = tree.children(CallTree.NO_PARENT);
        for (int root : IndexSort.descending(roots, each -> inclusive[each]))
            if (inclusive[root] > 0) paths.add(from(tree, root, inclusive, share));
        return paths;
    }

    /// The heaviest of some nodes, -1 where none has a value above 0; the first of equals.
    private static int heaviest(int[] nodes, double[] inclusive) {
        int heaviest = -1;
        double most = 0;
        for (int node : nodes) {
            if (inclusive[node] > most) {
                heaviest = node;
                most = inclusive[node];
            }
        }
        return heaviest;
    }

    /// The nodes of hot paths, one below the other: `path`, `value`, `share` of the total and
    /// `ofParent`.
    ///
    /// @param total what shares are of
    public static Table table(
            CallTree tree, Metric metric, double[] inclusive, double total, List<int[]> paths) {
        int[] nodes = paths.stream().flatMapToInt(Arrays::stream).toArray();
        IntFunction<String> path = NodePath.ofEach(tree);
        return Table.of(
                Column.text("path", nodes.length, row -> path.apply(nodes[row]))
                        .headed("call path"),
                Column.real("value", nodes.length, row -> inclusive[nodes[row]]).in(metric),
                Column.real("share", nodes.length, row -> inclusive[nodes[row]] / total).share(),
                Column.real(
                                "ofParent",
                                nodes.length,
                                row ->
                                        tree.parent(nodes[row]) == CallTree.NO_PARENT
                                                ? 1
                                                : inclusive[nodes[row]]
                                                        / inclusive[tree.parent(nodes[row])])
                        .share());
    }

    /// That values of a metric lead somewhere: a path follows inclusive ones.
    ///
    /// @throws IllegalArgumentException if it does not
    public static void require(Metric metric) {
        if (metric.scope() == Metric.Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a point reading: its values do not add up along a path"
                            .formatted(metric.name()));
        if (metric.scope() == Metric.Scope.EXCLUSIVE)
            throw new IllegalArgumentException(
                    "a hot path needs inclusive values, but '%s' is exclusive; use --metric %s"
                            .formatted(metric, metric.name()));
    }
}
