package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Frame;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/// Assigns each node to a group for [NodeMapping#flat], [NodeMapping#edges] and
/// [NodeMapping#grouping]: the function of a line, a module, a tag. Each group has a representative
/// frame.
///
/// A node can be part of its caller, as a line is part of its function. It then belongs to the
/// caller's group, and the edge to it is not a call.
public final class NodeGroups {
    private static final int OF_CALLER = -1;

    private final CallTree tree;
    private final List<Frame> groups = new ArrayList<>();
    private final Map<Frame, Integer> indexOf = new HashMap<>();
    private final int[] groupOf;
    private final BitSet partOfCaller = new BitSet();

    private NodeGroups(CallTree tree) {
        this.tree = tree;
        this.groupOf = new int[tree.size()];
    }

    /// By frame, which is looked at once however many nodes have it.
    public static NodeGroups ofFrames(CallTree tree, UnaryOperator<Frame> group) {
        return inherited(tree, frame -> Optional.of(group.apply(frame)), group);
    }

    /// The functions of nodes: loops, lines and instructions are part of the function around them,
    /// see [NodePredicates#insideFunctions]. All other nodes are called by their own name.
    public static NodeGroups functions(CallTree tree, UnaryOperator<Frame> named) {
        return inherited(
                tree,
                frame ->
                        NodePredicates.isPartOfFunction(frame)
                                ? Optional.empty()
                                : Optional.of(named.apply(frame)),
                named,
                NodePredicates.insideFunctions(tree));
    }

    /// By frame if the frame has a group of its own; other nodes are part of their callers.
    ///
    /// @param root the group of a root whose frame has none of its own
    public static NodeGroups inherited(
            CallTree tree, Function<Frame, Optional<Frame>> own, UnaryOperator<Frame> root) {
        return inherited(tree, own, root, _ -> true);
    }

    /// @param alone the group of a node that has none of its own and is not part of its caller
    private static NodeGroups inherited(
            CallTree tree,
            Function<Frame, Optional<Frame>> own,
            UnaryOperator<Frame> alone,
            IntPredicate partOfCaller) {
        var groups = new NodeGroups(tree);
        int[] ofFrame = new int[tree.frames().size()];
        for (int frame = 0; frame < ofFrame.length; frame++)
            ofFrame[frame] =
                    own.apply(tree.frames().get(frame)).map(groups::index).orElse(OF_CALLER);
        for (int node = 0; node < groups.groupOf.length; node++) {
            int group = ofFrame[tree.frameIndex(node)];
            int caller = tree.parent(node);
            if (group != OF_CALLER) groups.groupOf[node] = group;
            else if (caller == CallTree.NO_PARENT || !partOfCaller.test(node))
                groups.groupOf[node] = groups.index(alone.apply(tree.frame(node)));
            else {
                groups.groupOf[node] = groups.groupOf[caller];
                groups.partOfCaller.set(node);
            }
        }
        return groups;
    }

    /// By node, for what frames alone do not tell.
    public static NodeGroups ofNodes(CallTree tree, IntFunction<Frame> group) {
        var groups = new NodeGroups(tree);
        for (int node = 0; node < groups.groupOf.length; node++)
            groups.groupOf[node] = groups.index(group.apply(node));
        return groups;
    }

    private int index(Frame group) {
        Integer known = indexOf.putIfAbsent(group, groups.size());
        if (known != null) return known;
        groups.add(group);
        return groups.size() - 1;
    }

    public CallTree tree() {
        return tree;
    }

    /// The frame that stands for a node's group.
    public Frame frame(int node) {
        return groups.get(groupOf[node]);
    }

    /// All groups, also those of frames that no node has.
    List<Frame> groups() {
        return groups;
    }

    int group(int node) {
        return groupOf[node];
    }

    boolean isPartOfCaller(int node) {
        return partOfCaller.get(node);
    }

    /// Whether a node has another group than its caller.
    boolean isFirst(int node) {
        int caller = tree.parent(node);
        return caller == CallTree.NO_PARENT || groupOf[node] != groupOf[caller];
    }
}
