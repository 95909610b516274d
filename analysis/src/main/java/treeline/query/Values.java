package treeline.query;

import treeline.model.CallTree;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.DoublePredicate;

/// The values of one metric at all nodes, tested across contexts. See [Across] for what a context
/// without a value counts as. NaN stands for a node that nobody measured.
final class Values {
    private final CallTree tree;
    private final MetricColumn column;

    /// How many ranks count as 0 where they measured nothing.
    private final int countedAsZero;

    /// Whether inclusive values are to be made from exclusive ones.
    private final boolean summed;

    private double[] means = {};

    private Values(CallTree tree, MetricColumn column, int countedAsZero, boolean summed) {
        this.tree = tree;
        this.column = column;
        this.countedAsZero = countedAsZero;
        this.summed = summed;
    }

    /// The values of ranks; the mean is the number that a call tree shows.
    static Values ofRanks(Profile profile, Known.Measured measured) {
        Numbers numbers = Numbers.of(profile, measured.metric());
        int counted = numbers.isPoint() ? 0 : numbers.ranks().size();
        var values =
                new Values(
                        profile.tree(),
                        numbers.by(numbers.ranks(), measured.scope()),
                        counted,
                        /* summed= */ false);
        values.means = numbers.values(measured.scope(), Reduction.MEAN);
        return values;
    }

    /// The values of runs, which have none where they measured nothing.
    static Values ofRuns(Profile profile, Known.Measured measured) {
        return new Values(
                profile.tree(),
                profile.column(
                        measured.isSummed()
                                ? measured.metric()
                                : measured.metric().in(measured.scope())),
                0,
                measured.isSummed());
    }

    BitSet where(DoublePredicate test, Across across) {
        return switch (across) {
            case MEAN -> whereMean(test);
            case ANY, ALL -> counted(test).nodes(across, countedAsZero);
        };
    }

    /// Nodes that no context measured.
    BitSet unmeasured() {
        return counted(_ -> true).unseen();
    }

    private BitSet whereMean(DoublePredicate test) {
        if (means.length == 0) means = means();
        var nodes = new BitSet();
        for (int node = 0; node < means.length; node++) if (test.test(means[node])) nodes.set(node);
        return nodes;
    }

    /// Over the runs that have a value.
    private double[] means() {
        double[] sums = new double[tree.size()];
        int[] measured = new int[tree.size()];
        Arrays.fill(sums, Double.NaN);
        SparseRows rows = column.byContext();
        for (int cell = 0; cell < rows.cells(); cell++) {
            int node = rows.index(cell);
            sums[node] = sum(sums[node], rows.value(cell));
            if (!Double.isNaN(rows.value(cell))) measured[node]++;
        }
        for (int node = 0; node < sums.length; node++) sums[node] /= measured[node];
        if (summed) addToCallers(sums);
        return sums;
    }

    private void addToCallers(double[] sums) {
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT) sums[parent] = sum(sums[parent], sums[node]);
        }
    }

    private static double sum(double a, double b) {
        if (Double.isNaN(a)) return b;
        return Double.isNaN(b) ? a : a + b;
    }

    private Counts counted(DoublePredicate test) {
        var counts = new Counts(new int[tree.size()], new int[tree.size()], test);
        SparseRows rows = column.byContext();
        if (summed) countSums(rows, counts);
        else
            for (int cell = 0; cell < rows.cells(); cell++)
                counts.count(rows.index(cell), rows.value(cell));
        return counts;
    }

    /// One context after the other, and of each only the nodes that it ran and their callers.
    private void countSums(SparseRows rows, Counts counts) {
        double[] sums = new double[tree.size()];
        for (int context = 0; context < rows.rows(); context++) {
            int[] ran = withCallers(rows, context);
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                sums[rows.index(cell)] = sum(0, rows.value(cell));
            for (int i = ran.length - 1; i >= 0; i--) {
                int node = ran[i];
                counts.count(node, sums[node]);
                if (tree.parent(node) != CallTree.NO_PARENT) sums[tree.parent(node)] += sums[node];
                sums[node] = 0;
            }
        }
    }

    /// Ascending. Cells ascend too, so callers that are known already are those of the cell before.
    private int[] withCallers(SparseRows rows, int context) {
        int[] nodes = new int[16];
        int count = 0;
        int before = -1;
        for (int cell = rows.start(context); cell < rows.end(context); cell++) {
            int node = rows.index(cell);
            for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at)) {
                if (at <= before && before < tree.subtreeEnd(at)) break;
                if (count == nodes.length) nodes = Arrays.copyOf(nodes, count * 2);
                nodes[count++] = at;
            }
            before = node;
        }
        int[] ran = Arrays.copyOf(nodes, count);
        Arrays.sort(ran);
        return ran;
    }

    /// How many contexts measured each node, and how many of their values pass a test.
    private static final class Counts {
        private final int[] seen;
        private final int[] passed;
        private final DoublePredicate test;

        Counts(int[] seen, int[] passed, DoublePredicate test) {
            this.seen = seen;
            this.passed = passed;
            this.test = test;
        }

        void count(int node, double value) {
            seen[node]++;
            if (test.test(value)) passed[node]++;
        }

        /// @param contexts that count as 0 where they measured nothing, or 0
        BitSet nodes(Across across, int contexts) {
            boolean zeroPasses = test.test(0);
            boolean nothingPasses = test.test(Double.NaN);
            var nodes = new BitSet();
            for (int node = 0; node < seen.length; node++) {
                boolean absent = seen[node] < contexts;
                boolean passes =
                        across == Across.ANY
                                ? passed[node] > 0 || (absent && zeroPasses)
                                : passed[node] == seen[node] && (!absent || zeroPasses);
                if (seen[node] == 0 ? nothingPasses : passes) nodes.set(node);
            }
            return nodes;
        }

        BitSet unseen() {
            var nodes = new BitSet();
            for (int node = 0; node < seen.length; node++) if (seen[node] == 0) nodes.set(node);
            return nodes;
        }
    }
}
