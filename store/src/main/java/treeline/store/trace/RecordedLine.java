package treeline.store.trace;

import org.jspecify.annotations.Nullable;

import treeline.source.trace.TraceLine;

import java.util.List;

/// The calls of a thread, decoded one block at a time. The last decoded block is kept.
final class RecordedLine implements TraceLine {
    private final int context;
    private final TraceFile file;
    private final TraceThread thread;
    private final int[] nodeOf;
    private volatile @Nullable Decoded decoded;

    /// @param nodeOf node of each path of the thread
    RecordedLine(int context, TraceFile file, TraceThread thread, int[] nodeOf) {
        this.context = context;
        this.file = file;
        this.thread = thread;
        this.nodeOf = nodeOf;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return thread.samples();
    }

    /// Events that were open at the end of the recording lasted until the trace was written.
    @Override
    public long endNanos() {
        return file.clock().runNanos(endOf(file, thread));
    }

    static long endOf(TraceFile file, TraceThread thread) {
        return thread.open() == 0
                ? thread.lastNanos()
                : Math.max(thread.lastNanos(), file.endNanos());
    }

    @Override
    public long nanos(int sample) {
        Decoded block = blockOf(sample);
        return block.nanos[sample - block.first];
    }

    @Override
    public int node(int sample) {
        Decoded block = blockOf(sample);
        return block.nodes[sample - block.first];
    }

    /// Blocks are searched by the times at their starts, and only one of them is decoded.
    @Override
    public int firstFrom(long nanos) {
        List<TraceThread.Block> blocks = thread.blocks();
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (file.clock().runNanos(blocks.get(middle).nanos()) < nanos) low = middle + 1;
            else high = middle;
        }
        if (low == 0) return 0;
        TraceThread.Block block = blocks.get(low - 1);
        int from = block.firstSample();
        int to = from + block.samples();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (nanos(middle) < nanos) from = middle + 1;
            else to = middle;
        }
        return from;
    }

    private Decoded blockOf(int sample) {
        Decoded kept = decoded;
        if (kept != null && kept.contains(sample)) return kept;
        var made = new Decoded(blockAt(sample));
        decoded = made;
        return made;
    }

    /// The last block that starts at or before a sample: blocks of operations only have no samples.
    private TraceThread.Block blockAt(int sample) {
        List<TraceThread.Block> blocks = thread.blocks();
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            TraceThread.Block block = blocks.get(middle);
            if (block.firstSample() + block.samples() <= sample) low = middle + 1;
            else high = middle;
        }
        return blocks.get(low);
    }

    /// The samples of a block.
    private final class Decoded implements BlockReader.Visitor {
        private final int first;
        private final long[] nanos;
        private final int[] nodes;
        private int count;

        Decoded(TraceThread.Block block) {
            first = block.firstSample();
            nanos = new long[block.samples()];
            nodes = new int[block.samples()];
            BlockReader.read(block.read(file.bytes()), thread, file.groups().size(), block, this);
        }

        boolean contains(int sample) {
            return sample >= first && sample - first < nanos.length;
        }

        @Override
        public void begin(long time, int path) {
            add(time, nodeOf[path]);
        }

        @Override
        public void end(long time, int path) {
            add(time, path < 0 ? NO_NODE : nodeOf[path]);
        }

        private void add(long time, int node) {
            if (count == nanos.length)
                return; // more samples than the index states: refused at the end
            nanos[count] = file.clock().runNanos(time);
            nodes[count++] = node;
        }
    }
}
