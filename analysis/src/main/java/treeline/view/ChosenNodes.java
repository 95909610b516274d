package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/// The values of some nodes, one context after the other: a picture of a few nodes over all
/// contexts costs one pass over the cells, however the nodes lie in each other, and no matrix.
final class ChosenNodes {
    private static final int NONE = -1;

    private final CallTree tree;
    private final int[] nodes;
    private final SparseRows cells;
    private final boolean summed;

    /// Nodes that have cells, where that matters: an inclusive node without any is worth what its
    /// children are.
    private final BitSet measured;

    /// Called with the values of the chosen nodes in a context, NaN where nothing was measured; the
    /// array is used again.
    @FunctionalInterface
    interface Each {
        void accept(int context, double[] ofNodes);
    }

    /// @param nodes each once
    ChosenNodes(MetricValues values, Scope scope, int[] nodes) {
        this.tree = values.tree();
        this.nodes = nodes;
        this.cells = values.column(scope).byContext();
        this.summed = values.isSummed(scope);
        this.measured = new BitSet(tree.size());
        boolean filled = scope == Scope.INCLUSIVE && !values.isPoint();
        if (!filled) measured.set(0, tree.size());
        else if (!summed)
            for (int cell = 0; cell < cells.cells(); cell++) measured.set(cells.index(cell));
    }

    /// Whether what is below a node counts for it, or for what it counts for.
    private boolean carries(int node) {
        return node != CallTree.NO_PARENT && (summed || !measured.get(node));
    }

    void forEachContext(Each each) {
        int[] above = new int[nodes.length];
        int[] chosenOf = nearestChosen(above);
        int[] deepestFirst =
                IntStream.range(0, nodes.length)
                        .boxed()
                        .sorted(Comparator.comparingInt((Integer i) -> -nodes[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        double[] ofNodes = new double[nodes.length];
        for (int context = 0; context < cells.rows(); context++) {
            Arrays.fill(ofNodes, Double.NaN);
            for (int cell = cells.start(context); cell < cells.end(context); cell++) {
                int place = chosenOf[cells.index(cell)];
                if (place != NONE) ofNodes[place] = sum(ofNodes[place], cells.value(cell));
            }
            for (int i : deepestFirst)
                if (above[i] != NONE) ofNodes[above[i]] = sum(ofNodes[above[i]], ofNodes[i]);
            each.accept(context, ofNodes);
        }
    }

    /// For each node the place in `nodes` of what its cells count for first.
    ///
    /// @param above is filled with the chosen node that each chosen one counts for in turn
    private int[] nearestChosen(int[] above) {
        int[] own = new int[tree.size()];
        Arrays.fill(own, NONE);
        for (int i = 0; i < nodes.length; i++) own[nodes[i]] = i;
        int[] nearest = new int[own.length];
        for (int node = 0; node < nearest.length; node++) {
            int parent = tree.parent(node);
            int up = carries(parent) ? nearest[parent] : NONE;
            if (own[node] != NONE) above[own[node]] = up;
            nearest[node] = own[node] == NONE ? up : own[node];
        }
        return nearest;
    }

    /// The sum of all chosen nodes in each context, NaN where none was measured.
    double[] sums() {
        int[] times = new int[tree.size()];
        for (int node : nodes) times[node] = 1;
        for (int node = 0; node < times.length; node++)
            if (carries(tree.parent(node))) times[node] += times[tree.parent(node)];
        double[] sums = new double[cells.rows()];
        for (int context = 0; context < sums.length; context++) {
            double sum = Double.NaN;
            for (int cell = cells.start(context); cell < cells.end(context); cell++) {
                int count = times[cells.index(cell)];
                if (count > 0) sum = sum(sum, cells.value(cell) * count);
            }
            sums[context] = sum;
        }
        return sums;
    }

    private static double sum(double a, double b) {
        if (Double.isNaN(a)) return b;
        return Double.isNaN(b) ? a : a + b;
    }
}
