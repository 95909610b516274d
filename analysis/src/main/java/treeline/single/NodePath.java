package treeline.single;

import treeline.model.CallTree;

/// A node as one text for tables: the names from the root, `main/solve/MPI_Send`.
public final class NodePath {
    private NodePath() {}

    public static String of(CallTree tree, int node) {
        return String.join("/", tree.path(node));
    }
}
