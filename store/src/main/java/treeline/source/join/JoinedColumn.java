package treeline.source.join;

import treeline.cores.Ranges;
import treeline.model.MetricColumn;
import treeline.model.RowConcatenation;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// One metric of all sub-files as one column, joined node by node, which is the order in which
/// databases hold their values and analyses ask for them.
///
/// The recorder writes the same tree into every sub-file and consecutive ranks into each: then each
/// node's contexts of one sub-file follow those of the one before, and nothing has to be looked
/// for. Other sub-files are merged, cell by cell.
final class JoinedColumn {
    private static final int NODES_PER_TASK = 256;

    private final List<Part> parts;
    private final int nodes;

    /// Which rows make up a node: `rows[firstRow[node] .. firstRow[node + 1])`, each a part and a
    /// row of it.
    private final int[] firstRow;

    private final long[] rows;

    /// One sub-file's values by node, and where its nodes and contexts are in the joined profile.
    static final class Part {
        private final SparseRows byNode;
        private final int[] nodeAt;
        private final int[] contextAt;

        Part(SparseRows byNode, int[] nodeAt, int[] contextAt) {
            this.byNode = byNode;
            this.nodeAt = nodeAt;
            this.contextAt = contextAt;
        }

        private boolean hasTreeOf(int nodes) {
            if (nodeAt.length != nodes) return false;
            for (int node = 0; node < nodes; node++) if (nodeAt[node] != node) return false;
            return true;
        }
    }

    private JoinedColumn(List<Part> parts, int nodes) {
        this.parts = parts;
        this.nodes = nodes;
        firstRow = new int[nodes + 1];
        for (Part part : parts) for (int node : part.nodeAt) firstRow[node + 1]++;
        for (int node = 0; node < nodes; node++) firstRow[node + 1] += firstRow[node];
        rows = new long[firstRow[nodes]];
        int[] next = Arrays.copyOf(firstRow, nodes);
        for (int p = 0; p < parts.size(); p++) {
            int[] nodeAt = parts.get(p).nodeAt;
            for (int row = 0; row < nodeAt.length; row++) rows[next[nodeAt[row]]++] = pair(p, row);
        }
    }

    static MetricColumn of(List<Part> parts, int nodes, int contexts) {
        List<Part> inOrder =
                parts.stream()
                        .filter(part -> part.contextAt.length > 0)
                        .sorted(Comparator.comparingInt((Part part) -> part.contextAt[0]))
                        .toList();
        SparseRows joined =
                areApart(inOrder) && inOrder.stream().allMatch(part -> part.hasTreeOf(nodes))
                        ? RowConcatenation.of(
                                inOrder.stream().map(part -> part.byNode).toList(),
                                inOrder.stream().map(part -> part.contextAt).toList(),
                                nodes)
                        : new JoinedColumn(inOrder, nodes).merged();
        return MetricColumn.ofNodes(joined, contexts);
    }

    /// Whether the contexts of each part lie behind those of the part before it.
    private static boolean areApart(List<Part> parts) {
        int last = -1;
        for (Part part : parts)
            for (int context : part.contextAt) {
                if (context <= last) return false;
                last = context;
            }
        return true;
    }

    private SparseRows merged() {
        return SparseRows.concatenated(Ranges.map(nodes, NODES_PER_TASK, this::merged));
    }

    private SparseRows merged(int firstNode, int endNode) {
        var into = new SparseRows.Builder();
        for (int node = firstNode; node < endNode; node++) {
            List<SharedCell> cells = cellsOf(node);
            for (int from = 0; from < cells.size(); ) {
                int to = from + 1;
                while (to < cells.size() && cells.get(to).context() == cells.get(from).context())
                    to++;
                SharedCell.addTo(into, cells.subList(from, to));
                from = to;
            }
            into.endRow();
        }
        return into.build();
    }

    /// The cells of a node in the order of their contexts; those of one context in the order of
    /// their sub-files.
    private List<SharedCell> cellsOf(int node) {
        List<SharedCell> cells = new ArrayList<>();
        for (int i = firstRow[node]; i < firstRow[node + 1]; i++) {
            Part part = parts.get((int) (rows[i] >>> Integer.SIZE));
            int row = (int) rows[i];
            for (int cell = part.byNode.start(row); cell < part.byNode.end(row); cell++)
                cells.add(
                        new SharedCell(part.contextAt[part.byNode.index(cell)], part.byNode, cell));
        }
        cells.sort(Comparator.comparingInt(SharedCell::context));
        return cells;
    }

    private static long pair(int part, int row) {
        return (long) part << Integer.SIZE | row;
    }
}
