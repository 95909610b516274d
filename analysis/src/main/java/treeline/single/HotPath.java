package treeline.single;

import treeline.model.CallTree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Where to look first: from a node to its heaviest child, as long as that child holds at least a
/// share of its parent's value. It ends at the last node that does, as in hpcviewer: the cost is
/// there, or spreads from there.
public final class HotPath {
    public static final double USUAL_SHARE = 0.5;

    private HotPath() {}

    /// The hot path from the heaviest root; empty where nothing has a value above 0.
    ///
    /// @param inclusive a value a node; exclusive ones would lead to any leaf
    public static int[] of(CallTree tree, double[] inclusive, double share) {
        int root = heaviest(tree.children(CallTree.NO_PARENT), inclusive);
        return root < 0 ? new int[0] : from(tree, root, inclusive, share);
    }

    public static int[] from(CallTree tree, int start, double[] inclusive, double share) {
        if (!(share > 0 && share <= 1))
            throw new IllegalArgumentException(
                    "the share of a hot path is above 0 and at most 1, not " + share);
        int[] path = new int[16];
        int length = 0;
        int at = inclusive[start] > 0 ? start : -1;
        while (at >= 0) {
            if (length == path.length) path = Arrays.copyOf(path, length * 2);
            path[length++] = at;
            int next = heaviest(tree.children(at), inclusive);
            at = next >= 0 && inclusive[next] >= share * inclusive[at] ? next : -1;
        }
        return Arrays.copyOf(path, length);
    }

    /// One hot path for each root of a forest that has a value, heaviest root first.
    public static List<int[]> ofAllRoots(CallTree tree, double[] inclusive, double share) {
        List<int[]> paths = new ArrayList<>();
        Arrays.stream(tree.children(CallTree.NO_PARENT))
                .boxed()
                .filter(root -> inclusive[root] > 0)
                .sorted(Comparator.comparingDouble((Integer root) -> -inclusive[root]))
                .forEach(root -> paths.add(from(tree, root, inclusive, share)));
        return paths;
    }

    /// The heaviest of some nodes, -1 where none has a value above 0; the first of equals.
    private static int heaviest(int[] nodes, double[] inclusive) {
        int heaviest = -1;
        double most = 0;
        for (int node : nodes) {
            if (inclusive[node] > most) {
                heaviest = node;
                most = inclusive[node];
            }
        }
        return heaviest;
    }
}
