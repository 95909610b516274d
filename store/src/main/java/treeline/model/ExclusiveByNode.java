package treeline.model;

import treeline.cores.Ranges;

import java.util.Arrays;

/// Exclusive from inclusive values of a column that is in the order of nodes. It goes over the
/// nodes and knows for each context which of its nodes are open, so that the column need not be
/// turned into the order of contexts first. The values are those of [Scopes], bit by bit.
final class ExclusiveByNode {
    private static final int NONE = -1;

    private final CallTree tree;
    private final SparseRows rows;

    /// What the nearest cells below each cell measured.
    private final double[] below;

    /// The innermost open cell of each context. From there `above` leads outwards, and a cell is
    /// open until the node `end`.
    private final int[] innermost;

    private final int[] above;
    private final int[] end;

    private ExclusiveByNode(CallTree tree, MetricColumn inclusive) {
        this.tree = tree;
        this.rows = inclusive.byNode();
        this.below = new double[rows.cells()];
        this.above = new int[rows.cells()];
        this.end = new int[rows.cells()];
        this.innermost = new int[inclusive.contexts()];
        Arrays.fill(innermost, NONE);
    }

    static MetricColumn of(CallTree tree, MetricColumn inclusive) {
        var work = new ExclusiveByNode(tree, inclusive);
        int contexts = inclusive.contexts();
        Ranges.each(contexts, Ranges.rowsPerTaskWithArrays(contexts), work::addToCallers);
        return MetricColumn.ofNodes(work.difference(), contexts);
    }

    /// Contexts do not touch each other, so each task takes some.
    private void addToCallers(int fromContext, int toContext) {
        for (int node = 0; node < rows.rows(); node++) {
            int cell = rows.from(node, fromContext);
            for (; cell < rows.end(node) && rows.index(cell) < toContext; cell++)
                if (!Double.isNaN(rows.value(cell))) addToCaller(node, cell);
        }
    }

    private void addToCaller(int node, int cell) {
        int context = rows.index(cell);
        int caller = innermost[context];
        while (caller != NONE && end[caller] <= node) caller = above[caller];
        if (caller != NONE) below[caller] += rows.value(cell);
        above[cell] = caller;
        end[cell] = tree.subtreeEnd(node);
        innermost[context] = cell;
    }

    private SparseRows difference() {
        var out = new SparseRows.Builder(rows.cells(), 0);
        for (int node = 0; node < rows.rows(); node++) {
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    out.add(rows.index(cell), rows.value(cell) - below[cell]);
            out.endRow();
        }
        return out.build();
    }
}
