package treeline.formats.reading;

import treeline.model.ProfileBuilder;

/// The values of a metric, added up by context and node while samples stream by: memory grows with
/// the cells of the result and not with the samples. Open addressing, no boxes.
public final class CellSums {
    private static final long FREE = -1;

    private long[] keys = free(64);
    private double[] sums = new double[64];
    private int cells;

    /// Adds to a cell.
    public void add(int context, int node, double value) {
        if (cells * 2 >= keys.length) grow();
        long key = ((long) context << 32) | node;
        int slot = slot(key);
        if (keys[slot] == FREE) {
            keys[slot] = key;
            cells++;
        }
        sums[slot] += value;
    }

    public boolean isEmpty() {
        return cells == 0;
    }

    /// Adds all cells to a metric of a builder, whose nodes they are of.
    ///
    /// @param contexts the builder's context of each context here
    public void moveTo(ProfileBuilder builder, int metric, int[] contexts) {
        for (int slot = 0; slot < keys.length; slot++)
            if (keys[slot] != FREE)
                builder.add(
                        metric, contexts[(int) (keys[slot] >> 32)], (int) keys[slot], sums[slot]);
    }

    private void grow() {
        long[] oldKeys = keys;
        double[] oldSums = sums;
        keys = free(oldKeys.length * 2);
        sums = new double[keys.length];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldKeys[old] == FREE) continue;
            int slot = slot(oldKeys[old]);
            keys[slot] = oldKeys[old];
            sums[slot] = oldSums[old];
        }
    }

    /// Where a key stands, or the free place where it goes.
    private int slot(long key) {
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (keys.length - 1);
        while (keys[slot] != FREE && keys[slot] != key) slot = (slot + 1) & (keys.length - 1);
        return slot;
    }

    private static long[] free(int length) {
        long[] keys = new long[length];
        java.util.Arrays.fill(keys, FREE);
        return keys;
    }
}
