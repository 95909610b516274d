package treeline.store.trace;

import treeline.array.Ints;
import treeline.bytes.ByteSource;

/// Decodes the records of a block and passes them to a visitor.
final class BlockReader {
    /// Only checks the records.
    static final Visitor IGNORED =
            new Visitor() {
                @Override
                public void begin(long nanos, int path) {}

                @Override
                public void end(long nanos, int path) {}
            };

    private BlockReader() {}

    /// Receives the records, with times by the clock of the rank.
    interface Visitor {
        void begin(long nanos, int path);

        /// The innermost event ends.
        ///
        /// @param path the innermost event that is still open, -1 if there is none
        void end(long nanos, int path);

        /// An operation of the innermost call.
        default void operation(Operation operation) {}
    }

    /// An operation as stored.
    ///
    /// @param group -1 if unknown
    /// @param peer world rank of the other end or of the root, -1 if there is none
    record Operation(int kind, int group, int peer, int tag, long bytes, long request) {}

    /// Reads the records of a block.
    ///
    /// @param groups number of communicators of the file
    static void read(
            ByteSource in,
            TraceThread thread,
            int groups,
            TraceThread.Block block,
            Visitor visitor) {
        long nanos = block.nanos();
        var open = new Ints();
        block.open().forEach(open::add);
        int samples = 0;
        while (in.remaining() > 0) {
            long head = in.varint();
            int kind = (int) head & ((1 << TraceLayout.KIND_BITS) - 1);
            nanos += head >>> TraceLayout.KIND_BITS;
            if (nanos < 0) throw in.malformed("a time below 2^63 ns", "a later one");
            if (kind == TraceLayout.OPERATION) {
                visitor.operation(operation(in, groups));
                continue;
            }
            samples++;
            if (kind == TraceLayout.BEGIN) {
                open.add(in.index("a call path", thread.names().size()));
                visitor.begin(nanos, open.last());
            } else if (kind == TraceLayout.END && !open.isEmpty()) {
                open.removeLast();
                visitor.end(nanos, open.isEmpty() ? -1 : open.last());
            } else {
                throw in.malformed("a begin, an end of an open event, or an operation", "neither");
            }
        }
        if (samples != block.samples())
            throw in.malformed("%d samples".formatted(block.samples()), Integer.toString(samples));
    }

    private static Operation operation(ByteSource in, int groups) {
        int kind = in.index("a kind of operation", Byte.MAX_VALUE);
        if (!TraceLayout.isKnown(kind))
            throw in.malformed("a known kind of operation", Integer.toString(kind));
        int group = in.index("a communicator", groups + 1L) - 1;
        int peer = in.index("a rank", Integer.MAX_VALUE) - 1;
        int tag = (int) in.zigzag();
        return new Operation(kind, group, peer, tag, in.varint(), in.varint());
    }
}
