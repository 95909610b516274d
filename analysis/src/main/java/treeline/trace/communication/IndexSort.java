package treeline.trace.communication;

import java.util.function.IntToLongFunction;

/// Stable sort of indexes by a key, without boxing: natural merge sort (Knuth, The Art of Computer
/// Programming 3, 5.2.4). Operations are recorded nearly in order, and the sort takes linear time
/// if there are few ascending runs; O(n log n) otherwise.
public final class IndexSort {
    private IndexSort() {}

    /// Sorts a range of indexes in place.
    ///
    /// @param to one past the last place
    public static void sortInPlace(int[] indexes, int from, int to, IntToLongFunction key) {
        int[] spare = new int[0];
        while (true) {
            int first = endOfRun(indexes, from, to, key);
            if (first == to) return;
            if (spare.length == 0) spare = new int[to - from];
            mergeRuns(indexes, from, to, spare, key);
        }
    }

    /// Merges neighbouring runs once, which halves their number.
    private static void mergeRuns(
            int[] indexes, int from, int to, int[] spare, IntToLongFunction key) {
        int start = from;
        while (start < to) {
            int middle = endOfRun(indexes, start, to, key);
            int end = middle == to ? to : endOfRun(indexes, middle, to, key);
            if (middle < end) merge(indexes, start, middle, end, spare, key);
            start = end;
        }
    }

    private static int endOfRun(int[] indexes, int from, int to, IntToLongFunction key) {
        int at = from + 1;
        if (at >= to) return to;
        long last = key.applyAsLong(indexes[from]);
        for (; at < to; at++) {
            long next = key.applyAsLong(indexes[at]);
            if (next < last) return at;
            last = next;
        }
        return to;
    }

    private static void merge(
            int[] indexes, int from, int middle, int to, int[] spare, IntToLongFunction key) {
        System.arraycopy(indexes, from, spare, 0, middle - from);
        int left = 0;
        int lefts = middle - from;
        int right = middle;
        int at = from;
        while (left < lefts && right < to)
            indexes[at++] =
                    key.applyAsLong(indexes[right]) < key.applyAsLong(spare[left])
                            ? indexes[right++]
                            : spare[left++];
        System.arraycopy(spare, left, indexes, at, lefts - left);
    }
}
