package treeline.formats.hpctoolkit;

import treeline.source.Selection;

/// The nodes that a load asks for: all of a tree, or a list that ascends.
final class WantedNodes {
    private final boolean all;
    private final int size;
    private final Selection selection;
    private final int[] nodes;

    WantedNodes(Selection selection, int treeSize) {
        this.all = selection.isAll();
        this.selection = selection;
        this.nodes = all ? new int[0] : selection.indexes(treeSize);
        this.size = all ? treeSize : nodes.length;
    }

    boolean isAll() {
        return all;
    }

    int count() {
        return size;
    }

    /// The `i`-th wanted node.
    int node(int i) {
        return all ? i : nodes[i];
    }

    boolean contains(int node) {
        return all || selection.contains(node);
    }
}
