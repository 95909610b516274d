package treeline.formats.pprof;

import java.util.Arrays;

/// Numbers the ids of a table in the order in which they come. Most files count ids from 1, so
/// small ones are looked up in an array; addresses and hashes that are ids are found by open
/// addressing.
final class IdIndex {
    static final int NONE = -1;
    private static final int DENSE_LIMIT = 1 << 22;

    private int[] dense = {NONE};
    private long[] keys = new long[64];
    private int[] numbers = filled(64);
    private int sparse;
    private int size;

    /// The number of an id, [#NONE] where it is not known.
    int of(long id) {
        if (id >= 0 && id < DENSE_LIMIT) return id < dense.length ? dense[(int) id] : NONE;
        return numbers[slot(id)];
    }

    /// Gives an id the next number; false where it has one.
    boolean add(long id) {
        if (of(id) != NONE) return false;
        if (id >= 0 && id < DENSE_LIMIT) addDense((int) id);
        else addSparse(id, size);
        size++;
        return true;
    }

    private void addDense(int id) {
        if (id >= dense.length) {
            int known = dense.length;
            dense = Arrays.copyOf(dense, Math.max(id + 1, known * 2));
            Arrays.fill(dense, known, dense.length, NONE);
        }
        dense[id] = size;
    }

    private void addSparse(long id, int number) {
        if (++sparse * 2 > keys.length) grow();
        int slot = slot(id);
        keys[slot] = id;
        numbers[slot] = number;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[oldKeys.length * 2];
        numbers = filled(keys.length);
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldNumbers[old] == NONE) continue;
            int slot = slot(oldKeys[old]);
            keys[slot] = oldKeys[old];
            numbers[slot] = oldNumbers[old];
        }
    }

    /// Where an id stands, or the free place where it goes.
    private int slot(long id) {
        int mask = keys.length - 1;
        long mixed = id * 0x9E37_79B9_7F4A_7C15L;
        int slot = (int) (mixed ^ mixed >>> 32) & mask;
        while (numbers[slot] != NONE && keys[slot] != id) slot = (slot + 1) & mask;
        return slot;
    }

    private static int[] filled(int length) {
        int[] free = new int[length];
        Arrays.fill(free, NONE);
        return free;
    }
}
