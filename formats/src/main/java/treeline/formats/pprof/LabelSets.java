package treeline.formats.pprof;

import treeline.array.Ints;
import treeline.array.Longs;

import java.util.Arrays;

/// Interned label sets of samples, numbered by first occurrence, without an object per sample: many
/// samples have labels, few sets differ.
final class LabelSets {
    private static final int FREE = -1;

    private final Longs all = new Longs();
    private final Ints ends = new Ints(); // of each set in all of them
    private int[] sets = filled(64);

    /// The number of a set; it is new where this is how many there were.
    int of(Longs labels) {
        int slot = slot(labels);
        if (sets[slot] != FREE) return sets[slot];
        for (int i = 0; i < labels.size(); i++) all.add(labels.at(i));
        ends.add(all.size());
        sets[slot] = ends.size() - 1;
        if (ends.size() * 2 > sets.length) grow();
        return ends.size() - 1;
    }

    private int slot(Longs labels) {
        int mask = sets.length - 1;
        int slot = hash(labels, 0, labels.size()) & mask;
        while (sets[slot] != FREE && !isSame(sets[slot], labels)) slot = (slot + 1) & mask;
        return slot;
    }

    private boolean isSame(int set, Longs labels) {
        int start = start(set);
        if (end(set) - start != labels.size()) return false;
        for (int i = 0; i < labels.size(); i++) if (all.at(start + i) != labels.at(i)) return false;
        return true;
    }

    private int start(int set) {
        return set == 0 ? 0 : end(set - 1);
    }

    private int end(int set) {
        return ends.at(set);
    }

    private void grow() {
        sets = filled(sets.length * 2);
        int mask = sets.length - 1;
        for (int set = 0; set < ends.size(); set++) {
            int slot = hash(all, start(set), end(set)) & mask;
            while (sets[slot] != FREE) slot = (slot + 1) & mask;
            sets[slot] = set;
        }
    }

    private static int hash(Longs list, int from, int to) {
        long mixed = 0;
        for (int i = from; i < to; i++)
            mixed = (mixed ^ mixed >>> 29 ^ list.at(i)) * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed ^ mixed >>> 32);
    }

    private static int[] filled(int length) {
        int[] free = new int[length];
        Arrays.fill(free, FREE);
        return free;
    }
}
