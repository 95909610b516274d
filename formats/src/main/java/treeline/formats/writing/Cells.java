package treeline.formats.writing;

import treeline.model.SparseRows;

import java.util.List;

/// Streams the values of several metrics as rows by node and context, as in the tables of other
/// tools, without building a table in memory.
public final class Cells {
    private final List<SparseRows> columns;

    /// Receives the values of a node in a context, one per metric, NaN if missing.
    @FunctionalInterface
    public interface Visitor<X extends Exception> {
        void visit(int node, int context, double[] values) throws X;
    }

    /// @param columns by node
    public Cells(List<SparseRows> columns) {
        this.columns = List.copyOf(columns);
    }

    /// Nodes depth-first, contexts of a node in their order; only where there is a value. The array
    /// is filled again each time.
    public <X extends Exception> void forEach(Visitor<X> visitor) throws X {
        int nodes = columns.stream().mapToInt(SparseRows::rows).max().orElse(0);
        int[] next = new int[columns.size()];
        double[] values = new double[columns.size()];
        for (int node = 0; node < nodes; node++) {
            for (int m = 0; m < next.length; m++) next[m] = columns.get(m).start(node);
            for (int context = nextContext(columns, next, node); context >= 0; ) {
                for (int m = 0; m < next.length; m++) {
                    SparseRows rows = columns.get(m);
                    boolean mine = next[m] < rows.end(node) && rows.index(next[m]) == context;
                    values[m] = mine ? rows.value(next[m]++) : Double.NaN;
                }
                visitor.visit(node, context, values);
                context = nextContext(columns, next, node);
            }
        }
    }

    /// The first context that any column has at its next cell of a node, -1 if none has one.
    public static int nextContext(List<SparseRows> columns, int[] next, int node) {
        int first = Integer.MAX_VALUE;
        for (int m = 0; m < next.length; m++)
            if (next[m] < columns.get(m).end(node))
                first = Math.min(first, columns.get(m).index(next[m]));
        return first == Integer.MAX_VALUE ? -1 : first;
    }
}
