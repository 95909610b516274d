package treeline.formats.pprof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Remembers the nodes of the stacks that came last, by the bytes of their location ids. Where a
/// file is much larger than what it says, its samples are of few stacks, and comparing their bytes
/// takes a fraction of the time that following them frame by frame does. Takes 8 MB, whatever
/// comes.
final class StackMemo {
    static final int NONE = -1;
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /// A stack stands with its length and its node before it, so that it is found by one look.
    private static final int RECORD = 128;

    private static final int NODE_AT = Integer.BYTES;
    private static final int STACK_AT = 2 * Integer.BYTES;
    private static final int LONGEST = RECORD - STACK_AT;
    private static final int RECORDS = 1 << 16;

    private final byte[] records = new byte[RECORDS * RECORD];

    /// The node of a stack, or [#NONE].
    int node(PackedNumbers stack) {
        int length = stack.size();
        if (length > LONGEST) return NONE;
        int at = place(stack);
        int from = at + STACK_AT;
        boolean isSame =
                (int) INTS.get(records, at) == length
                        && Arrays.equals(stack.array(), 0, length, records, from, from + length);
        return isSame ? (int) INTS.get(records, at + NODE_AT) : NONE;
    }

    /// Remembers a stack in the place of another one.
    void put(PackedNumbers stack, int node) {
        if (stack.size() > LONGEST) return;
        int at = place(stack);
        INTS.set(records, at, stack.size());
        INTS.set(records, at + NODE_AT, node);
        System.arraycopy(stack.array(), 0, records, at + STACK_AT, stack.size());
    }

    private static int place(PackedNumbers stack) {
        byte[] bytes = stack.array();
        long mixed = stack.size();
        int at = 0;
        for (; at + Long.BYTES <= stack.size(); at += Long.BYTES)
            mixed = mixed(mixed ^ (long) LONGS.get(bytes, at));
        for (; at < stack.size(); at++) mixed = mixed(mixed ^ bytes[at]);
        return ((int) (mixed >>> 40) & (RECORDS - 1)) * RECORD;
    }

    private static long mixed(long value) {
        long product = value * 0x9E37_79B9_7F4A_7C15L;
        return product ^ product >>> 32;
    }
}
