package treeline.store.trace;

import treeline.bytes.ByteSource;
import treeline.source.files.StoredBytes;

import java.util.ArrayList;
import java.util.List;

/// A thread in a trace file: its call paths and where its records are.
///
/// @param number of the thread within its rank
/// @param dropped events that did not fit into the recorder's buffer
/// @param parents parent of each path, -1 for a root; parents precede their children
/// @param lastNanos time of the last record
/// @param open events that have not ended
record TraceThread(
        int number,
        long dropped,
        List<Integer> parents,
        List<String> names,
        List<Block> blocks,
        long lastNanos,
        int open) {
    /// A block of records.
    ///
    /// @param offset in the file
    /// @param firstSample number of samples before the block
    /// @param nanos time of the record before the block
    /// @param open paths of the events that are open before the block, outermost first
    record Block(
            long offset,
            int bytes,
            int firstSample,
            int samples,
            long nanos,
            List<Integer> open,
            int crc) {
        ByteSource read(StoredBytes file) {
            return TraceFile.checked(file, offset, bytes, crc);
        }
    }

    int samples() {
        return blocks.isEmpty() ? 0 : blocks.getLast().firstSample + blocks.getLast().samples;
    }

    /// Reads the entry of a thread in the index.
    ///
    /// @param offset of its first block
    static TraceThread read(ByteSource in, long offset) {
        int number = in.index("a thread", Integer.MAX_VALUE);
        long dropped = in.varint();
        List<Integer> parents = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int paths = in.count("call paths");
        for (int path = 0; path < paths; path++) {
            parents.add(in.index("a caller", path + 1L) - 1);
            names.add(in.text());
        }
        List<Block> blocks = blocks(in, offset, paths);
        long last = in.varint();
        int open = in.index("a number of open events", Integer.MAX_VALUE);
        return new TraceThread(number, dropped, parents, names, List.copyOf(blocks), last, open);
    }

    private static List<Block> blocks(ByteSource in, long from, int paths) {
        List<Block> blocks = new ArrayList<>();
        long offset = from;
        int sample = 0;
        for (int left = in.count("blocks"); left > 0; left--) {
            int bytes = in.index("bytes of a block", Integer.MAX_VALUE);
            int samples = in.index("a number of samples", Integer.MAX_VALUE - 8L - sample);
            long nanos = in.varint();
            List<Integer> open = new ArrayList<>();
            for (int depth = in.count("open events"); depth > 0; depth--)
                open.add(in.index("a call path", paths));
            blocks.add(
                    new Block(offset, bytes, sample, samples, nanos, List.copyOf(open), in.u32()));
            offset += bytes;
            sample += samples;
        }
        return blocks;
    }

    long blockBytes() {
        return blocks.stream().mapToLong(Block::bytes).sum();
    }
}
