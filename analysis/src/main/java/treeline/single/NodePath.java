package treeline.single;

import treeline.model.CallTree;
import treeline.text.PathText;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/// The call path of a node as text for tables, `main/solve/MPI_Send`, in the syntax of [PathText],
/// so that different call paths have different texts. Very deep paths keep only their last frames,
/// after `…`; a recursion of a hundred thousand levels would otherwise fill the memory with its
/// name.
public final class NodePath {
    private static final int MAX_LENGTH = 200;

    private final CallTree tree;

    /// The nodes and names of the last path, from the root.
    private final List<Integer> nodes = new ArrayList<>();

    private final List<String> names = new ArrayList<>();

    private NodePath(CallTree tree) {
        this.tree = tree;
    }

    /// The paths of many nodes, one after the other. Each is built from the frames that it shares
    /// with the one before: for nodes in depth-first order the cost is that of the texts.
    public static IntFunction<String> ofEach(CallTree tree) {
        return new NodePath(tree)::next;
    }

    private String next(int node) {
        while (!nodes.isEmpty() && !isBelow(node, nodes.getLast())) {
            nodes.removeLast();
            names.removeLast();
        }
        int shared = nodes.size();
        int above = shared == 0 ? CallTree.NO_PARENT : nodes.getLast();
        for (int at = node; at != above; at = tree.parent(at)) nodes.add(at);
        Collections.reverse(nodes.subList(shared, nodes.size()));
        for (int added : nodes.subList(shared, nodes.size()))
            names.add(PathText.escaped(tree.name(added)));
        int depth = names.size();
        if (depth <= MAX_LENGTH) return String.join("/", names);
        return "…/" + String.join("/", names.subList(depth - MAX_LENGTH, depth));
    }

    private boolean isBelow(int node, int above) {
        return above <= node && node < tree.subtreeEnd(above);
    }

    public static String of(CallTree tree, int node) {
        Deque<String> names = new ArrayDeque<>();
        int at = node;
        for (; at != CallTree.NO_PARENT && names.size() < MAX_LENGTH; at = tree.parent(at))
            names.addFirst(PathText.escaped(tree.name(at)));
        if (at != CallTree.NO_PARENT) names.addFirst("…");
        return String.join("/", names);
    }
}
