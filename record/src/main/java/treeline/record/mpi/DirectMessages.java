package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// What few ranks tell all of them: every message goes straight from its sender to its receiver.
///
/// The collective calls of MPI pass messages on from rank to rank. Where ranks share cores each of
/// them has to be woken for that, and waking is what takes the time. Here a rank that sends a short
/// message is done with it at once, and only the one that needs it waits.
///
/// @param first the rank in the communicator that is rank 0 here: consecutive ranks can talk among
///   themselves without a communicator of their own
record DirectMessages(Funnel funnel, NativeComm own, long bytes, int first, int rank, int size) {
    /// How many ranks are few. The tests set it low, so that few ranks take the way of many.
    static final String MAX_RANKS_PROPERTY = "treeline.mpi.few";

    /// Above this many ranks one of them would have too much to do, and a tree is faster.
    private static final int MAX_RANKS = Integer.getInteger(MAX_RANKS_PROPERTY, 64);

    /// Libraries hand over messages of this size without waiting for the receiver.
    private static final int PIECE = 4000;

    /// Longer messages go on in one piece: more of them would fill the library's memory.
    private static final int MAX_IN_PIECES = 16 * PIECE;

    /// A rank alone calls MPI as well, which tells it when MPI has ended.
    static boolean suit(int ranks) {
        return ranks > 1 && ranks <= MAX_RANKS;
    }

    void barrier() {
        gather(new byte[0], 0);
        broadcast(new byte[0], 0);
    }

    byte[] broadcast(byte[] message, int root) {
        if (rank != root) return received(root);
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(Long.BYTES + (long) message.length);
            fill(all, message);
            List<Object[]> calls = new ArrayList<>();
            for (int to = 0; to < size; to++) if (to != rank) addPieces(calls, all, to);
            funnel.completeAll(Call.SEND, calls);
        }
        return message;
    }

    /// The messages of all ranks on the root, none on the others.
    List<byte[]> gather(byte[] mine, int root) {
        if (rank == root) return gathered(mine);
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment all = buffers.allocate(Long.BYTES + (long) mine.length);
            fill(all, mine);
            List<Object[]> calls = new ArrayList<>();
            addPieces(calls, all, root);
            funnel.completeAll(Call.SEND, calls);
        }
        return List.of();
    }

    private List<byte[]> gathered(byte[] mine) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment[] whole = new MemorySegment[size];
            MemorySegment pieces = buffers.allocate((long) size * PIECE);
            List<Object[]> firsts = new ArrayList<>();
            for (int from = 0; from < size; from++)
                if (from != rank) {
                    whole[from] = pieces.asSlice((long) from * PIECE, PIECE);
                    firsts.add(arguments(whole[from], 0, PIECE, from));
                }
            funnel.completeAll(Call.RECEIVE, firsts);
            List<Object[]> rests = new ArrayList<>();
            for (int from = 0; from < size; from++)
                if (from != rank) whole[from] = withRest(whole[from], from, buffers, rests);
            if (!rests.isEmpty()) funnel.completeAll(Call.RECEIVE, rests);
            List<byte[]> messages = new ArrayList<>(size);
            for (int from = 0; from < size; from++)
                messages.add(from == rank ? mine : content(whole[from]));
            return messages;
        }
    }

    private byte[] received(int from) {
        try (NativeBuffers buffers = new NativeBuffers()) {
            MemorySegment first = buffers.allocate(PIECE);
            funnel.complete(Call.RECEIVE, arguments(first, 0, PIECE, from));
            List<Object[]> rests = new ArrayList<>();
            MemorySegment whole = withRest(first, from, buffers, rests);
            if (!rests.isEmpty()) funnel.completeAll(Call.RECEIVE, rests);
            return content(whole);
        }
    }

    /// A message is its length and its bytes.
    private static void fill(MemorySegment all, byte[] message) {
        all.set(ValueLayout.JAVA_LONG, 0, message.length);
        MemorySegment.copy(message, 0, all, ValueLayout.JAVA_BYTE, Long.BYTES, message.length);
    }

    private static byte[] content(MemorySegment all) {
        byte[] message = new byte[Math.toIntExact(all.get(ValueLayout.JAVA_LONG, 0))];
        MemorySegment.copy(all, ValueLayout.JAVA_BYTE, Long.BYTES, message, 0, message.length);
        return message;
    }

    /// Where the message that begins with this piece comes together; what is left of it is added to
    /// the calls.
    private MemorySegment withRest(
            MemorySegment first, int from, NativeBuffers buffers, List<Object[]> calls) {
        long length = Long.BYTES + first.get(ValueLayout.JAVA_LONG, 0);
        if (length <= PIECE) return first;
        MemorySegment all = buffers.allocate(length);
        MemorySegment.copy(first, 0, all, 0, PIECE);
        addPieces(calls, all, PIECE, from);
        return all;
    }

    private void addPieces(List<Object[]> calls, MemorySegment all, int other) {
        calls.add(arguments(all, 0, Math.min(all.byteSize(), PIECE), other));
        addPieces(calls, all, PIECE, other);
    }

    private void addPieces(List<Object[]> calls, MemorySegment all, long from, int other) {
        long length = all.byteSize();
        long piece = length <= MAX_IN_PIECES ? PIECE : Integer.MAX_VALUE;
        for (long at = from; at < length; at += piece)
            calls.add(arguments(all, at, Math.min(piece, length - at), other));
    }

    private Object[] arguments(MemorySegment all, long at, long length, int other) {
        return new Object[] {
            all.asSlice(at, length), (int) length, bytes, first + other, Messages.TAG, own.handle()
        };
    }
}
