package treeline.model;

import org.jspecify.annotations.Nullable;

import java.lang.ref.SoftReference;

/// All values of one metric, by context and by node. It is created from one order; the other is
/// computed on first use and cached, because views of a rank and views of a node alternate. The
/// cached order is dropped when memory runs short, so a column needs 12 bytes per value.
public final class MetricColumn {
    private final int contexts;
    private final int nodes;
    private final SparseRows rows;
    private final boolean isByContext;
    private volatile @Nullable SoftReference<SparseRows> transposed;

    private MetricColumn(int contexts, int nodes, SparseRows rows, boolean isByContext) {
        this.contexts = contexts;
        this.nodes = nodes;
        this.rows = rows;
        this.isByContext = isByContext;
    }

    /// Creates a column from a matrix of contexts by nodes.
    public static MetricColumn ofContexts(SparseRows byContext, int nodes) {
        return new MetricColumn(byContext.rows(), nodes, byContext, true);
    }

    /// Creates a column of one context.
    ///
    /// @param values by node, NaN where nothing was measured
    public static MetricColumn ofOneContext(double... values) {
        var row = new SparseRows.Builder(values.length, 0);
        for (int node = 0; node < values.length; node++)
            if (!Double.isNaN(values[node])) row.add(node, values[node]);
        return ofContexts(row.endRow().build(), values.length);
    }

    /// Creates a column from a matrix of nodes by contexts.
    public static MetricColumn ofNodes(SparseRows byNode, int contexts) {
        return new MetricColumn(contexts, byNode.rows(), byNode, false);
    }

    public int contexts() {
        return contexts;
    }

    public int nodes() {
        return nodes;
    }

    /// Number of cells: pairs of context and node with a value.
    public int cells() {
        return rows.cells();
    }

    /// Number of stored iterations of all cells.
    public long iterations() {
        return rows.iterations();
    }

    /// Whether any cell has stored iterations.
    public boolean hasSeries() {
        return rows.hasSeries();
    }

    /// The matrix with one row per context.
    public SparseRows byContext() {
        return isByContext ? rows : transposed();
    }

    /// The matrix with one row per node.
    public SparseRows byNode() {
        return isByContext ? transposed() : rows;
    }

    /// One thread computes it and the others wait: each would need as much memory.
    private synchronized SparseRows transposed() {
        SparseRows known = knownTransposed();
        if (known != null) return known;
        SparseRows computed = rows.transposed(isByContext ? nodes : contexts);
        transposed = new SoftReference<>(computed);
        return computed;
    }

    private @Nullable SparseRows knownTransposed() {
        SoftReference<SparseRows> cached = transposed;
        return cached == null ? null : cached.get();
    }

    /// Whether [#byNode] is already computed. Code that works in either order then uses it, which
    /// saves time and memory.
    public boolean isKnownByNode() {
        return !isByContext || knownTransposed() != null;
    }

    /// The value of a node in a context, NaN if it was not measured.
    public double at(int context, int node) {
        SparseRows rows = byContext();
        int cell = rows.find(context, node);
        return cell < 0 ? Double.NaN : rows.value(cell);
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
