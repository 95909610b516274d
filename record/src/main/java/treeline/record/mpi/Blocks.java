package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the messages of a collective call lie in one buffer. MPI counts in ints, so that a buffer
/// ends at 2 GiB; messages above their share of that are left out (length 0 here) and travel alone.
/// Sender and receiver know the length of a message, so both know without asking which way it goes.
record Blocks(int[] lengths, int[] offsets) {
    /// What all messages of a call may have together. The tests set it low, so that few bytes take
    /// the way of many.
    static final String LIMIT_PROPERTY = "treeline.mpi.largest";

    private static final int LIMIT = Integer.getInteger(LIMIT_PROPERTY, Integer.MAX_VALUE);

    static Blocks of(long[] lengths) {
        int[] together =
                Arrays.stream(lengths)
                        .mapToInt(length -> together(length, lengths.length))
                        .toArray();
        int[] offsets = new int[lengths.length];
        for (int i = 1; i < offsets.length; i++) offsets[i] = offsets[i - 1] + together[i - 1];
        return new Blocks(together, offsets);
    }

    static long[] lengths(List<byte[]> messages) {
        return messages.stream().mapToLong(message -> message.length).toArray();
    }

    static boolean travelsAlone(long length, int ranks) {
        return length > LIMIT / ranks;
    }

    /// How much of a message travels with the others: all or nothing.
    static int together(long length, int ranks) {
        return travelsAlone(length, ranks) ? 0 : (int) length;
    }

    long total() {
        return Arrays.stream(lengths).asLongStream().sum();
    }

    List<byte[]> cut(MemorySegment buffer) {
        List<byte[]> messages = new ArrayList<>(lengths.length);
        for (int i = 0; i < lengths.length; i++)
            messages.add(buffer.asSlice(offsets[i], lengths[i]).toArray(ValueLayout.JAVA_BYTE));
        return messages;
    }

    MemorySegment joined(List<byte[]> messages, NativeBuffers buffers) {
        MemorySegment buffer = buffers.allocate(total());
        for (int i = 0; i < lengths.length; i++)
            MemorySegment.copy(
                    messages.get(i), 0, buffer, ValueLayout.JAVA_BYTE, offsets[i], lengths[i]);
        return buffer;
    }
}
