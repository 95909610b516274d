package treeline.model;

import org.jspecify.annotations.Nullable;

/// All values of one metric, by context and by node. It is created from one order; the other is
/// computed on first use and cached, because views of a rank and views of a node alternate.
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

    /// Creates a column from a matrix of contexts by nodes.
    public static MetricColumn ofContexts(SparseRows byContext, int nodes) {
        return new MetricColumn(byContext.rows(), nodes, byContext, null);
    }

    /// Creates a column from a matrix of nodes by contexts.
    public static MetricColumn ofNodes(SparseRows byNode, int contexts) {
        return new MetricColumn(contexts, byNode.rows(), null, byNode);
    }

    public int contexts() {
        return contexts;
    }

    public int nodes() {
        return nodes;
    }

    /// Number of cells: pairs of context and node with a value.
    public int cells() {
        return eitherOrder().cells();
    }

    /// Number of stored iterations of all cells.
    public long iterations() {
        return eitherOrder().iterations();
    }

    /// Whether any cell has stored iterations.
    public boolean hasSeries() {
        return eitherOrder().hasSeries();
    }

    /// The matrix with one row per context.
    public SparseRows byContext() {
        SparseRows known = byContext;
        if (known == null) byContext = known = eitherOrder().transposed(contexts);
        return known;
    }

    /// The matrix with one row per node.
    public SparseRows byNode() {
        SparseRows known = byNode;
        if (known == null) byNode = known = eitherOrder().transposed(nodes);
        return known;
    }

    /// Whether [#byNode] is already computed. Code that works in either order then uses it, which
    /// saves time and memory.
    public boolean isKnownByNode() {
        return byNode != null;
    }

    /// The value of a node in a context, NaN if it was not measured.
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
