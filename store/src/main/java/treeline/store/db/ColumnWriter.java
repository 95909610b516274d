package treeline.store.db;

import treeline.bytes.LittleEndianBytes;
import treeline.model.SparseRows;
import treeline.store.db.DatabaseLayout.Tag;

/// Writes one metric of one group of contexts as a section: an index, then per node a block of
/// values and blocks of its iterations.
final class ColumnWriter {
    private final SparseRows byNode;

    /// The first cell of each node that has not been written: groups take a node's cells in turn.
    private final int[] nextCell;

    private final LittleEndianBytes body = new LittleEndianBytes();
    private int[] contexts = new int[64];
    private double[] values = new double[64];

    ColumnWriter(SparseRows byNode) {
        this.byNode = byNode;
        this.nextCell = new int[byNode.rows()];
        for (int node = 0; node < nextCell.length; node++) nextCell[node] = byNode.start(node);
    }

    /// The blocks of the section written last.
    LittleEndianBytes body() {
        return body;
    }

    /// Writes the cells of the contexts `[from, to)`: few of them to `head`, else blocks to
    /// [#body()] and their index to `head`. Returns which kind of section it is.
    Tag writeGroup(LittleEndianBytes head, int group, int metric, int from, int to) {
        body.clear();
        int[] first = nextCell.clone();
        for (int node = 0; node < nextCell.length; node++) nextCell[node] = byNode.from(node, to);
        if (FewCells.fit(byNode, first, nextCell)) {
            FewCells.of(byNode, first, nextCell, group, metric, from).write(head, to - from);
            return Tag.FEW_CELLS;
        }
        var index = new BlockIndex.Builder();
        for (int node = 0; node < nextCell.length; node++)
            if (nextCell[node] > first[node])
                writeNode(index, node, first[node], nextCell[node], from, to);
        index.write(head, group, metric);
        return Tag.COLUMNS;
    }

    private void writeNode(
            BlockIndex.Builder index, int node, int first, int end, int from, int to) {
        int before = body.size();
        writeValues(first, end, from, to);
        index.node(node, endBlock(before));
        int longest = 0;
        long iterations = 0;
        for (int cell = first; byNode.hasSeries() && cell < end; cell++) {
            longest = Math.max(longest, byNode.seriesLength(cell));
            iterations += byNode.seriesLength(cell);
        }
        index.counts(end - first, iterations);
        for (int start = 0; start < longest; start += DatabaseLayout.ITERATIONS_PER_CHUNK) {
            int blockStart = body.size();
            writeIterations(first, end, start);
            index.chunk(endBlock(blockStart));
        }
    }

    private int endBlock(int from) {
        body.i32(body.crcFrom(from));
        return body.size() - from;
    }

    private void writeValues(int first, int end, int from, int to) {
        int count = end - first;
        ensure(count);
        byNode.copyValues(first, values, count);
        if (count == to - from) {
            body.u8(DatabaseLayout.EVERY_CONTEXT);
        } else {
            body.u8(DatabaseLayout.SOME_CONTEXTS);
            body.varint(count);
            for (int i = 0; i < count; i++) contexts[i] = byNode.index(first + i) - from;
            PackedLongs.write(body, contexts, count);
        }
        PackedDoubles.write(body, values, count);
    }

    /// The iterations from `start` on, at most a chunk of them: how many each cell has, which of
    /// them did not happen, and the values of those that did.
    private void writeIterations(int first, int end, int start) {
        int[] lengths = new int[end - first];
        int total = 0;
        for (int i = 0; i < lengths.length; i++) {
            int left = byNode.seriesLength(first + i) - start;
            lengths[i] = Math.clamp(left, 0, DatabaseLayout.ITERATIONS_PER_CHUNK);
            total = Math.addExact(total, lengths[i]);
        }
        ensure(total);
        int count = 0;
        var absent = new java.util.BitSet();
        int place = 0;
        for (int i = 0; i < lengths.length; i++) {
            for (int iteration = start; iteration < start + lengths[i]; iteration++, place++) {
                double value = byNode.iteration(first + i, iteration);
                if (Double.isNaN(value)) absent.set(place);
                else values[count++] = value;
            }
        }
        body.varint(total);
        PackedLongs.write(body, lengths, lengths.length);
        byte[] bitmap = absent.toByteArray();
        body.varint(bitmap.length);
        body.raw(bitmap, 0, bitmap.length);
        PackedDoubles.write(body, values, count);
    }

    private void ensure(int count) {
        if (contexts.length < count) contexts = new int[count + count / 2];
        if (values.length < count) values = new double[count + count / 2];
    }
}
