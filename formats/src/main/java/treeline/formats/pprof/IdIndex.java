package treeline.formats.pprof;

import treeline.array.Ints;
import treeline.model.LongIntMap;

/// Maps the ids of a table to consecutive numbers. Most files count ids from 1, so small ids index
/// an array; addresses and hashes go to a hash map.
final class IdIndex {
    static final int NONE = LongIntMap.ABSENT;
    private static final int DENSE_LIMIT = 1 << 22;

    private final Ints dense = new Ints();
    private final LongIntMap sparse = new LongIntMap();
    private int size;

    /// The number of an id, or [#NONE] if it is not known.
    int of(long id) {
        if (!isDense(id)) return sparse.get(id);
        return id < dense.size() ? dense.at((int) id) : NONE;
    }

    /// Gives an id the next number; false if it has one.
    boolean add(long id) {
        if (of(id) != NONE) return false;
        if (isDense(id)) dense.put((int) id, size, NONE);
        else sparse.put(id, size);
        size++;
        return true;
    }

    private static boolean isDense(long id) {
        return id >= 0 && id < DENSE_LIMIT;
    }
}
