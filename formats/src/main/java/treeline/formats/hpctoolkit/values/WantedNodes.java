package treeline.formats.hpctoolkit.values;

import treeline.source.Selection;

/// The requested nodes of a load: all nodes of a tree, or an ascending list.
public final class WantedNodes {
    private final boolean all;
    private final int size;
    private final Selection selection;
    private final int[] nodes;

    public WantedNodes(Selection selection, int treeSize) {
        this.all = selection.isAll();
        this.selection = selection;
        this.nodes = all ? new int[0] : selection.indexes(treeSize);
        this.size = all ? treeSize : nodes.length;
    }

    public boolean isAll() {
        return all;
    }

    public int count() {
        return size;
    }

    /// The `i`-th wanted node.
    public int node(int i) {
        return all ? i : nodes[i];
    }

    boolean contains(int node) {
        return all || selection.contains(node);
    }
}
