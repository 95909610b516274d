package treeline.single;

import treeline.model.CallTree;
import treeline.text.PathText;

import java.util.ArrayDeque;
import java.util.Deque;

/// A node as one text for tables: the names from the root, `main/solve/MPI_Send`, as [PathText]
/// writes them, so that no two call paths have the same text. Of a very deep path only the last
/// frames are written, behind `…`: a recursion of a hundred thousand levels would else fill the
/// memory with its own name.
public final class NodePath {
    private static final int MAX_LENGTH = 200;

    private NodePath() {}

    public static String of(CallTree tree, int node) {
        Deque<String> names = new ArrayDeque<>();
        int at = node;
        for (; at != CallTree.NO_PARENT && names.size() < MAX_LENGTH; at = tree.parent(at))
            names.addFirst(PathText.escaped(tree.name(at)));
        if (at != CallTree.NO_PARENT) names.addFirst("…");
        return String.join("/", names);
    }
}
