package treeline.formats.reading;

import java.util.Arrays;

/// Numbers pairs of ints in the order in which they first come: cells by context and node, stacks
/// by their caller and frame. Without an object per pair, because there are as many as a profile
/// has values.
public final class PairIndex {
    private static final int FREE = -1;

    private long[] keys = new long[1 << 8];
    private int[] numbers = filled(1 << 8);
    private int size;

    /// The number of a pair; it is new where this is the [#size] that was before.
    public int of(int first, int second) {
        long key = (long) first << 32 | (second & 0xffff_ffffL);
        int mask = keys.length - 1;
        int slot = slot(key) & mask;
        while (numbers[slot] != FREE && keys[slot] != key) slot = (slot + 1) & mask;
        if (numbers[slot] != FREE) return numbers[slot];
        keys[slot] = key;
        numbers[slot] = size++;
        if (size * 2 > keys.length) grow();
        return size - 1;
    }

    public int size() {
        return size;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[oldKeys.length * 2];
        numbers = filled(keys.length);
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] == FREE) continue;
            int slot = slot(oldKeys[i]) & mask;
            while (numbers[slot] != FREE) slot = (slot + 1) & mask;
            keys[slot] = oldKeys[i];
            numbers[slot] = oldNumbers[i];
        }
    }

    private static int slot(long key) {
        long mixed = key * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed ^ mixed >>> 32);
    }

    private static int[] filled(int length) {
        int[] free = new int[length];
        Arrays.fill(free, FREE);
        return free;
    }
}
