package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// The calls of one communicator with their buffers: Java arrays go in and come out, MPI sees
/// native memory.
final class Messages {
    /// What travels from one rank to one other has this tag.
    static final int TAG = 0;

    /// A message from one rank to all starts with its length, and small ones are complete with
    /// that: on a machine with more ranks than cores every call waits for its turn.
    private static final int FIRST_PART = 4096;

    /// The same where one rank receives from all.
    private static final int FIRST_GATHERED = 1024;

    private final Funnel funnel;
    private final MpiLibrary library;
    private final NativeComm own;
    private final long bytes;

    Messages(Funnel funnel, MpiLibrary library, NativeComm own) {
        this.funnel = funnel;
        this.library = library;
        this.own = own;
        this.bytes = library.constant(Constant.BYTE);
    }

    DirectMessages direct(int first, int rank, int size) {
        return new DirectMessages(funnel, own, bytes, first, rank, size);
    }

    byte[] broadcast(byte[] message, int root, boolean isRoot) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment first =
                    isRoot ? firstPart(buffers, message, FIRST_PART) : buffers.allocate(FIRST_PART);
            funnel.complete(Call.BROADCAST, first, FIRST_PART, bytes, root, own.handle());
            int length = Math.toIntExact(first.get(ValueLayout.JAVA_LONG, 0));
            if (length > headBytes(length, FIRST_PART))
                return broadcastOf(message, root, isRoot, length);
            return isRoot ? message : head(first, length);
        }
    }

    private byte[] broadcastOf(byte[] message, int root, boolean isRoot, long length) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment data = isRoot ? buffers.copyOf(message) : buffers.allocate(length);
            funnel.complete(Call.BROADCAST, data, (int) length, bytes, root, own.handle());
            return isRoot ? message : data.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /// All messages start together; what is left of long ones travels from rank to rank, so that
    /// there is one collective call, and lengths need none.
    ///
    /// @param ranks how many messages come here: none where this is not the root
    List<byte[]> gather(byte[] mine, int root, int ranks) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment sent = firstPart(buffers, mine, FIRST_GATHERED);
            MemorySegment all = buffers.allocate((long) ranks * FIRST_GATHERED);
            int size = FIRST_GATHERED;
            funnel.complete(Call.GATHER, sent, size, bytes, all, size, bytes, root, own.handle());
            if (ranks > 0) return gathered(mine, root, ranks, all);
        }
        int head = headBytes(mine.length, FIRST_GATHERED);
        if (head < mine.length) sendRest(mine, head, root);
        return List.of();
    }

    private List<byte[]> gathered(byte[] mine, int root, int ranks, MemorySegment firstParts) {
        List<byte[]> messages = new ArrayList<>(ranks);
        List<Rest> rests = new ArrayList<>();
        for (int from = 0; from < ranks; from++) {
            MemorySegment first = firstParts.asSlice((long) from * FIRST_GATHERED, FIRST_GATHERED);
            int length = Math.toIntExact(first.get(ValueLayout.JAVA_LONG, 0));
            int head = headBytes(length, FIRST_GATHERED);
            byte[] message = from == root ? mine : new byte[length];
            messages.add(message);
            if (from == root) continue;
            MemorySegment.copy(first, ValueLayout.JAVA_BYTE, Long.BYTES, message, 0, head);
            if (head < length) rests.add(new Rest(from, message, head));
        }
        if (!rests.isEmpty()) receive(rests);
        return messages;
    }

    /// The end of a message from one rank.
    private record Rest(int from, byte[] message, int at) {
        int count() {
            return message.length - at;
        }
    }

    private void receive(List<Rest> rests) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            List<MemorySegment> memory = new ArrayList<>(rests.size());
            List<Object[]> calls = new ArrayList<>(rests.size());
            for (Rest rest : rests) {
                MemorySegment data = buffers.allocate(rest.count());
                memory.add(data);
                calls.add(new Object[] {data, rest.count(), bytes, rest.from, TAG, own.handle()});
            }
            funnel.completeAll(Call.RECEIVE, calls);
            for (int i = 0; i < memory.size(); i++) {
                Rest rest = rests.get(i);
                MemorySegment.copy(
                        memory.get(i),
                        ValueLayout.JAVA_BYTE,
                        0,
                        rest.message,
                        rest.at,
                        rest.count());
            }
        }
    }

    private void sendRest(byte[] message, int at, int to) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            int count = message.length - at;
            MemorySegment rest = buffers.allocate(count);
            MemorySegment.copy(message, at, rest, ValueLayout.JAVA_BYTE, 0, count);
            funnel.complete(Call.SEND, rest, count, bytes, to, TAG, own.handle());
        }
    }

    /// The length of a message and as much of it as fits.
    private static MemorySegment firstPart(NativeBuffers buffers, byte[] message, int size) {
        MemorySegment first = buffers.allocate(size);
        first.set(ValueLayout.JAVA_LONG, 0, message.length);
        int head = headBytes(message.length, size);
        MemorySegment.copy(message, 0, first, ValueLayout.JAVA_BYTE, Long.BYTES, head);
        return first;
    }

    private static int headBytes(int length, int firstPart) {
        return Math.min(length, firstPart - Long.BYTES);
    }

    private static byte[] head(MemorySegment first, int length) {
        byte[] message = new byte[length];
        MemorySegment.copy(first, ValueLayout.JAVA_BYTE, Long.BYTES, message, 0, length);
        return message;
    }

    /// The sums or the largest of all ranks' numbers, on all ranks.
    long[] allreduce(Constant operation, long... mine) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate((long) mine.length * Long.BYTES);
            funnel.complete(
                    Call.ALL_REDUCE,
                    buffers.copyOf(mine),
                    all,
                    mine.length,
                    library.constant(Constant.INT64),
                    library.constant(operation),
                    own.handle());
            return all.toArray(ValueLayout.JAVA_LONG);
        }
    }
}
