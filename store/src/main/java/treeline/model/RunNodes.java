package treeline.model;

import java.util.Arrays;

/// The nodes that one context ran, with all their callers: what inclusive values of a context
/// touch. Runs have many more contexts than a context has nodes, so nothing here is as long as the
/// tree.
final class RunNodes {
    private RunNodes() {}

    /// Ascending. Cells ascend too, so a caller that was already met lies on the path of the node
    /// before.
    static int[] withCallers(CallTree tree, SparseRows rows, int context) {
        int[] nodes = new int[16];
        int count = 0;
        boolean sorted = true;
        int before = CallTree.NO_PARENT;
        for (int cell = rows.start(context); cell < rows.end(context); cell++) {
            if (Double.isNaN(rows.value(cell))) continue;
            int node = rows.index(cell);
            for (int at = node; isNew(tree, at, before); at = tree.parent(at)) {
                if (count == nodes.length) nodes = Arrays.copyOf(nodes, count * 2);
                sorted &= count == 0 || nodes[count - 1] < at;
                nodes[count++] = at;
            }
            before = node;
        }
        int[] ran = Arrays.copyOf(nodes, count);
        if (!sorted) Arrays.sort(ran);
        return ran;
    }

    /// Whether a node is there and not on the path of the node that was met before.
    private static boolean isNew(CallTree tree, int node, int before) {
        if (node == CallTree.NO_PARENT) return false;
        return before < node || tree.subtreeEnd(node) <= before;
    }
}
