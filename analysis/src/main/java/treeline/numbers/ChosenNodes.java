package treeline.numbers;

import treeline.array.IndexSort;
import treeline.model.CallTree;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The values of selected nodes over all contexts. Only cells at and below these nodes are read,
/// each once, even if the nodes are nested.
final class ChosenNodes {
    private static final int NONE = -1;

    private final CallTree tree;
    private final int[] nodes;
    private final SparseRows cells;
    private final int contexts;
    private final boolean summed;

    /// Receives the values of one node by context, NaN if not measured. The array is reused.
    @FunctionalInterface
    interface Each {
        void accept(int place, double[] ofContexts);
    }

    /// @param nodes each once
    ChosenNodes(Numbers numbers, Scope scope, int[] nodes) {
        this.tree = numbers.tree();
        this.nodes = nodes;
        this.cells = numbers.cells(scope).byNode();
        this.contexts = numbers.profile().contexts().size();
        this.summed = numbers.isSummed(scope);
    }

    /// Whether what is below a node counts for it, or for what it counts for.
    private boolean carries(int node) {
        return summed && node != CallTree.NO_PARENT;
    }

    /// Goes over the chosen nodes from the last to the first: what is below a node is complete
    /// before it, so only the arrays of its callers wait.
    void forEachNode(Each each) {
        int[] above = new int[nodes.length];
        int[] chosenOf = nearestChosen(above);
        Map<Integer, double[]> below = new HashMap<>();
        int[] lastFirst =
                IndexSort.of(
                        nodes.length,
                        (place, other) -> Integer.compare(nodes[other], nodes[place]));
        for (int place : lastFirst) {
            double[] known = below.remove(place);
            double[] values = known == null ? nothing() : known;
            for (int node = nodes[place]; node < tree.subtreeEnd(nodes[place]); node++)
                if (chosenOf[node] == place) addCells(values, node, 1);
            each.accept(place, values);
            if (above[place] != NONE) below.merge(above[place], values, ChosenNodes::added);
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
        double[] sums = nothing();
        for (int node = 0; node < times.length; node++) {
            if (carries(tree.parent(node))) times[node] += times[tree.parent(node)];
            if (times[node] > 0) addCells(sums, node, times[node]);
        }
        return sums;
    }

    private void addCells(double[] ofContexts, int node, int times) {
        for (int cell = cells.start(node); cell < cells.end(node); cell++) {
            int context = cells.index(cell);
            ofContexts[context] = sum(ofContexts[context], cells.value(cell) * times);
        }
    }

    private double[] nothing() {
        double[] values = new double[contexts];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    private static double[] added(double[] to, double[] more) {
        Arrays.setAll(to, context -> sum(to[context], more[context]));
        return to;
    }

    static double sum(double a, double b) {
        if (Double.isNaN(a)) return b;
        return Double.isNaN(b) ? a : a + b;
    }
}
