package treeline.formats.cubex;

import treeline.model.CallTree;

/// The two orders in which Cube's index files number call paths, neither of which is by id.
final class CnodeOrder {
    private CnodeOrder() {}

    /// The nodes in the order of a metric's index: depth-first (our own order) for exclusive
    /// metrics, wide for inclusive ones.
    static int[] of(CallTree tree, boolean inclusive) {
        return inclusive ? wide(tree) : depthFirst(tree);
    }

    private static int[] depthFirst(CallTree tree) {
        int[] order = new int[tree.size()];
        for (int node = 0; node < order.length; node++) order[node] = node;
        return order;
    }

    /// Each root; then, of the nodes met so far, the last one whose children are still missing
    /// gives them all, so that a node's children lie side by side: they are subtracted from it
    /// together.
    private static int[] wide(CallTree tree) {
        int[] order = new int[tree.size()];
        int[] stack = new int[tree.size()];
        int count = 0;
        for (int root : tree.children(CallTree.NO_PARENT)) {
            order[count++] = root;
            int height = 0;
            stack[height++] = root;
            while (height > 0) {
                int[] children = tree.children(stack[--height]);
                for (int child : children) order[count++] = child;
                for (int i = children.length - 1; i >= 0; i--) stack[height++] = children[i];
            }
        }
        return order;
    }
}
