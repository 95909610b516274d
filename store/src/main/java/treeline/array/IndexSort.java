package treeline.array;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/// Stable sort of row indexes without boxing: natural merge sort (Knuth, The Art of Computer
/// Programming 3, 5.2.4). Rows often come nearly in order, and the sort takes linear time if there
/// are few ascending runs; O(n log n) otherwise.
public final class IndexSort {
    private IndexSort() {}

    /// Compares two rows by their indexes.
    @FunctionalInterface
    public interface Comparison {
        int compare(int row, int other);
    }

    /// The indexes `[0, count)` in the order of a comparison; equal rows keep their order.
    public static int[] of(int count, Comparison comparison) {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) rows[i] = i;
        sort(rows, 0, count, comparison);
        return rows;
    }

    /// Indexes by ascending keys. NaN is last.
    public static int[] ascending(double[] keys) {
        return of(keys.length, (row, other) -> Double.compare(keys[row], keys[other]));
    }

    /// Indexes by descending keys. NaN is last.
    public static int[] descending(double[] keys) {
        return of(keys.length, (row, other) -> Double.compare(-keys[row], -keys[other]));
    }

    /// Some rows by ascending keys. NaN is last.
    public static int[] ascending(int[] rows, IntToDoubleFunction key) {
        return of(
                rows,
                (row, other) -> Double.compare(key.applyAsDouble(row), key.applyAsDouble(other)));
    }

    /// Some rows by descending keys. NaN is last.
    public static int[] descending(int[] rows, IntToDoubleFunction key) {
        return ascending(rows, row -> -key.applyAsDouble(row));
    }

    /// Some rows in the order of a comparison; equal ones keep their order.
    public static int[] of(int[] rows, Comparison comparison) {
        int[] sorted = rows.clone();
        sort(sorted, 0, sorted.length, comparison);
        return sorted;
    }

    /// Sorts the rows at `[from, to)` by a key, in place.
    public static void sort(int[] rows, int from, int to, IntToLongFunction key) {
        Comparison byKey =
                (row, other) -> Long.compare(key.applyAsLong(row), key.applyAsLong(other));
        sort(rows, from, to, byKey);
    }

    /// Sorts the rows at `[from, to)` in place; equal ones keep their order.
    public static void sort(int[] rows, int from, int to, Comparison comparison) {
        int[] spare = new int[0];
        while (true) {
            int first = endOfRun(rows, from, to, comparison);
            if (first == to) return;
            if (spare.length == 0) spare = new int[to - from];
            mergeRuns(rows, from, to, spare, comparison);
        }
    }

    /// Merges neighbouring runs once, which halves their number.
    private static void mergeRuns(
            int[] rows, int from, int to, int[] spare, Comparison comparison) {
        int start = from;
        while (start < to) {
            int middle = endOfRun(rows, start, to, comparison);
            int end = middle == to ? to : endOfRun(rows, middle, to, comparison);
            if (middle < end) merge(rows, start, middle, end, spare, comparison);
            start = end;
        }
    }

    private static int endOfRun(int[] rows, int from, int to, Comparison comparison) {
        int at = from + 1;
        while (at < to && comparison.compare(rows[at - 1], rows[at]) <= 0) at++;
        return Math.min(at, to);
    }

    private static void merge(
            int[] rows, int from, int middle, int to, int[] spare, Comparison comparison) {
        System.arraycopy(rows, from, spare, 0, middle - from);
        int left = 0;
        int lefts = middle - from;
        int right = middle;
        int at = from;
        while (left < lefts && right < to)
            rows[at++] =
                    comparison.compare(rows[right], spare[left]) < 0
                            ? rows[right++]
                            : spare[left++];
        System.arraycopy(spare, left, rows, at, lefts - left);
    }
}
