package treeline.table;

import java.util.Arrays;

/// Integer codes for key columns, numbered by first occurrence (pandas calls this `factorize`).
/// Grouping, joining and pivoting are arithmetic on codes.
///
/// Keys that lie close together (ranks, nodes, dictionary codes) index an array; all others go
/// through an open-addressing table of longs. Several key columns are coded one by one and then
/// paired, so no key is ever an object.
final class KeyCodes {
    private final int[] codeOf;
    private final int count;

    KeyCodes(int[] codeOf, int count) {
        this.codeOf = codeOf;
        this.count = count;
    }

    int[] codeOf() {
        return codeOf;
    }

    int count() {
        return count;
    }

    /// Below this a table of ints costs nothing, however few the rows.
    private static final int SMALL = 1024;

    static KeyCodes of(long[] keys) {
        long belowMin = Long.MAX_VALUE;
        long max = WholeColumn.MISSING;
        for (long key : keys) { // no branch: missing is the smallest key and, less 1, the largest
            belowMin = Math.min(belowMin, key - 1);
            max = Math.max(max, key);
        }
        if (max == WholeColumn.MISSING) return all(keys.length);
        long min = belowMin + 1;
        long range = max - belowMin;
        boolean direct = range > 0 && fitsDirectly(range, keys.length); // else it overflowed
        return direct ? direct(keys, min, (int) range) : hashed(keys);
    }

    /// One code for all rows.
    static KeyCodes all(int rows) {
        return new KeyCodes(new int[rows], Math.min(rows, 1));
    }

    /// One code for each combination of both.
    KeyCodes with(KeyCodes other) {
        long[] pairs = new long[codeOf.length];
        for (int row = 0; row < pairs.length; row++)
            pairs[row] = (long) codeOf[row] * other.count + other.codeOf[row];
        return of(pairs);
    }

    /// Whether an array over the range of keys is no larger than the rows themselves.
    static boolean fitsDirectly(long range, int rows) {
        return range <= Math.max(rows, SMALL);
    }

    /// Codes of small numbers from -1, which stands for missing, to below `range`.
    static KeyCodes direct(int[] keys, int range) {
        int[] codeAt = new int[range + 1]; // one more than the code, 0 where there is none yet
        int[] codeOf = new int[keys.length];
        int count = 0;
        for (int row = 0; row < keys.length; row++) {
            int slot = keys[row] + 1;
            if (codeAt[slot] == 0) codeAt[slot] = ++count;
            codeOf[row] = codeAt[slot] - 1;
        }
        return new KeyCodes(codeOf, count);
    }

    private static KeyCodes direct(long[] keys, long min, int range) {
        int[] codeAt = new int[range + 1];
        int[] codeOf = new int[keys.length];
        int count = 0;
        for (int row = 0; row < keys.length; row++) {
            long key = keys[row];
            int slot = key == WholeColumn.MISSING ? 0 : (int) (key - min) + 1;
            if (codeAt[slot] == 0) codeAt[slot] = ++count;
            codeOf[row] = codeAt[slot] - 1;
        }
        return new KeyCodes(codeOf, count);
    }

    private static KeyCodes hashed(long[] keys) {
        var coder = new KeyCoder();
        int[] codeOf = new int[keys.length];
        for (int row = 0; row < keys.length; row++) codeOf[row] = coder.code(keys[row]);
        return new KeyCodes(codeOf, coder.count());
    }

    /// The first row of each code, [Column#NO_ROW] where there is none.
    int[] firstRows() {
        int[] first = new int[count];
        Arrays.fill(first, Column.NO_ROW);
        int next = 0;
        for (int row = 0; next < count && row < codeOf.length; row++)
            if (codeOf[row] == next) first[next++] = row;
        return first;
    }

    /// How many rows have each code.
    int[] sizes() {
        int[] sizes = new int[count];
        for (int code : codeOf) sizes[code]++;
        return sizes;
    }
}
