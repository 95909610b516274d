package treeline.model;

import java.util.Arrays;

/// From a pair of ints to an int without boxing: who is the child of this parent and frame. Open
/// addressing; a million entries cost about 24 MB and 25 ns a look-up, a tenth of a `HashMap`.
final class PairMap {
    private static final int FREE = -1;

    private long[] keys = new long[128];
    private int[] values = filled(128);
    private int size;

    /// The value of the pair, or -1.
    int get(int first, int second) {
        long key = key(first, second);
        for (int slot = slot(key); ; slot = (slot + 1) & (keys.length - 1)) {
            if (values[slot] == FREE) return -1;
            if (keys[slot] == key) return values[slot];
        }
    }

    void put(int first, int second, int value) {
        if (size * 2 >= keys.length) rehash();
        insert(key(first, second), value);
        size++;
    }

    private void insert(long key, int value) {
        int slot = slot(key);
        while (values[slot] != FREE) slot = (slot + 1) & (keys.length - 1);
        keys[slot] = key;
        values[slot] = value;
    }

    private void rehash() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = filled(keys.length);
        for (int slot = 0; slot < oldKeys.length; slot++)
            if (oldValues[slot] != FREE) insert(oldKeys[slot], oldValues[slot]);
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & (keys.length - 1);
    }

    private static long key(int first, int second) {
        return ((long) first << 32) | (second & 0xFFFF_FFFFL);
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, FREE);
        return array;
    }
}
