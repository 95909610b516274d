package treeline.source;

import java.io.Serializable;
import java.util.BitSet;
import java.util.function.IntPredicate;

/// A set of indices of a list, or all of them. It is data and not a predicate, so readers can plan
/// what to read.
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

    /// The indices in `[0, size)` that satisfy a condition.
    public static Selection where(int size, IntPredicate condition) {
        var chosen = new BitSet(size);
        for (int index = 0; index < size; index++) if (condition.test(index)) chosen.set(index);
        return new Selection(chosen, false);
    }

    /// Whether all indices are selected.
    public boolean isAll() {
        return all;
    }

    public boolean contains(int index) {
        return all || chosen.get(index);
    }

    /// Whether any index in `[from, to)` is selected, so that a reader can skip a block.
    public boolean intersects(int from, int to) {
        if (all) return from < to;
        int next = chosen.nextSetBit(from);
        return next >= 0 && next < to;
    }

    /// The selected indices below `size`, ascending.
    public int[] indexes(int size) {
        return java.util.stream.IntStream.range(0, size).filter(this::contains).toArray();
    }
}
