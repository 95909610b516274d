package treeline.model;

import java.util.Arrays;

/// The nodes that one context ran, with all their callers: what inclusive values of a context
/// touch. Runs have many more contexts than a context has nodes, so nothing here is as long as the
/// tree.
final class RunNodes {
    private RunNodes() {}

    /// Ascending. Cells ascend too, so a caller up to the node before was already met: it is on the
    /// path of that one.
    static int[] withCallers(CallTree tree, SparseRows rows, int context) {
        int[] nodes = new int[16];
        int count = 0;
        boolean sorted = true;
        int before = CallTree.NO_PARENT;
        for (int cell = rows.start(context); cell < rows.end(context); cell++) {
            if (Double.isNaN(rows.value(cell))) continue;
            int node = rows.index(cell);
            for (int at = node; at > before; at = tree.parent(at)) {
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
}
