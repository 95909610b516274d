package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.TreeBuilder;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/// A mapping from the nodes of one call tree to those of another. Filtering, hiding, merging and
/// grouping are all such mappings. `mapping.of(profile)` maps the values:
///
/// - exclusive values of merged nodes are summed;
/// - of nested inclusive values only the topmost measured one counts, because it includes the
///   others, so recursion is not counted twice;
/// - point readings are combined by their maximum;
/// - iterations are kept if a node is not merged with another.
///
/// ```
/// Profile quiet = NodeMapping.hiding(profile.tree(), node -> profile.tree().name(node).startsWith("PMPI_")).of(profile);
/// ```
public final class NodeMapping implements Serializable {
    private static final long serialVersionUID = 1;

    /// The target of a node that is left out together with its values.
    public static final int GONE = -1;

    private final CallTree from;
    private final CallTree to;
    private final int[] target;

    /// Where readings, inclusive values and labels go: as all else, or those of kept nodes alone.
    private final int[] targetOfWhole;

    private final boolean isPruning;

    private NodeMapping(CallTree from, CallTree to, int[] target) {
        this(from, to, target, target, false);
    }

    private NodeMapping(
            CallTree from, CallTree to, int[] target, int[] targetOfWhole, boolean isPruning) {
        this.from = from;
        this.to = to;
        this.target = target;
        this.targetOfWhole = targetOfWhole;
        this.isPruning = isPruning;
    }

    /// Only these nodes, each under its nearest kept ancestor; siblings that become equal are
    /// merged. The values of all others are left out: see [#hiding] where they shall be kept.
    public static NodeMapping keeping(CallTree tree, IntPredicate kept) {
        return rewired(tree, kept, UnaryOperator.identity(), true);
    }

    /// These nodes disappear into their nearest ancestor that is shown, which takes over their
    /// exclusive values: totals stay as they are. A root that has no such ancestor stays.
    public static NodeMapping hiding(CallTree tree, IntPredicate hidden) {
        return rewired(tree, hidden.negate(), UnaryOperator.identity(), false);
    }

    /// Only these nodes, each under its nearest kept ancestor, and none of them merged: what was
    /// measured at a kept node, with what is below it, stays its inclusive value, also where a
    /// context measured only what is below. Exclusive values of the others go to their nearest kept
    /// ancestor, so that they sum to what the kept roots have. Without such an ancestor they are
    /// left out, as are readings at a point of nodes that are not kept.
    public static NodeMapping pruning(CallTree tree, IntPredicate kept) {
        var pruned = new TreeBuilder();
        int[] nearest = new int[tree.size()];
        int[] own = new int[tree.size()];
        for (int node = 0; node < nearest.length; node++) {
            int parent = tree.parent(node);
            int up = parent == CallTree.NO_PARENT ? TreeBuilder.ROOT : nearest[parent];
            boolean stays = kept.test(node);
            nearest[node] = stays ? pruned.newChild(up, tree.frame(node)) : up;
            own[node] = stays ? nearest[node] : TreeBuilder.ROOT;
        }
        int[] places = pruned.places();
        return new NodeMapping(
                tree, pruned.build(), placed(nearest, places), placed(own, places), true);
    }

    /// Nothing but a node and what is below it.
    public static NodeMapping subtree(CallTree tree, int node) {
        int end = tree.subtreeEnd(node);
        var copy = new TreeBuilder();
        int[] target = new int[tree.size()];
        Arrays.fill(target, GONE);
        for (int at = node; at < end; at++) {
            int up = at == node ? TreeBuilder.ROOT : target[tree.parent(at)];
            target[at] = copy.newChild(up, tree.frame(at));
        }
        return new NodeMapping(tree, copy.build(), target);
    }

    /// Subtrees below a share of the total disappear into their parents; totals stay.
    ///
    /// @param inclusive one value per node, with what is below it
    /// @param share from 0 to 1, of what the roots have together
    public static NodeMapping pruned(CallTree tree, double[] inclusive, double share) {
        if (!(share >= 0 && share <= 1))
            throw new IllegalArgumentException("a share must be from 0 to 1, found " + share);
        double total = 0;
        for (int root : tree.children(CallTree.NO_PARENT))
            if (inclusive[root] > 0) total += inclusive[root];
        double least = share * total;
        var small = new BitSet(tree.size());
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && small.get(parent)) small.set(node);
            else if (!(inclusive[node] >= least)) small.set(node);
        }
        return hiding(tree, small::get);
    }

    /// Whether several nodes become one, given the new node of each.
    public static boolean hasTwice(int[] nodes) {
        var met = new BitSet();
        for (int node : nodes) {
            if (met.get(node)) return true;
            met.set(node);
        }
        return false;
    }

    /// Siblings of equal frames become one.
    public static NodeMapping mergingSiblings(CallTree tree) {
        return mergingSiblings(tree, UnaryOperator.identity());
    }

    /// Siblings become one that are equal once `alike` has taken away what shall not count, such as
    /// the line of a call.
    public static NodeMapping mergingSiblings(CallTree tree, UnaryOperator<Frame> alike) {
        return rewired(tree, _ -> true, alike, false);
    }

    /// Functions only: loops, lines and instructions are merged into the function around them, and
    /// functions are identified by name. A node without a function around it keeps its own name.
    public static NodeMapping functions(CallTree tree) {
        return named(tree, NodePredicates.insideFunctions(tree).negate());
    }

    /// Frames are identified by name, whatever their file, line and module, and siblings of equal
    /// names are merged. Nodes that are not kept are merged into their callers, as by [#hiding].
    public static NodeMapping named(CallTree tree, IntPredicate kept) {
        return rewired(tree, kept, frame -> Frame.function(frame.name()), false);
    }

    /// [#grouping(NodeGroups)] where frames alone say what belongs together.
    public static NodeMapping grouping(CallTree tree, UnaryOperator<Frame> group) {
        return grouping(NodeGroups.ofFrames(tree, group));
    }

    /// Every node takes the frame of its group, and what is called within a group melts into it:
    /// grouped by module, `libmpi` stays one node however deep it calls itself.
    public static NodeMapping grouping(NodeGroups groups) {
        CallTree tree = groups.tree();
        var grouped = new TreeBuilder();
        int[] target = new int[tree.size()];
        for (int node = 0; node < target.length; node++) {
            int caller = tree.parent(node);
            int up = caller == CallTree.NO_PARENT ? TreeBuilder.ROOT : target[caller];
            target[node] = groups.isFirst(node) ? grouped.child(up, groups.frame(node)) : up;
        }
        return into(tree, grouped, target);
    }

    /// [#flat(NodeGroups)] where frames alone say what belongs together.
    public static NodeMapping flat(CallTree tree, UnaryOperator<Frame> group) {
        return flat(NodeGroups.ofFrames(tree, group));
    }

    /// One root for each group and nothing below: a flat profile.
    public static NodeMapping flat(NodeGroups groups) {
        CallTree tree = groups.tree();
        var roots = new TreeBuilder();
        int[] target = new int[tree.size()];
        for (int node = 0; node < target.length; node++)
            target[node] = roots.child(TreeBuilder.ROOT, groups.frame(node));
        return into(tree, roots, target);
    }

    /// [#edges(NodeGroups)] where frames alone say what belongs together.
    public static NodeMapping edges(CallTree tree, UnaryOperator<Frame> group) {
        return edges(NodeGroups.ofFrames(tree, group));
    }

    /// One root for each function and below it the functions that it calls: a call graph, with a
    /// node for each edge. The roots of the tree go to the functions themselves, and what is part
    /// of its caller goes where the caller goes: a call from a loop is a call from its function.
    public static NodeMapping edges(NodeGroups groups) {
        CallTree tree = groups.tree();
        var graph = new TreeBuilder();
        int[] function =
                groups.groups().stream()
                        .mapToInt(group -> graph.child(TreeBuilder.ROOT, group))
                        .toArray();
        int[] edge = new int[tree.size()];
        for (int node = 0; node < edge.length; node++) {
            int caller = tree.parent(node);
            if (caller == CallTree.NO_PARENT) edge[node] = function[groups.group(node)];
            else if (groups.isPartOfCaller(node)) edge[node] = edge[caller];
            else edge[node] = graph.child(function[groups.group(caller)], groups.frame(node));
        }
        return into(tree, graph, edge);
    }

    /// Nodes go where `handles` of a builder say, [TreeBuilder#ROOT] for those that are left out.
    static NodeMapping into(CallTree tree, TreeBuilder builder, int[] handles) {
        return new NodeMapping(tree, builder.build(), placed(handles, builder.places()));
    }

    /// Where two trees go in their union: same frame under same parent is the same node.
    public static List<NodeMapping> union(List<CallTree> trees) {
        var union = new TreeBuilder();
        List<int[]> targets = new ArrayList<>();
        for (CallTree tree : trees) targets.add(union.unite(tree));
        int[] places = union.places();
        CallTree all = union.build();
        List<NodeMapping> folds = new ArrayList<>();
        for (int i = 0; i < trees.size(); i++)
            folds.add(new NodeMapping(trees.get(i), all, placed(targets.get(i), places)));
        return folds;
    }

    private static NodeMapping rewired(
            CallTree tree, IntPredicate kept, UnaryOperator<Frame> renamed, boolean dropOthers) {
        Frame[] frames = tree.frames().stream().map(renamed).toArray(Frame[]::new);
        var rewired = new TreeBuilder();
        int[] nearest = new int[tree.size()];
        var gone = new BitSet();
        for (int node = 0; node < nearest.length; node++) {
            int parent = tree.parent(node);
            int up = parent == CallTree.NO_PARENT ? TreeBuilder.ROOT : nearest[parent];
            if (kept.test(node) || (up == TreeBuilder.ROOT && !dropOthers))
                nearest[node] = rewired.child(up, frames[tree.frameIndex(node)]);
            else {
                nearest[node] = up;
                if (dropOthers) gone.set(node);
            }
        }
        int[] target = placed(nearest, rewired.places());
        gone.stream().forEach(node -> target[node] = GONE);
        return new NodeMapping(tree, rewired.build(), target);
    }

    private static int[] placed(int[] handles, int[] places) {
        int[] placed = new int[handles.length];
        for (int node = 0; node < placed.length; node++)
            placed[node] = handles[node] == TreeBuilder.ROOT ? GONE : places[handles[node]];
        return placed;
    }

    public CallTree tree() {
        return to;
    }

    /// How many nodes are mapped.
    public int nodes() {
        return target.length;
    }

    /// The node of the new tree, or [#GONE].
    public int target(int node) {
        return target[node];
    }

    public Profile of(Profile profile) {
        if (!profile.tree().equals(from))
            throw new IllegalArgumentException("the mapping belongs to another call tree");
        var outline =
                profile.outline().withTree(to, profile.labels().stream().map(this::label).toList());
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : profile.metrics())
            columns.add(folded(metric.scope(), profile.column(metric)));
        return new Profile(outline, new MetricTable(profile.metrics(), columns));
    }

    private MetricColumn folded(Metric.Scope scope, MetricColumn column) {
        int[] goal = scope == Metric.Scope.EXCLUSIVE ? target : targetOfWhole;
        boolean fill = isPruning && scope == Metric.Scope.INCLUSIVE;
        return new FoldedColumn(from, goal, to.size(), scope)
                .of(fill ? Scopes.filled(from, column) : column);
    }

    /// The text of the first node that has one.
    private Label label(Label label) {
        String[] texts = new String[to.size()];
        Arrays.fill(texts, "");
        for (int node = 0; node < target.length; node++)
            if (targetOfWhole[node] != GONE && texts[targetOfWhole[node]].isEmpty())
                texts[targetOfWhole[node]] = label.at(node);
        return Label.of(label.name(), List.of(texts));
    }
}
