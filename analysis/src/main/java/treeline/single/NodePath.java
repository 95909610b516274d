package treeline.single;

import treeline.model.CallTree;
import treeline.model.PathTexts;
import treeline.text.PathText;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/// The call path of a node as text for tables, `main/solve/MPI_Send`, in the syntax of [PathText],
/// so that different call paths have different texts. Very deep paths keep only their last frames,
/// after `…`; a recursion of a hundred thousand levels would otherwise fill the memory with its
/// name.
public final class NodePath {
    private static final int MAX_LENGTH = 200;

    private NodePath() {}

    /// The paths of many nodes, one after the other, see [PathTexts].
    public static IntFunction<String> ofEach(CallTree tree) {
        return new PathTexts(tree, MAX_LENGTH)::of;
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
