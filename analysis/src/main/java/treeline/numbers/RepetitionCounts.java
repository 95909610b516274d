package treeline.numbers;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Repetition counts by rank and call tree root: the divisors of averages over repetitions. A
/// repetition in which a rank did not run a root is missing there, not 0.
final class RepetitionCounts {
    /// The repetitions there are, ascending; one for a run that was not repeated.
    private final int[] numbers;

    /// The place of each context's repetition among `numbers`.
    private final int[] indexOf;

    private final int[] rootOf;
    private final Root[] roots;

    private static final class Root {
        /// How many repetitions each rank ran the root in.
        private final int[] ofRank;

        /// How many ranks ran it in each repetition.
        private final int[] ranks;

        /// How many ran it in any.
        private final int ranksEver;

        Root(int[] ofRank, int[] ranks, int ranksEver) {
            this.ofRank = ofRank;
            this.ranks = ranks;
            this.ranksEver = ranksEver;
        }
    }

    private RepetitionCounts(int[] numbers, int[] indexOf, int[] rootOf, Root[] roots) {
        this.numbers = numbers;
        this.indexOf = indexOf;
        this.rootOf = rootOf;
        this.roots = roots;
    }

    static RepetitionCounts of(
            CallTree tree, List<Context> contexts, Locations ranks, MetricColumn column) {
        int[] repetition = contexts.stream().mapToInt(Context::repetition).toArray();
        int[] numbers = Arrays.stream(repetition).sorted().distinct().toArray();
        int[] indexOf =
                Arrays.stream(repetition).map(each -> Arrays.binarySearch(numbers, each)).toArray();
        if (numbers.length < 2)
            return new RepetitionCounts(numbers, indexOf, new int[0], new Root[0]);
        int[] tops = tree.children(CallTree.NO_PARENT);
        int[] rootOf = new int[tree.size()];
        Root[] roots = new Root[tops.length];
        for (int root = 0; root < tops.length; root++) {
            Arrays.fill(rootOf, tops[root], tree.subtreeEnd(tops[root]), root);
            BitSet ran = contextsIn(column.byNode(), tops[root], tree.subtreeEnd(tops[root]));
            roots[root] = root(ran, ranks, indexOf, numbers.length);
        }
        return new RepetitionCounts(numbers, indexOf, rootOf, roots);
    }

    private static BitSet contextsIn(SparseRows rows, int from, int end) {
        var contexts = new BitSet();
        for (int cell = rows.start(from); cell < rows.start(end); cell++)
            if (!Double.isNaN(rows.value(cell))) contexts.set(rows.index(cell));
        return contexts;
    }

    private static Root root(BitSet contexts, Locations ranks, int[] indexOf, int repetitions) {
        var ran = new BitSet();
        contexts.stream().forEach(each -> ran.set(ranks.of(each) * repetitions + indexOf[each]));
        int[] ofRank = new int[ranks.size()];
        int[] ranksIn = new int[repetitions];
        ran.stream()
                .forEach(
                        unit -> {
                            ofRank[unit / repetitions]++;
                            ranksIn[unit % repetitions]++;
                        });
        int ever = (int) Arrays.stream(ofRank).filter(each -> each > 0).count();
        return new Root(ofRank, ranksIn, ever);
    }

    /// Whether there is anything to average.
    boolean areSeveral() {
        return numbers.length > 1;
    }

    int count() {
        return numbers.length;
    }

    int number(int index) {
        return numbers[index];
    }

    int indexOf(int context) {
        return indexOf[context];
    }

    int[] indexOf() {
        return indexOf;
    }

    /// How many repetitions the values of a rank at a node are averaged over.
    int of(int node, int rank) {
        return areSeveral() ? Math.max(1, roots[rootOf[node]].ofRank[rank]) : 1;
    }

    /// How many ranks lack a repetition of a node's root that they ran otherwise: it did not happen
    /// there, and they do not count in its mean.
    int lacking(int node, int index) {
        if (!areSeveral()) return 0;
        Root root = roots[rootOf[node]];
        return root.ranksEver - root.ranks[index];
    }

    /// Nodes in groups that are averaged alike.
    List<int[]> byRoot(int[] nodes) {
        if (!areSeveral() || nodes.length < 2)
            return nodes.length == 0 ? List.of() : List.of(nodes);
        return Arrays.stream(nodes)
                .boxed()
                .collect(
                        Collectors.groupingBy(
                                node -> rootOf[node], TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(group -> group.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }
}
