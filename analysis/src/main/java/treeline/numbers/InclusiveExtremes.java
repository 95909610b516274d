package treeline.numbers;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.cores.Ranges;
import treeline.model.CallTree;
import treeline.model.SparseRows;

import java.util.Arrays;

/// Minimum and maximum inclusive value of each node over ranks, computed from exclusive values. The
/// slowest rank of a subtree is not the sum of the slowest ranks of its nodes, so inclusive values
/// are computed rank by rank, on all cores, without storing all of them.
final class InclusiveExtremes {
    private final CallTree tree;
    private final double[] smallest;
    private final double[] largest;
    private final int[] ran;

    /// The path of the node that was met last, with what is known of each of its sums. Cells
    /// ascend, so a node that is left is complete: only nodes that a rank ran, and their callers,
    /// are touched, each once.
    private final Ints open = new Ints();

    private final Doubles sum = new Doubles();

    private InclusiveExtremes(CallTree tree) {
        this.tree = tree;
        this.smallest = new double[tree.size()];
        this.largest = new double[tree.size()];
        this.ran = new int[tree.size()];
    }

    /// The extremes of a column that has a row per rank.
    static InclusiveExtremes of(CallTree tree, SparseRows byRank) {
        return Ranges.map(
                        byRank.rows(),
                        Ranges.rowsPerTaskWithArrays(byRank.rows()),
                        (from, to) -> {
                            var some = new InclusiveExtremes(tree);
                            some.add(byRank, from, to);
                            return some;
                        })
                .stream()
                .reduce(InclusiveExtremes::with)
                .orElseGet(() -> new InclusiveExtremes(tree));
    }

    /// The smallest value, NaN where no rank ran the node; 0 where some of them did not.
    double[] smallest(int ranks) {
        return counted(smallest, ranks, Math::min);
    }

    double[] largest(int ranks) {
        return counted(largest, ranks, Math::max);
    }

    private double[] counted(
            double[] extreme, int ranks, java.util.function.DoubleBinaryOperator choice) {
        double[] counted = new double[extreme.length];
        Arrays.setAll(
                counted,
                node -> {
                    if (ran[node] == 0) return Double.NaN;
                    return ran[node] == ranks
                            ? extreme[node]
                            : choice.applyAsDouble(extreme[node], 0);
                });
        return counted;
    }

    private InclusiveExtremes with(InclusiveExtremes other) {
        for (int node = 0; node < ran.length; node++) {
            if (other.ran[node] == 0) continue;
            put(node, other.smallest[node], other.largest[node]);
            ran[node] += other.ran[node];
        }
        return this;
    }

    private void put(int node, double low, double high) {
        smallest[node] = ran[node] == 0 ? low : Math.min(smallest[node], low);
        largest[node] = ran[node] == 0 ? high : Math.max(largest[node], high);
    }

    private void add(SparseRows rows, int from, int to) {
        for (int rank = from; rank < to; rank++) {
            for (int cell = rows.start(rank); cell < rows.end(rank); cell++) {
                if (Double.isNaN(rows.value(cell))) continue;
                int node = rows.index(cell);
                while (!open.isEmpty() && tree.subtreeEnd(open.last()) <= node) leave();
                enter(node);
                addToLast(rows.value(cell));
            }
            while (!open.isEmpty()) leave();
        }
    }

    private void enter(int node) {
        int top = open.isEmpty() ? CallTree.NO_PARENT : open.last();
        int depth = open.size();
        for (int at = node; at != top; at = tree.parent(at)) depth++;
        open.padTo(depth, node);
        sum.padTo(depth, 0);
        for (int at = node; at != top; at = tree.parent(at)) open.set(--depth, at);
    }

    private void leave() {
        int node = open.removeLast();
        double value = sum.removeLast();
        put(node, value, value);
        ran[node]++;
        if (!open.isEmpty()) addToLast(value);
    }

    private void addToLast(double value) {
        sum.set(sum.size() - 1, sum.last() + value);
    }
}
