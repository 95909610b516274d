package treeline.model;

import treeline.cores.Ranges;

import java.util.stream.IntStream;

/// Whether every value of a column has a value at its caller in the same context. Most columns do,
/// and then need no filling; see [Scopes#filled].
final class MeasuredCallers {
    private MeasuredCallers() {}

    static boolean areAll(CallTree tree, MetricColumn column) {
        return column.isKnownByNode()
                ? areAllByNode(tree, column.byNode(), column.contexts())
                : areAllByContext(tree, column.byContext());
    }

    private static boolean areAllByContext(CallTree tree, SparseRows rows) {
        return Ranges.map(
                        rows.rows(),
                        Ranges.rowsPerTaskWithArrays(rows.rows()),
                        (from, to) -> areAllByContext(tree, rows, from, to))
                .stream()
                .allMatch(all -> all);
    }

    private static boolean areAllByContext(CallTree tree, SparseRows rows, int from, int to) {
        int[] measuredIn = new int[tree.size()];
        for (int context = from; context < to; context++) {
            for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                int node = rows.index(cell);
                int parent = tree.parent(node);
                if (Double.isNaN(rows.value(cell))) return false;
                if (parent != CallTree.NO_PARENT && measuredIn[parent] != context + 1) return false;
                measuredIn[node] = context + 1;
            }
        }
        return true;
    }

    private static boolean areAllByNode(CallTree tree, SparseRows rows, int contexts) {
        return IntStream.range(0, rows.rows())
                .parallel()
                .allMatch(node -> isWithinCaller(rows, node, tree.parent(node), contexts));
    }

    private static boolean isWithinCaller(SparseRows rows, int node, int parent, int contexts) {
        boolean certain =
                parent == CallTree.NO_PARENT || rows.end(parent) - rows.start(parent) == contexts;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            if (Double.isNaN(rows.value(cell))) return false;
            if (!certain && rows.find(parent, rows.index(cell)) < 0) return false;
        }
        return true;
    }
}
