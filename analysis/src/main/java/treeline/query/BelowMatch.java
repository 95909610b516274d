package treeline.query;

import treeline.model.CallTree;

import java.util.BitSet;
import java.util.List;

/// Greedy subsequence matching of path segments ([Query.Below]) in one top-down pass: each node
/// stores how many of the segments its callers match, in order. Matching each segment as early as
/// possible is optimal.
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
