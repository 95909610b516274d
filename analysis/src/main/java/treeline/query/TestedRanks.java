package treeline.query;

import java.io.Serializable;
import java.util.BitSet;
import java.util.function.DoublePredicate;

/// Of each node, how many ranks have a value and how many values pass a test. Counts of further
/// ranks can be added, so comparisons of single ranks are answered in parts.
public final class TestedRanks implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] seen;
    private final int[] passed;
    private int countedAsZero;

    /// @param countedAsZero how many ranks count as 0 if they measured nothing; 0 for none
    TestedRanks(int nodes, int countedAsZero) {
        this.seen = new int[nodes];
        this.passed = new int[nodes];
        this.countedAsZero = countedAsZero;
    }

    void count(int node, boolean passes) {
        seen[node]++;
        if (passes) passed[node]++;
    }

    /// Adds the counts of other ranks.
    public void add(TestedRanks others) {
        for (int node = 0; node < seen.length; node++) {
            seen[node] += others.seen[node];
            passed[node] += others.passed[node];
        }
        countedAsZero += others.countedAsZero;
    }

    /// The nodes of which any or all ranks pass.
    ///
    /// @param test the one that was counted
    BitSet nodes(ContextQuantifier across, DoublePredicate test) {
        boolean zeroPasses = test.test(0);
        boolean nothingPasses = test.test(Double.NaN);
        var nodes = new BitSet();
        for (int node = 0; node < seen.length; node++) {
            boolean absent = seen[node] < countedAsZero;
            boolean passes =
                    across == ContextQuantifier.ANY
                            ? passed[node] > 0 || (absent && zeroPasses)
                            : passed[node] == seen[node] && (!absent || zeroPasses);
            if (seen[node] == 0 ? nothingPasses : passes) nodes.set(node);
        }
        return nodes;
    }

    /// The nodes that no rank measured.
    BitSet unmeasured() {
        var nodes = new BitSet();
        for (int node = 0; node < seen.length; node++) if (seen[node] == 0) nodes.set(node);
        return nodes;
    }
}
