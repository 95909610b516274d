package treeline.array;

import java.util.function.IntUnaryOperator;

/// The depth-first order of a tree, without recursion: call paths may be deeper than a thread's
/// stack.
public final class DepthFirst {
    private DepthFirst() {}

    /// The place of each node; siblings keep their order.
    ///
    /// @param parent of each node, which comes before it; -1 for a root
    public static int[] places(int nodes, IntUnaryOperator parent) {
        // Both by node + 1: roots are children of what is at 0.
        int[] descendants = new int[nodes + 1];
        int[] next = new int[nodes + 1];
        for (int node = nodes - 1; node >= 0; node--)
            descendants[parent.applyAsInt(node) + 1] += 1 + descendants[node + 1];
        int[] places = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            int above = parent.applyAsInt(node) + 1;
            places[node] = next[above];
            next[node + 1] = places[node] + 1;
            next[above] += 1 + descendants[node + 1];
        }
        return places;
    }
}
