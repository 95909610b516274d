package treeline.query;

import treeline.model.CallTree;

import java.util.BitSet;
import java.util.List;

/// Finds the nodes of [Query.Below] in one pass down the tree. It is enough to know of each node
/// how many of the first segments its callers fulfil in order: taking each as early as possible
/// leaves most room for the others.
final class BelowMatch {
    private BelowMatch() {}

    static BitSet nodes(CallTree tree, List<BitSet> segments) {
        int before = segments.size() - 1;
        int[] fulfilled = new int[tree.size()];
        var found = new BitSet(tree.size());
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            int above = parent == CallTree.NO_PARENT ? 0 : fulfilled[parent];
            if (above == before && segments.getLast().get(node)) found.set(node);
            boolean next = above < before && segments.get(above).get(node);
            fulfilled[node] = next ? above + 1 : above;
        }
        return found;
    }
}
