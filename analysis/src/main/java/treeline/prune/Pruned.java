package treeline.prune;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.transform.NodeMapping;

import java.util.BitSet;

/// The result of pruning: which nodes stay. Inclusive values of the remaining nodes are unchanged.
/// Exclusive values of dropped nodes are added to their nearest remaining caller, so that exclusive
/// values still sum to the total of the remaining roots.
public final class Pruned {
    private final CallTree from;
    private final BitSet kept;
    private final int[] alone;
    private final int[] left;

    Pruned(CallTree from, BitSet kept, int[] alone, int[] left) {
        this.from = from;
        this.kept = kept;
        this.alone = alone;
        this.left = left;
    }

    /// How many nodes stay.
    public int size() {
        return kept.cardinality();
    }

    /// How many nodes the tree had.
    public int before() {
        return from.size();
    }

    public boolean isKept(int node) {
        return kept.get(node);
    }

    /// How many nodes a rule alone leaves out.
    public int alone(int rule) {
        return alone[rule];
    }

    /// How many nodes stay after a rule and those before it.
    public int left(int rule) {
        return left[rule];
    }

    /// Whether a node that had a caller is a root now: nothing tells any more how often it ran.
    public boolean hasNewRoots() {
        for (int node = kept.nextSetBit(0); node >= 0; node = kept.nextSetBit(node + 1)) {
            int up = from.parent(node);
            if (up == CallTree.NO_PARENT) continue;
            while (up != CallTree.NO_PARENT && !kept.get(up)) up = from.parent(up);
            if (up == CallTree.NO_PARENT) return true;
        }
        return false;
    }

    /// Carries values over to the smaller tree, see [NodeMapping#pruning].
    public NodeMapping fold() {
        return NodeMapping.pruning(from, kept::get);
    }

    /// The profile with the nodes alone that stay. It may hold all values; or, where every context
    /// that measured a node measured its callers too, the inclusive values of these nodes alone.
    public Profile of(Profile profile) {
        return fold().of(profile);
    }
}
