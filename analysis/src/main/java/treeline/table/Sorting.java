package treeline.table;

/// Radix sort of rows: each column becomes a 64-bit key, sorted by at most eight stable byte
/// passes, last column first. Bytes that are equal in all rows, as most are, need no pass. Linear
/// time.
final class Sorting {
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private int[] order;
    private int[] otherOrder;
    private long[] keys;
    private long[] otherKeys;

    private Sorting(int rows) {
        order = new int[rows];
        otherOrder = new int[rows];
        keys = new long[rows];
        otherKeys = new long[rows];
        for (int row = 0; row < rows; row++) order[row] = row;
    }

    /// The rows of a table in sorted order; equal rows keep theirs.
    static int[] order(Table table, Order... by) {
        var sorting = new Sorting(table.rows());
        for (int i = by.length - 1; i >= 0; i--)
            sorting.sortBy(
                    table.column(by[i].column()).orderedKeysShared(), by[i].isAscending() ? 1 : -1);
        return sorting.order;
    }

    private void sortBy(long[] columnKeys, int sign) {
        long differing = 0;
        for (int i = 0; i < order.length; i++) {
            keys[i] = missingLast(sign * columnKeys[order[i]]);
            differing |= keys[i] ^ keys[0];
        }
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS)
            if (digit(differing, shift) != 0) pass(shift);
    }

    /// Signed keys to unsigned ones; the missing key, the smallest and its own negative, wraps
    /// round to be the largest.
    private static long missingLast(long key) {
        return (key ^ Long.MIN_VALUE) - 1;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (DIGITS - 1);
    }

    /// A stable counting sort by one digit.
    private void pass(int shift) {
        int[] next = new int[DIGITS + 1];
        for (long key : keys) next[digit(key, shift) + 1]++;
        for (int value = 0; value < DIGITS; value++) next[value + 1] += next[value];
        for (int i = 0; i < order.length; i++) {
            int to = next[digit(keys[i], shift)]++;
            otherKeys[to] = keys[i];
            otherOrder[to] = order[i];
        }
        swap();
    }

    private void swap() {
        int[] sorted = otherOrder;
        otherOrder = order;
        order = sorted;
        long[] sortedKeys = otherKeys;
        otherKeys = keys;
        keys = sortedKeys;
    }
}
