package treeline.model;

import org.jspecify.annotations.Nullable;

/// All values of one metric in both orders. It is made from either; the other one is made when it
/// is first asked for and then kept, because views of a rank and views of a node alternate.
public final class MetricColumn {
    private final int contexts;
    private final int nodes;
    private volatile @Nullable SparseRows byContext;
    private volatile @Nullable SparseRows byNode;

    private MetricColumn(
            int contexts, int nodes, @Nullable SparseRows byContext, @Nullable SparseRows byNode) {
        this.contexts = contexts;
        this.nodes = nodes;
        this.byContext = byContext;
        this.byNode = byNode;
    }

    /// A column from rows that are contexts and cells that are nodes.
    public static MetricColumn ofContexts(SparseRows byContext, int nodes) {
        return new MetricColumn(byContext.rows(), nodes, byContext, null);
    }

    /// A column from rows that are nodes and cells that are contexts.
    public static MetricColumn ofNodes(SparseRows byNode, int contexts) {
        return new MetricColumn(contexts, byNode.rows(), null, byNode);
    }

    public int contexts() {
        return contexts;
    }

    public int nodes() {
        return nodes;
    }

    /// How many pairs of a context and a node have a value.
    public int cells() {
        return eitherOrder().cells();
    }

    /// How many values of iterations are kept, of all cells.
    public long iterations() {
        return eitherOrder().iterations();
    }

    /// Whether values of iterations are kept for some cell.
    public boolean hasSeries() {
        return eitherOrder().hasSeries();
    }

    /// One row a context: its nodes and their values.
    public SparseRows byContext() {
        SparseRows known = byContext;
        if (known == null) byContext = known = eitherOrder().transposed(contexts);
        return known;
    }

    /// One row a node: the contexts that ran it and their values.
    public SparseRows byNode() {
        SparseRows known = byNode;
        if (known == null) byNode = known = eitherOrder().transposed(nodes);
        return known;
    }

    /// Whether [#byNode] is there already. What can be done in either order takes this one then,
    /// which saves the time and the memory of the other.
    public boolean isKnownByNode() {
        return byNode != null;
    }

    /// The value of a node in a context, NaN where nothing was measured.
    public double at(int context, int node) {
        SparseRows rows = byContext();
        int cell = rows.find(context, node);
        return cell < 0 ? Double.NaN : rows.value(cell);
    }

    private SparseRows eitherOrder() {
        SparseRows known = byContext;
        if (known == null) known = byNode;
        if (known == null) throw new AssertionError("a column is made from one of its orders");
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetricColumn that
                && contexts == that.contexts
                && nodes == that.nodes
                && byContext().equals(that.byContext());
    }

    @Override
    public int hashCode() {
        return byContext().hashCode();
    }

    @Override
    public String toString() {
        return "MetricColumn of %d nodes x %d contexts, %d cells"
                .formatted(nodes, contexts, cells());
    }
}
