package treeline.source;

import java.io.Serializable;
import java.util.BitSet;
import java.util.function.IntPredicate;

/// Which indexes of a list to load: all, or a set of them. Data rather than a predicate, so that
/// readers can plan what to read.
public final class Selection implements Serializable {
    private static final long serialVersionUID = 1;
    public static final Selection ALL = new Selection(new BitSet(), true);

    private final BitSet chosen;
    private final boolean all;

    private Selection(BitSet chosen, boolean all) {
        this.chosen = chosen;
        this.all = all;
    }

    public static Selection of(int... indexes) {
        var chosen = new BitSet();
        for (int index : indexes) chosen.set(index);
        return new Selection(chosen, false);
    }

    /// The indexes `[0, size)` that fulfil a condition.
    public static Selection where(int size, IntPredicate condition) {
        var chosen = new BitSet(size);
        for (int index = 0; index < size; index++) if (condition.test(index)) chosen.set(index);
        return new Selection(chosen, false);
    }

    /// Whether nothing is left out, however many there are.
    public boolean isAll() {
        return all;
    }

    public boolean contains(int index) {
        return all || chosen.get(index);
    }

    /// Whether any index of `[from, to)` is chosen: lets a reader skip a block unread.
    public boolean intersects(int from, int to) {
        if (all) return from < to;
        int next = chosen.nextSetBit(from);
        return next >= 0 && next < to;
    }

    /// The chosen indexes below `size`, ascending.
    public int[] indexes(int size) {
        return java.util.stream.IntStream.range(0, size).filter(this::contains).toArray();
    }
}
