package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The calls of one communicator with their buffers: Java arrays go in and come out, MPI sees
/// native memory.
final class Messages {
    /// Messages that a collective call leaves out travel with this tag; the program's tags are
    /// moved up by one.
    private static final int ALONE = 0;

    /// A message to one rank starts with its length, and small ones are complete with that.
    private static final int FIRST_PART = 4096;

    private final Funnel funnel;
    private final MpiLibrary library;
    private final long handle;
    private final long bytes;

    Messages(Mpi mpi, long handle) {
        this.funnel = mpi.funnel();
        this.library = mpi.library();
        this.handle = handle;
        this.bytes = library.constant(Constant.BYTE);
    }

    byte[] broadcast(byte[] message, int root, boolean isRoot) {
        long length;
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment value = buffers.copyOf(new long[] {message.length});
            funnel.complete(Call.BROADCAST, value, Long.BYTES, bytes, root, handle);
            length = value.get(ValueLayout.JAVA_LONG, 0);
        }
        return broadcastOf(message, root, isRoot, length);
    }

    byte[] broadcastOf(byte[] message, int root, boolean isRoot, long length) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment data = isRoot ? buffers.copyOf(message) : buffers.allocate(length);
            funnel.complete(Call.BROADCAST, data, (int) length, bytes, root, handle);
            return isRoot ? message : data.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /// @param ranks how many lengths come here: none where this is not the root
    long[] gatherLengths(long mine, int root, int ranks) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate((long) ranks * Long.BYTES);
            MemorySegment sent = buffers.copyOf(new long[] {mine});
            funnel.complete(
                    Call.GATHER, sent, Long.BYTES, bytes, all, Long.BYTES, bytes, root, handle);
            return all.toArray(ValueLayout.JAVA_LONG);
        }
    }

    List<byte[]> gather(byte[] mine, int root, int ranks, Blocks received) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(received.total());
            MemorySegment lengths = buffers.copyOf(received.lengths());
            MemorySegment offsets = buffers.copyOf(received.offsets());
            int sent = Blocks.together(mine.length, ranks);
            funnel.complete(
                    Call.GATHER_VARIED,
                    buffers.copyOf(mine),
                    sent,
                    bytes,
                    all,
                    lengths,
                    offsets,
                    bytes,
                    root,
                    handle);
            return received.cut(all);
        }
    }

    long[] allgatherLengths(long mine, int ranks) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate((long) ranks * Long.BYTES);
            MemorySegment sent = buffers.copyOf(new long[] {mine});
            funnel.complete(
                    Call.ALL_GATHER, sent, Long.BYTES, bytes, all, Long.BYTES, bytes, handle);
            return all.toArray(ValueLayout.JAVA_LONG);
        }
    }

    List<byte[]> allgather(byte[] mine, int rank, Blocks received) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(received.total());
            MemorySegment lengths = buffers.copyOf(received.lengths());
            MemorySegment offsets = buffers.copyOf(received.offsets());
            int sent = received.lengths()[rank];
            funnel.complete(
                    Call.ALL_GATHER_VARIED,
                    buffers.copyOf(mine),
                    sent,
                    bytes,
                    all,
                    lengths,
                    offsets,
                    bytes,
                    handle);
            return received.cut(all);
        }
    }

    long[] alltoallLengths(long[] sent) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate((long) sent.length * Long.BYTES);
            funnel.complete(
                    Call.ALL_TO_ALL,
                    buffers.copyOf(sent),
                    Long.BYTES,
                    bytes,
                    all,
                    Long.BYTES,
                    bytes,
                    handle);
            return all.toArray(ValueLayout.JAVA_LONG);
        }
    }

    List<byte[]> alltoall(List<byte[]> messages, Blocks sent, Blocks received) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(received.total());
            funnel.complete(
                    Call.ALL_TO_ALL_VARIED,
                    sent.joined(messages, buffers),
                    buffers.copyOf(sent.lengths()),
                    buffers.copyOf(sent.offsets()),
                    bytes,
                    all,
                    buffers.copyOf(received.lengths()),
                    buffers.copyOf(received.offsets()),
                    bytes,
                    handle);
            return received.cut(all);
        }
    }

    void allreduce(
            Constant type, Reduction reduction, MemorySegment mine, MemorySegment all, int count) {
        long operation = library.constant(reduction.constant);
        funnel.complete(
                Call.ALL_REDUCE, mine, all, count, library.constant(type), operation, handle);
    }

    /// The largest of the numbers of all ranks.
    long largest(long mine) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(Long.BYTES);
            allreduce(Constant.INT64, Reduction.MAX, buffers.copyOf(new long[] {mine}), all, 1);
            return all.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    void reduce(
            Constant type,
            Reduction reduction,
            MemorySegment mine,
            MemorySegment all,
            int count,
            int root) {
        long operation = library.constant(reduction.constant);
        funnel.complete(
                Call.REDUCE, mine, all, count, library.constant(type), operation, root, handle);
    }

    void send(byte[] message, int to, int tag) {
        NativeBuffers buffers = new NativeBuffers();
        int head = Math.min(message.length, FIRST_PART - Long.BYTES);
        MemorySegment first = buffers.allocate(Long.BYTES + head);
        first.set(ValueLayout.JAVA_LONG, 0, message.length);
        MemorySegment.copy(message, 0, first, ValueLayout.JAVA_BYTE, Long.BYTES, head);
        funnel.start(buffers, Call.SEND, first, Long.BYTES + head, bytes, to, tag + 1, handle);
        if (head < message.length) sendRest(message, head, to, tag + 1);
    }

    void sendAlone(byte[] message, int to) {
        sendRest(message, 0, to, ALONE);
    }

    private void sendRest(byte[] message, int at, int to, int tag) {
        NativeBuffers buffers = new NativeBuffers();
        int count = message.length - at;
        MemorySegment rest = buffers.allocate(count);
        MemorySegment.copy(message, at, rest, ValueLayout.JAVA_BYTE, 0, count);
        funnel.start(buffers, Call.SEND, rest, count, bytes, to, tag, handle);
    }

    byte[] receive(int from, int tag) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment first = buffers.allocate(FIRST_PART);
            funnel.complete(Call.RECEIVE, first, FIRST_PART, bytes, from, tag + 1, handle);
            byte[] message = new byte[Math.toIntExact(first.get(ValueLayout.JAVA_LONG, 0))];
            int head = Math.min(message.length, FIRST_PART - Long.BYTES);
            MemorySegment.copy(first, ValueLayout.JAVA_BYTE, Long.BYTES, message, 0, head);
            if (head < message.length) receiveRest(message, head, from, tag + 1);
            return message;
        }
    }

    byte[] receiveAlone(int from, long length) {
        byte[] message = new byte[Math.toIntExact(length)];
        receiveRest(message, 0, from, ALONE);
        return message;
    }

    private void receiveRest(byte[] message, int at, int from, int tag) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            int count = message.length - at;
            MemorySegment rest = buffers.allocate(count);
            funnel.complete(Call.RECEIVE, rest, count, bytes, from, tag, handle);
            MemorySegment.copy(rest, ValueLayout.JAVA_BYTE, 0, message, at, count);
        }
    }
}
