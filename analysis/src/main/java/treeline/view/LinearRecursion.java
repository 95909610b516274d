package treeline.view;

import treeline.model.CallTree;

import java.util.function.IntUnaryOperator;

/// A function that calls only itself, level below level: readers see one line of it, because each
/// level says what the one above says, and runaway recursions have tens of thousands.
public final class LinearRecursion {
    /// Fewer levels are shown one by one: they fit a screen.
    public static final int MIN_LEVELS = 50;

    private LinearRecursion() {}

    /// How many rows from one on are levels of one recursion; at least 1. Linear in them.
    ///
    /// @param rows how many there are
    /// @param nodes by row, from top to bottom; -1 where a row is not a node
    public static int levels(CallTree tree, int from, int rows, IntUnaryOperator nodes) {
        int end = from + 1;
        while (end < rows && isLevelBelow(tree, nodes.applyAsInt(end - 1), nodes.applyAsInt(end)))
            end++;
        return end - from;
    }

    private static boolean isLevelBelow(CallTree tree, int node, int below) {
        return node >= 0
                && below == node + 1
                && tree.parent(below) == node
                && tree.subtreeEnd(below) == tree.subtreeEnd(node)
                && tree.frameIndex(below) == tree.frameIndex(node);
    }

    /// What readers see in place of the levels: `f, 20,000 levels`.
    public static String text(String function, int levels) {
        return "%s, %s levels".formatted(function, Quantity.whole(levels));
    }
}
