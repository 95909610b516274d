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

    /// Whether iterations of some node start beyond the first block.
    static boolean startsLate(SparseRows byNode) {
        for (int node = 0; byNode.hasSeries() && node < byNode.rows(); node++)
            if (firstChunk(byNode, byNode.start(node), byNode.end(node)) > 0) return true;
        return false;
    }

    /// The chunk with the first iteration that ran in any of these cells.
    private static int firstChunk(SparseRows byNode, int first, int end) {
        int lowest = Integer.MAX_VALUE;
        for (int cell = first; byNode.hasSeries() && cell < end; cell++)
            if (byNode.seriesLength(cell) > 0)
                lowest = Math.min(lowest, lastPossible(byNode, cell));
        return lowest == Integer.MAX_VALUE ? 0 : lowest / DatabaseLayout.ITERATIONS_PER_CHUNK;
    }

    /// A series of which no iteration ran has its last place only.
    private static int lastPossible(SparseRows byNode, int cell) {
        return Math.min(byNode.firstIteration(cell), byNode.seriesLength(cell) - 1);
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
            if (byNode.seriesLength(cell) == 0) continue;
            longest = Math.max(longest, byNode.seriesLength(cell));
            iterations += byNode.seriesLength(cell) - lastPossible(byNode, cell);
        }
        index.counts(end - first, iterations);
        int firstChunk = firstChunk(byNode, first, end);
        index.startsAt(firstChunk);
        int chunks = Math.ceilDiv(longest, DatabaseLayout.ITERATIONS_PER_CHUNK);
        for (int chunk = firstChunk; chunk < chunks; chunk++) {
            int blockStart = body.size();
            writeIterations(
                    first, end, chunk * DatabaseLayout.ITERATIONS_PER_CHUNK, chunk == firstChunk);
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
    /// them did not happen, and the values of those that did. The first chunk has a place for every
    /// cell with iterations, so that it tells which cells have any.
    private void writeIterations(int first, int end, int start, boolean isFirstChunk) {
        int[] lengths = new int[end - first];
        int total = 0;
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = lengthFrom(start, first + i, isFirstChunk);
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

    private int lengthFrom(int start, int cell, boolean isFirstChunk) {
        int left = byNode.seriesLength(cell) - start;
        boolean isLater =
                byNode.firstIteration(cell) - start >= DatabaseLayout.ITERATIONS_PER_CHUNK;
        if (isLater && left > DatabaseLayout.ITERATIONS_PER_CHUNK) return isFirstChunk ? 1 : 0;
        return Math.clamp(left, 0, DatabaseLayout.ITERATIONS_PER_CHUNK);
    }

    private void ensure(int count) {
        if (contexts.length < count) contexts = new int[count + count / 2];
        if (values.length < count) values = new double[count + count / 2];
    }
}
