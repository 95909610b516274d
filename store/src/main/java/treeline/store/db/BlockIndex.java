package treeline.store.db;

import treeline.array.Ints;
import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.source.files.MalformedProfileException;

import java.util.Arrays;

/// Index of the blocks of a column section: for each node its value block and its iteration blocks,
/// in file order. Small enough to be read completely.
final class BlockIndex {
    /// Iteration numbers are below 2^31.
    private static final long MAX_CHUNKS = (1L << 31) / DatabaseLayout.ITERATIONS_PER_CHUNK;

    final int group;
    final int metric;

    /// How many cells and iterations the blocks hold, so that readers can make room.
    final long cells;

    final long iterations;
    private final int[] node;

    /// Where a node's blocks start in the body; one more than there are nodes.
    private final long[] start;

    private final int[] valueBytes;

    /// A node's chunks are `[firstChunk[i], firstChunk[i + 1])` of `chunkBytes`.
    private final int[] firstChunk;

    private final int[] chunkBytes;

    /// The number of the first chunk of each node: earlier iterations did not run in any context.
    private final int[] chunkNumber;

    private BlockIndex(
            int group,
            int metric,
            long cells,
            long iterations,
            int[] node,
            int[] valueBytes,
            int[] firstChunk,
            int[] chunkBytes,
            int[] chunkNumber) {
        this.group = group;
        this.metric = metric;
        this.cells = cells;
        this.iterations = iterations;
        this.node = node;
        this.valueBytes = valueBytes;
        this.firstChunk = firstChunk;
        this.chunkBytes = chunkBytes;
        this.chunkNumber = chunkNumber;
        this.start = new long[node.length + 1];
        for (int i = 0; i < node.length; i++) {
            long bytes = valueBytes[i];
            for (int chunk = firstChunk[i]; chunk < firstChunk[i + 1]; chunk++)
                bytes += chunkBytes[chunk];
            start[i + 1] = start[i] + bytes;
        }
    }

    int size() {
        return node.length;
    }

    int node(int entry) {
        return node[entry];
    }

    /// The entry of a node, as [Arrays#binarySearch(int[], int)] gives it.
    int find(int at) {
        return Arrays.binarySearch(node, at);
    }

    /// The offset of an entry's block of values in the body; its chunks follow it.
    long start(int entry) {
        return start[entry];
    }

    int valueBytes(int entry) {
        return valueBytes[entry];
    }

    int chunks(int entry) {
        return firstChunk[entry + 1] - firstChunk[entry];
    }

    /// The number of the first iteration in a chunk.
    int firstIteration(int entry, int chunk) {
        long number = (chunkNumber[entry] + (long) chunk) * DatabaseLayout.ITERATIONS_PER_CHUNK;
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    int chunkBytes(int entry, int chunk) {
        return chunkBytes[firstChunk[entry] + chunk];
    }

    /// How long the body is that the index describes.
    long bodyBytes() {
        return start[node.length];
    }

    static BlockIndex read(ByteSource in, int groups, int metrics, int nodes) {
        int group = in.index("a group", groups);
        int metric = in.index("a metric", metrics);
        long cells = in.varint();
        long iterations = in.varint();
        int[] node = readNodes(in, nodes);
        int entries = node.length;
        int[] valueBytes = blockBytes(in, entries);
        int[] firstChunk = new int[entries + 1];
        int chunks = in.count("blocks of iterations");
        int[] chunksOf = PackedLongs.readIndexes(in, entries, "a number of blocks", chunks + 1L);
        long sum = 0;
        for (int i = 0; i < entries; i++) firstChunk[i + 1] = (int) (sum += chunksOf[i]);
        if (sum != chunks)
            throw in.malformed("%d blocks of iterations".formatted(chunks), Long.toString(sum));
        int[] chunkBytes = blockBytes(in, chunks);
        return new BlockIndex(
                group,
                metric,
                cells,
                iterations,
                node,
                valueBytes,
                firstChunk,
                chunkBytes,
                chunkNumbers(in, chunksOf));
    }

    private static int[] chunkNumbers(ByteSource in, int[] chunksOf) {
        if (in.remaining() == 0) return new int[chunksOf.length];
        int[] numbers = PackedLongs.readIndexes(in, chunksOf.length, "a block number", MAX_CHUNKS);
        for (int i = 0; i < numbers.length; i++)
            if (numbers[i] + (long) chunksOf[i] > MAX_CHUNKS)
                throw in.malformed("iteration numbers below 2^31", "block " + numbers[i]);
        return numbers;
    }

    /// The nodes with values, of which the section has some for each.
    static int[] readNodes(ByteSource in, int nodes) {
        int entries = in.count("nodes with values");
        int[] node = PackedLongs.readIndexes(in, entries, "a node", nodes);
        for (int i = 1; i < entries; i++)
            if (node[i] <= node[i - 1])
                throw in.malformed("nodes that ascend", Integer.toString(node[i]));
        return node;
    }

    private static int[] blockBytes(ByteSource in, int count) throws MalformedProfileException {
        int[] bytes = PackedLongs.readIndexes(in, count, "a block length", 1L << 31);
        for (int length : bytes)
            if (length <= DatabaseLayout.BLOCK_CRC_BYTES)
                throw in.malformed("a block with a checksum", length + " bytes");
        return bytes;
    }

    /// Collects blocks as they are written.
    static final class Builder {
        private final Ints node = new Ints();
        private final Ints valueBytes = new Ints();
        private final Ints chunksOf = new Ints();
        private final Ints chunkNumber = new Ints();
        private boolean startsLate;
        private final Ints chunkBytes = new Ints();
        private long cells;
        private long iterations;

        void counts(int moreCells, long moreIterations) {
            cells += moreCells;
            iterations += moreIterations;
        }

        void node(int at, int bytes) {
            node.add(at);
            valueBytes.add(bytes);
            chunksOf.add(0);
            chunkNumber.add(0);
        }

        /// The number of the first block of iterations of the node that was added last.
        void startsAt(int chunk) {
            chunkNumber.set(node.size() - 1, chunk);
            startsLate |= chunk > 0;
        }

        /// A block of iterations of the node that was added last.
        void chunk(int bytes) {
            int last = node.size() - 1;
            chunkBytes.add(bytes);
            chunksOf.set(last, chunksOf.at(last) + 1);
        }

        void write(LittleEndianBytes out, int group, int metric) {
            out.varint(group);
            out.varint(metric);
            out.varint(cells);
            out.varint(iterations);
            out.varint(node.size());
            PackedLongs.write(out, node);
            PackedLongs.write(out, valueBytes);
            out.varint(chunkBytes.size());
            PackedLongs.write(out, chunksOf);
            PackedLongs.write(out, chunkBytes);
            if (startsLate) PackedLongs.write(out, chunkNumber);
        }
    }
}
