package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.SparseRows;
import treeline.model.TreeBuilder;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/// Bottom-up view (inverted call tree): every function is a root with its total exclusive cost, and
/// its children are its callers with their shares of it.
///
/// ```
/// Profile waits = new Callers(10, 0.01).on(profile, time, NodePredicates.called(profile.tree(), "MPI_Wait.*"));
/// ```
///
/// @param levels the maximum depth, including the function itself; the cost is nodes x levels
/// @param share functions with a smaller share of the total, from 0 to 1, are listed without
///   callers, which saves most of the work
public record Callers(int levels, double share) {
    /// Sums of the same values in another order differ by less.
    private static final double ROUNDING = 1e-9;

    public Callers {
        if (levels < 1) throw new IllegalArgumentException("the caller depth must be at least 1");
        if (!(share >= 0 && share <= 1))
            throw new IllegalArgumentException("a share must be from 0 to 1, found " + share);
    }

    /// The whole tree upside down, with inclusive values.
    ///
    /// @param metric inclusive or exclusive; the exclusive values are what is handed to the callers
    public static Profile of(Profile profile, Metric metric, int levels) {
        return new Callers(levels, 0).on(profile, metric, _ -> true);
    }

    /// The callers of some nodes, such as those of [NodePredicates#called]; the values of all
    /// others are left out. Nodes of equal frames are one function.
    public Profile on(Profile profile, Metric metric, IntPredicate chosen) {
        return turning(profile, metric, chosen).apply(profile);
    }

    /// The same of each part of a run.
    ///
    /// @param whole the run, which says which functions are small; perhaps the sum of its ranks
    public TransformStep turning(Profile whole, Metric metric, IntPredicate chosen) {
        CallTree tree = whole.tree();
        boolean[] small = smallFrames(whole, metric, chosen);
        IntUnaryOperator levelsOf =
                node ->
                        !chosen.test(node)
                                ? 0
                                : small.length > 0 && small[tree.frameIndex(node)] ? 1 : levels;
        var turned = new TreeBuilder();
        int[] last = new int[tree.size()];
        for (int node = 0; node < last.length; node++)
            last[node] = append(turned, TreeBuilder.ROOT, tree, node, levelsOf.applyAsInt(node));
        return turning(NodeMapping.into(tree, turned, last), metric);
    }

    /// The callers of some nodes as if they were one function, such as all of MPI: calls among them
    /// do not count, callers are those outside.
    ///
    /// @param name what the function is called
    public TransformStep merging(CallTree tree, Metric metric, IntPredicate chosen, String name) {
        var turned = new TreeBuilder();
        int[] outside = new int[tree.size()];
        int[] last = new int[tree.size()];
        for (int node = 0; node < last.length; node++) {
            int caller = tree.parent(node);
            boolean inside = caller != CallTree.NO_PARENT && chosen.test(caller);
            outside[node] = inside ? outside[caller] : caller;
            last[node] = TreeBuilder.ROOT;
            if (!chosen.test(node)) continue;
            int root = turned.child(TreeBuilder.ROOT, Frame.region(name));
            last[node] = append(turned, root, tree, outside[node], levels - 1);
        }
        return turning(NodeMapping.into(tree, turned, last), metric);
    }

    /// Appends a node and its callers below `at` and returns the last one.
    private static int append(TreeBuilder turned, int at, CallTree tree, int node, int levels) {
        int last = at;
        int left = levels;
        for (int up = node; up != CallTree.NO_PARENT && left > 0; up = tree.parent(up), left--)
            last = turned.child(last, tree.frame(up));
        return last;
    }

    /// By frame; empty where all are turned.
    private boolean[] smallFrames(Profile profile, Metric metric, IntPredicate chosen) {
        if (share == 0) return new boolean[0];
        CallTree tree = profile.tree();
        double[] ofFrame = new double[tree.frames().size()];
        double total = 0;
        SparseRows rows = profile.column(metric.in(Scope.EXCLUSIVE)).byContext();
        for (int cell = 0; cell < rows.cells(); cell++) {
            int node = rows.index(cell);
            double value = rows.value(cell);
            if (Double.isNaN(value) || !chosen.test(node)) continue;
            ofFrame[tree.frameIndex(node)] += value;
            total += value;
        }
        double least = share * total * (1 - ROUNDING);
        boolean[] small = new boolean[ofFrame.length];
        for (int frame = 0; frame < small.length; frame++)
            small[frame] = total > 0 && ofFrame[frame] < least;
        return small;
    }

    private static TransformStep turning(NodeMapping callers, Metric metric) {
        Metric own = metric.in(Scope.EXCLUSIVE);
        Metric total = metric.in(Scope.INCLUSIVE);
        return profile -> {
            Profile folded = callers.of(profile.withOnly(own, profile.column(own)));
            return unlabelled(folded)
                    .withOnly(total, Scopes.inclusive(folded.tree(), folded.column(own)));
        };
    }

    /// A label is about a node, and here a node is only part of a path.
    private static Profile unlabelled(Profile turned) {
        return new Profile(turned.outline().withTree(turned.tree(), List.of()), turned.values());
    }
}
