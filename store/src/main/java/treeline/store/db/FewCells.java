package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.model.SparseRows;

/// A metric of a group of contexts with so few cells that partial reads do not pay: all cells are
/// in the head of one section, with one checksum and no index. Otherwise half of a small file would
/// be checksums, lengths and indexes.
///
/// Entry `i` is a node with the cells `[firstCell[i], firstCell[i + 1])`.
final class FewCells {
    final int group;
    final int metric;
    final int[] node;
    final int[] firstCell;

    /// Of every cell, counted from the group's first.
    final int[] contexts;

    final double[] values;

    private FewCells(
            int group, int metric, int[] node, int[] firstCell, int[] contexts, double[] values) {
        this.group = group;
        this.metric = metric;
        this.node = node;
        this.firstCell = firstCell;
        this.contexts = contexts;
        this.values = values;
    }

    /// Whether the cells `[first, end)` of every node are few and have no iterations.
    static boolean fit(SparseRows byNode, int[] first, int[] end) {
        long cells = 0;
        for (int row = 0; row < first.length; row++) {
            cells += end[row] - first[row];
            if (cells > DatabaseLayout.FEW_CELLS) return false;
            for (int cell = first[row]; byNode.hasSeries() && cell < end[row]; cell++)
                if (byNode.seriesLength(cell) > 0) return false;
        }
        return true;
    }

    static FewCells of(
            SparseRows byNode, int[] first, int[] end, int group, int metric, int firstContext) {
        int nodes = 0;
        int cells = 0;
        for (int row = 0; row < first.length; row++) {
            if (end[row] > first[row]) nodes++;
            cells += end[row] - first[row];
        }
        int[] node = new int[nodes];
        int[] firstCell = new int[nodes + 1];
        int[] contexts = new int[cells];
        double[] values = new double[cells];
        int entry = 0;
        int at = 0;
        for (int row = 0; row < first.length; row++) {
            if (end[row] == first[row]) continue;
            node[entry++] = row;
            for (int cell = first[row]; cell < end[row]; cell++, at++) {
                contexts[at] = byNode.index(cell) - firstContext;
                values[at] = byNode.value(cell);
            }
            firstCell[entry] = at;
        }
        return new FewCells(group, metric, node, firstCell, contexts, values);
    }

    int cells() {
        return values.length;
    }

    void write(LittleEndianBytes out, int groupSize) {
        out.varint(group);
        out.varint(metric);
        out.varint(node.length);
        PackedLongs.write(out, node, node.length);
        int[] counts = new int[node.length];
        int[] listed = new int[cells()];
        int list = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = firstCell[i + 1] - firstCell[i];
            if (counts[i] == groupSize) continue;
            System.arraycopy(contexts, firstCell[i], listed, list, counts[i]);
            list += counts[i];
        }
        PackedLongs.write(out, counts, counts.length);
        PackedLongs.write(out, listed, list);
        writeValues(out, groupSize);
    }

    /// Either the values of a node are alike or those of all nodes; what is shorter tells.
    private void writeValues(LittleEndianBytes out, int groupSize) {
        int byNode = Math.clamp(groupSize, 1, PackedLongs.RUN);
        LittleEndianBytes shortest = values(byNode);
        LittleEndianBytes alike = values(PackedLongs.RUN);
        out.all(alike.size() < shortest.size() ? alike : shortest);
    }

    private LittleEndianBytes values(int run) {
        var out = new LittleEndianBytes();
        out.varint(run);
        PackedDoubles.write(out, values, cells(), run);
        return out;
    }

    static FewCells read(ByteSource in, int[] groupEnds, int metrics, int nodes) {
        int group = in.index("a group", groupEnds.length);
        int metric = in.index("a metric", metrics);
        int groupSize = groupEnds[group] - (group == 0 ? 0 : groupEnds[group - 1]);
        int[] node = BlockIndex.readNodes(in, nodes);
        int[] firstCell = new int[node.length + 1];
        int[] counts =
                PackedLongs.readIndexes(in, node.length, "a number of cells", groupSize + 1L);
        for (int i = 0; i < node.length; i++) firstCell[i + 1] = cells(in, firstCell[i], counts[i]);
        int[] contexts = readContexts(in, counts, firstCell, groupSize);
        int run = in.index("a run", PackedLongs.RUN + 1L);
        if (run == 0) throw in.malformed("a run of at least one value", "0");
        double[] values = new double[contexts.length];
        PackedDoubles.read(in, values, new long[contexts.length], contexts.length, run);
        return new FewCells(group, metric, node, firstCell, contexts, values);
    }

    private static int cells(ByteSource in, int before, int more) {
        long cells = (long) before + more;
        if (cells > DatabaseLayout.FEW_CELLS)
            throw in.malformed(
                    "at most %d cells".formatted(DatabaseLayout.FEW_CELLS), Long.toString(cells));
        return (int) cells;
    }

    /// Contexts are only listed where a node lacks some.
    private static int[] readContexts(ByteSource in, int[] counts, int[] firstCell, int groupSize) {
        int list = 0;
        for (int count : counts) if (count < groupSize) list += count;
        int[] listed = PackedLongs.readIndexes(in, list, "a context", groupSize);
        int[] contexts = new int[firstCell[counts.length]];
        int next = 0;
        for (int i = 0; i < counts.length; i++)
            for (int cell = 0; cell < counts[i]; cell++)
                contexts[firstCell[i] + cell] = counts[i] < groupSize ? listed[next++] : cell;
        checkAscending(in, firstCell, contexts);
        return contexts;
    }

    private static void checkAscending(ByteSource in, int[] firstCell, int[] contexts) {
        for (int i = 0; i + 1 < firstCell.length; i++)
            for (int cell = firstCell[i] + 1; cell < firstCell[i + 1]; cell++)
                if (contexts[cell] <= contexts[cell - 1])
                    throw in.malformed(
                            "contexts of the group, ascending", Integer.toString(contexts[cell]));
    }
}
