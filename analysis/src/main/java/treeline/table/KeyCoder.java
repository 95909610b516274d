package treeline.table;

/// Assigns integer codes to longs by first occurrence. Open addressing with a load factor of at
/// most 0.5; key and code are adjacent, so a look-up touches one cache line.
final class KeyCoder {
    private long[] slots = new long[2 * 1024]; // key, code + 1; a slot with 0 is free
    private int shift = Long.SIZE - 10;
    private final int limit;
    private int count;

    KeyCoder() {
        this(1 << 28); // one array holds no more
    }

    /// Refuses more than `limit` different keys.
    KeyCoder(int limit) {
        this.limit = limit;
    }

    int code(long key) {
        int mask = slots.length - 1;
        int at = home(key);
        while (slots[at + 1] != 0) {
            if (slots[at] == key) return (int) slots[at + 1] - 1;
            at = (at + 2) & mask;
        }
        return insert(at, key);
    }

    private int insert(int free, long key) {
        if (count == limit)
            throw new IllegalArgumentException("more than %d different keys".formatted(limit));
        slots[free] = key;
        slots[free + 1] = ++count;
        if (count * 4L > slots.length) grow();
        return count - 1;
    }

    int count() {
        return count;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        shift--;
        for (int from = 0; from < old.length; from += 2) {
            if (old[from + 1] == 0) continue;
            int to = home(old[from]);
            while (slots[to + 1] != 0) to = (to + 2) & (slots.length - 1);
            slots[to] = old[from];
            slots[to + 1] = old[from + 1];
        }
    }

    /// Multiplicative hashing takes the high bits, to which all lower ones contribute; folding
    /// first lets the high half contribute too.
    private int home(long key) {
        long mixed = (key ^ (key >>> 32)) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> shift) * 2;
    }
}
